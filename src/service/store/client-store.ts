import type { PlatformDatabase } from "./platform-database.ts";
import { hashSecret } from "./secrets.ts";

/** Registered client applications (service-api, "OAuth 2.0 with OpenID Connect"). */
export class ClientStore {
  readonly #platform: PlatformDatabase;

  constructor(platform: PlatformDatabase) {
    this.#platform = platform;
  }

  async register(id: string, tenant: string, secret: string): Promise<void> {
    await this.#platform.use((connection) =>
      connection.run("INSERT OR REPLACE INTO clients VALUES (?, ?, ?)", [id, tenant, hashSecret(secret)]),
    );
  }

  /** The tenant a client is registered for; `undefined` when the id or the secret is wrong. */
  async tenantOf(id: string, secret: string): Promise<string | undefined> {
    const [row] = await this.#platform.use((connection) =>
      connection.rows("SELECT tenant FROM clients WHERE id = ? AND secret_hash = ?", [id, hashSecret(secret)]),
    );
    return row && String(row.tenant);
  }
}
