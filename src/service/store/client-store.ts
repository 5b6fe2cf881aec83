import type { PlatformDatabase } from "./platform-database.ts";
import { hashSecret } from "./secrets.ts";

/** A registered client application (service-api, "OAuth 2.0 with OpenID Connect"). */
export interface ClientApplication {
  readonly id: string;
  /** Code of the tenant it is registered for. */
  readonly tenant: string;
  /** Callback URIs, the only ones that a code is sent to. */
  readonly redirectUris: readonly string[];
}

/** Registered client applications. */
export class ClientStore {
  readonly #platform: PlatformDatabase;

  constructor(platform: PlatformDatabase) {
    this.#platform = platform;
  }

  /** Registers a client, or gives the one of that id another secret. */
  async register(id: string, tenant: string, secret: string): Promise<void> {
    await this.#platform.use((connection) =>
      connection.run("INSERT OR REPLACE INTO clients VALUES (?, ?, ?)", [id, tenant, hashSecret(secret)]),
    );
  }

  /** Registers what is not registered yet; other callback URIs stay. */
  async allowRedirects(id: string, uris: readonly string[]): Promise<void> {
    await this.#platform.transaction(async (connection) => {
      for (const uri of uris) {
        await connection.run("INSERT OR IGNORE INTO redirect_uris VALUES (?, ?)", [id, uri]);
      }
    });
  }

  async find(id: string): Promise<ClientApplication | undefined> {
    return this.#read(id, "SELECT tenant FROM clients WHERE id = ?", [id]);
  }

  /** The client of an id and a secret; `undefined` when either is wrong. */
  async prove(id: string, secret: string): Promise<ClientApplication | undefined> {
    return this.#read(id, "SELECT tenant FROM clients WHERE id = ? AND secret_hash = ?", [id, hashSecret(secret)]);
  }

  async #read(id: string, statement: string, values: string[]): Promise<ClientApplication | undefined> {
    return this.#platform.use(async (connection) => {
      const [row] = await connection.rows(statement, values);
      if (!row) {
        return undefined;
      }
      const uris = await connection.rows("SELECT uri FROM redirect_uris WHERE client = ? ORDER BY uri", [id]);
      return { id, tenant: String(row.tenant), redirectUris: uris.map(({ uri }) => String(uri)) };
    });
  }
}
