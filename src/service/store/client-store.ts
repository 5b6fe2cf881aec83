import type { PlatformDatabase } from "./platform-database.ts";
import { hashSecret } from "./secrets.ts";

/** A registered client application (service-api, "OAuth 2.0 with OpenID Connect"). */
export interface ClientApplication {
  readonly id: string;
  /** Code of the tenant it is registered for. */
  readonly tenant: string;
  /** Callback URIs, the only ones that a code is sent to. */
  readonly redirectUris: readonly string[];
  /** Where a code is sent that was asked for without a `redirect_uri`; none when the request has to name one. */
  readonly defaultRedirectUri: string | undefined;
}

/** A client application as the owner of the data folder describes it. */
export interface DescribedClient {
  /** With the secret, or neither: then it only adds callbacks to a client that is registered otherwise. */
  readonly tenant: string | undefined;
  readonly secretHash: string | undefined;
  readonly redirectUris: readonly string[];
  readonly defaultRedirectUri: string | undefined;
}

/** Registered client applications: those in the database, and those that the owner of the data folder describes. */
export class ClientStore {
  readonly #platform: PlatformDatabase;
  readonly #described: ReadonlyMap<string, DescribedClient>;

  constructor(platform: PlatformDatabase, described: ReadonlyMap<string, DescribedClient>) {
    this.#platform = platform;
    this.#described = described;
  }

  /** Registers a client, or gives the one of that id another secret. */
  async register(id: string, tenant: string, secret: string): Promise<void> {
    await this.#platform.use((connection) =>
      connection.run("INSERT OR REPLACE INTO clients (id, tenant, secret_hash) VALUES (?, ?, ?)", [
        id,
        tenant,
        hashSecret(secret),
      ]),
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

  /** Names the callback, one that is registered, of requests that name none. */
  async setDefaultRedirect(id: string, uri: string): Promise<void> {
    await this.#platform.use((connection) =>
      connection.run("UPDATE clients SET default_redirect_uri = ? WHERE id = ?", [uri, id]),
    );
  }

  async find(id: string): Promise<ClientApplication | undefined> {
    return (await this.#read(id))?.client;
  }

  /** The client of an id and a secret; `undefined` when either is wrong. */
  async prove(id: string, secret: string): Promise<ClientApplication | undefined> {
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

  #readStored(id: string): Promise<DescribedClient | undefined> {
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
