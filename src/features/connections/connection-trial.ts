import { MemoryTokenStore, type TokenStore } from "../../client/interface/connection.ts";
import type { BrowserSignIn } from "./browser-sign-in.ts";
import { clientConnectionOf, profileOf } from "./client-connection.ts";
import type { Connection, ConnectionSecrets } from "./connection-model.ts";
import type { LocalService } from "./local-service.ts";
import { readTenants } from "./tenant-claims-model.ts";

/** A connection with its secrets, as they would be stored. */
export interface ConnectionCandidate {
  readonly connection: Connection;
  readonly secrets: ConnectionSecrets;
}

interface TrialParts {
  readonly browser: Pick<BrowserSignIn, "requestCode">;
  readonly local: Pick<LocalService, "ready">;
  readonly log: Parameters<typeof import("../../client/service-client.ts")["createServiceClient"]>[0]["logger"];
}

/** Signs in to a connection that is not stored, and reads its tenants. Throws the error of the first failed call. */
export async function tryConnection(
  { connection, secrets }: ConnectionCandidate,
  tokens: TokenStore,
  { browser, local, log }: TrialParts,
  signal: AbortSignal,
): Promise<ReturnType<typeof readTenants>> {
  const [address, profile, { createServiceClient }] = await Promise.all([
    clientConnectionOf(connection, {
      local,
      store: { secretsOf: async () => secrets },
      browser: { requestCode: (label, request) => browser.requestCode(label, request, signal) },
      tokens,
      isUserRequested: () => true,
    }),
    profileOf(connection),
    import("../../client/service-client.ts"),
  ]);
  const client = createServiceClient({
    // Without its id: errors of an unsaved connection offer no command on the stored one.
    connection: { ...address, id: undefined },
    gate: async () => "allowed",
    logger: log,
  });
  try {
    const user = await client.getUserMetadata({ query: { includeTenantDetails: true } }, { signal });
    return readTenants(user, profile?.claimPrefix);
  } finally {
    client.dispose();
  }
}

/** Tokens of the last trial, so that saving after a test opens no browser for a second sign-in. */
export class TrialTokens {
  #signIn = "";
  #tokens = new MemoryTokenStore();

  /** Returns the tokens of the same sign-in, or an empty store for another one. */
  of({ connection, secrets: { apiKey: _, ...secrets } }: ConnectionCandidate): MemoryTokenStore {
    const { host, vanityName, username, signIn } = connection;
    const signInText = JSON.stringify([host, vanityName, username, signIn, secrets]);
    if (signInText !== this.#signIn) {
      this.#signIn = signInText;
      this.#tokens = new MemoryTokenStore();
    }
    return this.#tokens;
  }
}
