import type { PgpKey, pgpKeyOperations } from "../../contract/pgp-keys.ts";
import { createJsonResponse, createRedirectResponse, HttpError } from "../call/call.ts";
import type { OperationHandlers } from "../parts/service-dependencies.ts";
import type { PublicPgpKey } from "../store/pgp-key-store.ts";
import { readInstant } from "./data-uploads.ts";

/** Life of a key pair whose expiry is not given (service-api, "Limits"). */
const defaultYears = 2;

export const pgpKeyHandlers: OperationHandlers<typeof pgpKeyOperations> = {
  async listPgpKeys({ tenant }, { pgpKeys }) {
    return createJsonResponse({ keys: (await pgpKeys.list(tenant.code)).map(toAnswer) });
  },

  async generatePgpKey({ body, tenant, signal }, { clock, pgp, pgpKeys }) {
    // PGP counts in seconds.
    const created = Math.floor(clock.now() / 1000) * 1000;
    const wanted =
      body.expirationDate == null ? yearsAfter(created) : readInstant("expirationDate", body.expirationDate);
    const lifeSeconds = Math.floor((wanted - created) / 1000);
    const recipient = tenant.code;
    const keys = await pgp.generate({ recipient, created, lifeSeconds }, signal);
    const pair = { ...keys, created, expires: created + lifeSeconds * 1000, recipient };
    await pgpKeys.add(tenant.code, pair);
    return createJsonResponse(toAnswer(pair));
  },

  async getPgpKey({ path, tenant, signal }, { inbox, pgpKeys }) {
    const key = await pgpKeys.find(tenant.code, path.keyID);
    if (!key) {
      throw unknownKey(tenant.code, path.keyID);
    }
    // In addition to the fields of the specification.
    const pendingFiles = await inbox.filesEncryptedTo(tenant.code, key.id, signal);
    return createJsonResponse({ ...toAnswer(key), pendingFiles });
  },

  async deletePgpKey({ path, tenant }, { clock, pgpKeys }) {
    if (!(await pgpKeys.delete(tenant.code, path.keyID, clock.now()))) {
      throw unknownKey(tenant.code, path.keyID);
    }
    return createJsonResponse({ keyID: path.keyID.toUpperCase() });
  },

  /** Redirects before the body is read; the address of the ticket takes it. */
  async uploadDataFile({ path, tenant }, { inbox, uploadTickets }) {
    inbox.checkName(path.filename);
    return createRedirectResponse(uploadTickets.issue({ tenant: tenant.code, name: path.filename }), 307);
  },
};

function yearsAfter(time: number): number {
  const date = new Date(time);
  return date.setUTCFullYear(date.getUTCFullYear() + defaultYears);
}

/** The public part alone, whatever else there is of the pair. */
function toAnswer({ id, created, expires, recipient, publicKey }: PublicPgpKey): PgpKey {
  return {
    keyID: id,
    dateGenerated: new Date(created).toISOString(),
    expiryDate: new Date(expires).toISOString(),
    recipient,
    publicKey,
  };
}

function unknownKey(tenant: string, id: string): HttpError {
  return new HttpError(
    404,
    "KEY_UNKNOWN",
    `The tenant ${tenant} has no PGP key "${id}"; the list of keys has their ids.`,
  );
}
