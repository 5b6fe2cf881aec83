import type { SqlRow } from "../../duckdb/database.ts";
import type { PlatformDatabase } from "./platform-database.ts";

/** Public part of a PGP key pair. */
export interface PublicPgpKey {
  /** Id of the primary key: 16 hexadecimal digits in capital letters. */
  readonly id: string;
  /** Epoch milliseconds. */
  readonly created: number;
  /** Epoch milliseconds. */
  readonly expires: number;
  readonly recipient: string;
  /** ASCII-armored. */
  readonly publicKey: string;
}

/** PGP key pair with what decrypts. Its private key must not get into an answer, a log or an export. */
export interface PgpKeyPair extends PublicPgpKey {
  /** Id of the subkey that files are encrypted to, by which an encrypted file names its key. */
  readonly encryptionId: string;
  /** ASCII-armored; empty for a deleted pair. */
  readonly privateKey: string;
  readonly isDeleted: boolean;
}

const publicColumns = "id, created, expires, recipient, public_key";

/** Stores the PGP key pairs of tenants. */
export class PgpKeyStore {
  readonly #platform: PlatformDatabase;

  constructor(platform: PlatformDatabase) {
    this.#platform = platform;
  }

  async add(tenant: string, pair: Omit<PgpKeyPair, "isDeleted">): Promise<void> {
    await this.#platform.transaction((connection) =>
      connection.run(
        `INSERT INTO pgp_keys (tenant, id, created, expires, recipient, public_key, private_key, encryption_id)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
        [
          tenant,
          pair.id,
          BigInt(pair.created),
          BigInt(pair.expires),
          pair.recipient,
          pair.publicKey,
          pair.privateKey,
          pair.encryptionId,
        ],
      ),
    );
  }

  /** Returns the public keys of a tenant, oldest first. */
  list(tenant: string): Promise<readonly PublicPgpKey[]> {
    return this.#platform.use(async (connection) => {
      const rows = await connection.rows(
        `SELECT ${publicColumns} FROM pgp_keys WHERE tenant = ? AND deleted IS NULL ORDER BY created, id`,
        [tenant],
      );
      return rows.map(toPublicKey);
    });
  }

  /** Finds a public key by its id in any letter case. */
  async find(tenant: string, id: string): Promise<PublicPgpKey | undefined> {
    const [row] = await this.#platform.use((connection) =>
      connection.rows(`SELECT ${publicColumns} FROM pgp_keys WHERE tenant = ? AND id = ? AND deleted IS NULL`, [
        tenant,
        id.toUpperCase(),
      ]),
    );
    return row && toPublicKey(row);
  }

  /** Returns all pairs of a tenant for decryption, the deleted ones included. */
  pairs(tenant: string): Promise<readonly PgpKeyPair[]> {
    return this.#platform.use(async (connection) => {
      const rows = await connection.rows("SELECT * FROM pgp_keys WHERE tenant = ? ORDER BY created DESC, id", [tenant]);
      return rows.map((row) => ({
        ...toPublicKey(row),
        encryptionId: String(row.encryption_id),
        privateKey: String(row.private_key),
        isDeleted: row.deleted !== null,
      }));
    });
  }

  /** Deletes both keys of a pair and keeps its ids. Returns false if there is no such pair. */
  delete(tenant: string, id: string, now: number): Promise<boolean> {
    return this.#platform.transaction(async (connection) => {
      const deleted = await connection.rows(
        `UPDATE pgp_keys SET public_key = '', private_key = '', deleted = ?
         WHERE tenant = ? AND id = ? AND deleted IS NULL RETURNING id`,
        [BigInt(now), tenant, id.toUpperCase()],
      );
      return deleted.length > 0;
    });
  }
}

function toPublicKey(row: SqlRow): PublicPgpKey {
  return {
    id: String(row.id),
    created: Number(row.created),
    expires: Number(row.expires),
    recipient: String(row.recipient),
    publicKey: String(row.public_key),
  };
}
