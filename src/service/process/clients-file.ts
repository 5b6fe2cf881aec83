import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { Type } from "typebox";
import { isCallbackUri } from "../authorization/redirect-uri.ts";
import type { ConfiguredClient } from "../store/client-store.ts";
import { hashSecret } from "../store/secrets.ts";
import { createSettingsFileReader } from "../store/settings-file.ts";
import { StoreError } from "../store/store-error.ts";

const name = "clients.json";

const ClientsFile = Type.Record(
  Type.String(),
  Type.Object(
    {
      tenant: Type.Optional(Type.String({ pattern: "^WFF_\\w+(~\\w+)?$" })),
      secret: Type.Optional(Type.String({ minLength: 16 })),
      callbacks: Type.Array(Type.String()),
      defaultCallback: Type.Optional(Type.String()),
    },
    { additionalProperties: false },
  ),
);

const readFile = createSettingsFileReader({
  name,
  schema: ClientsFile,
  shape: '{"<client id>": {"tenant", "secret" (of 16 characters or more), "callbacks": ["<URI>"], "defaultCallback"}}',
});

/**
 * Reads the client applications in `clients.json`, which the owner of the data folder writes. Returns them by client
 * id, or an empty map if there is no file. An entry for `ownClient`, the service's own client, can only add callbacks.
 * Restricts a file with secrets to its owner. Throws a `StoreError` that names the client and the correction.
 */
export async function readClientsFile(
  dataFolder: string,
  ownClient: string,
): Promise<ReadonlyMap<string, ConfiguredClient>> {
  const clients = Object.entries((await readFile(dataFolder)) ?? {});
  for (const [id, { tenant, secret, callbacks, defaultCallback }] of clients) {
    // A colon would end the client id in HTTP Basic credentials.
    if (!/^[\x21-\x39\x3b-\x7e]+$/.test(id)) {
      refuse(id, "has an id with a colon or with characters other than visible ASCII");
    }
    if (id === ownClient && (tenant !== undefined || secret !== undefined)) {
      refuse(id, "has its tenant and secret from credentials.json; leave them out");
    }
    if (id !== ownClient && (tenant === undefined || secret === undefined)) {
      refuse(id, "needs both a tenant and a secret");
    }
    const unfit = callbacks.find((uri) => !isCallbackUri(uri));
    if (unfit !== undefined) {
      refuse(id, `has the callback "${unfit}", which is not an absolute URI, or has a fragment or port 0`);
    }
    if (defaultCallback !== undefined && !callbacks.includes(defaultCallback)) {
      refuse(id, "has a defaultCallback that is not one of its callbacks");
    }
  }
  if (clients.some(([, { secret }]) => secret !== undefined)) {
    await chmod(join(dataFolder, name), 0o600).catch((cause: unknown) => {
      throw new StoreError(
        `${name} in the data folder contains secrets and belongs to another user; make the user who runs the service its owner`,
        {
          cause,
        },
      );
    });
  }
  return new Map(
    clients.map(([id, { tenant, secret, callbacks, defaultCallback }]) => [
      id,
      {
        tenant,
        secretHash: secret === undefined ? undefined : hashSecret(secret),
        redirectUris: callbacks,
        defaultRedirectUri: defaultCallback,
      },
    ]),
  );
}

function refuse(id: string, problem: string): never {
  throw new StoreError(`${name} in the data folder is invalid: the client "${id}" ${problem}`);
}
