import type { PlatformDatabase } from "./platform-database.ts";
import { hashSecret } from "./secrets.ts";

/** A registered client application (service-api, "OAuth 2.0 with OpenID Connect"). */
export interface ClientApplication {
  readonly id: string;
  /** Code of the tenant that the client is registered for. */
  readonly tenant: string;
  /** Callback URIs. Authorization codes are sent only to these. */
  readonly redirectUris: readonly string[];
  /** Callback URI for requests without `redirect_uri`. If undefined, each request must have one. */
  readonly defaultRedirectUri: string | undefined;
}

/** A client application from `clients.json`, which the owner of the data folder writes. */
export interface ConfiguredClient {
  /**
   * Tenant code, defined together with the secret. If both are undefined, the entry only adds callback URIs to a client
   * that is already registered.
   */
  readonly tenant: string | undefined;
  readonly secretHash: string | undefined;
  readonly redirectUris: readonly string[];
  readonly defaultRedirectUri: string | undefined;
}

/** Stores the registered client applications. They come from the database and from `clients.json`. */
export class ClientStore {
  readonly #platform: PlatformDatabase;
  readonly #described: ReadonlyMap<string, ConfiguredClient>;

  constructor(platform: PlatformDatabase, described: ReadonlyMap<string, ConfiguredClient>) {
    this.#platform = platform;
    this.#described = described;
  }

  /** Registers a client. If the client id exists, replaces the client's secret. */
  async register(id: string, tenant: string, secret: string): Promise<void> {
    await this.#platform.use((connection) =>
      connection.run("INSERT OR REPLACE INTO clients (id, tenant, secret_hash) VALUES (?, ?, ?)", [
        id,
        tenant,
        hashSecret(secret),
      ]),
    );
  }

  /** Adds callback URIs to a client and keeps the existing ones. */
  async allowRedirects(id: string, uris: readonly string[]): Promise<void> {
    await this.#platform.transaction(async (connection) => {
      for (const uri of uris) {
        await connection.run("INSERT OR IGNORE INTO redirect_uris VALUES (?, ?)", [id, uri]);
      }
    });
  }

  /** Sets the client's callback URI for requests without one. It must be one of the registered URIs. */
  async setDefaultRedirect(id: string, uri: string): Promise<void> {
    await this.#platform.use((connection) =>
      connection.run("UPDATE clients SET default_redirect_uri = ? WHERE id = ?", [uri, id]),
    );
  }

  async find(id: string): Promise<ClientApplication | undefined> {
    return (await this.#read(id))?.client;
  }

  /** Returns the client with this id and secret, or undefined when one of them is wrong. */
  async verify(id: string, secret: string): Promise<ClientApplication | undefined> {
    const found = await this.#read(id);
    return found?.secretHash === hashSecret(secret) ? found.client : undefined;
  }

  async #read(id: string): Promise<{ client: ClientApplication; secretHash: string } | undefined> {
    const described = this.#described.get(id);
    const stored = await this.#readStored(id);
    const tenant = described?.tenant ?? stored?.tenant;
    const secretHash = described?.secretHash ?? stored?.secretHash;
    if (tenant === undefined || secretHash === undefined) {
      return undefined;
    }
    const redirectUris = [...new Set([...(stored?.redirectUris ?? []), ...(described?.redirectUris ?? [])])];
    const named = described?.defaultRedirectUri ?? stored?.defaultRedirectUri;
    const defaultRedirectUri = named ?? (redirectUris.length === 1 ? redirectUris[0] : undefined);
    return { client: { id, tenant, redirectUris, defaultRedirectUri }, secretHash };
  }

  #readStored(id: string): Promise<ConfiguredClient | undefined> {
    return this.#platform.use(async (connection) => {
      const [row] = await connection.rows("SELECT * FROM clients WHERE id = ?", [id]);
      if (!row) {
        return undefined;
      }
      const uris = await connection.rows("SELECT uri FROM redirect_uris WHERE client = ? ORDER BY uri", [id]);
      return {
        tenant: String(row.tenant),
        secretHash: String(row.secret_hash),
        redirectUris: uris.map(({ uri }) => String(uri)),
        defaultRedirectUri: row.default_redirect_uri === null ? undefined : String(row.default_redirect_uri),
      };
    });
  }
}
