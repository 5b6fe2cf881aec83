import type { PlatformDatabase } from "./platform-database.ts";
import { hashSecret } from "./secrets.ts";

/** A registered client application (service-api, "OAuth 2.0 with OpenID Connect"). */
export interface ClientApplication {
  readonly id: string;
  /** Code of the tenant for which it is registered. */
  readonly tenant: string;
  /** Callback URIs; codes are sent to these only. */
  readonly redirectUris: readonly string[];
  /** Callback URI of requests without `redirect_uri`; if undefined, each request must name one. */
  readonly defaultRedirectUri: string | undefined;
}

/** A client application as described in `clients.json` by the owner of the data folder. */
export interface ConfiguredClient {
  /**
   * Set together with the secret. If both are undefined, the entry only adds callbacks to a client that is registered
   * otherwise.
   */
  readonly tenant: string | undefined;
  readonly secretHash: string | undefined;
  readonly redirectUris: readonly string[];
  readonly defaultRedirectUri: string | undefined;
}

/** Registered client applications: those in the database and those described in `clients.json`. */
export class ClientStore {
  readonly #platform: PlatformDatabase;
  readonly #described: ReadonlyMap<string, ConfiguredClient>;

  constructor(platform: PlatformDatabase, described: ReadonlyMap<string, ConfiguredClient>) {
    this.#platform = platform;
    this.#described = described;
  }

  /** Registers a client, or replaces the secret of the client with that id. */
  async register(id: string, tenant: string, secret: string): Promise<void> {
    await this.#platform.use((connection) =>
      connection.run("INSERT OR REPLACE INTO clients (id, tenant, secret_hash) VALUES (?, ?, ?)", [
        id,
        tenant,
        hashSecret(secret),
      ]),
    );
  }

  /** Adds callback URIs; existing ones stay. */
  async allowRedirects(id: string, uris: readonly string[]): Promise<void> {
    await this.#platform.transaction(async (connection) => {
      for (const uri of uris) {
        await connection.run("INSERT OR IGNORE INTO redirect_uris VALUES (?, ?)", [id, uri]);
      }
    });
  }

  /** Sets the callback, one of the registered URIs, for requests that name none. */
  async setDefaultRedirect(id: string, uri: string): Promise<void> {
    await this.#platform.use((connection) =>
      connection.run("UPDATE clients SET default_redirect_uri = ? WHERE id = ?", [uri, id]),
    );
  }

  async find(id: string): Promise<ClientApplication | undefined> {
    return (await this.#read(id))?.client;
  }

  /** Returns the client with this id and secret; `undefined` when either is wrong. */
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
