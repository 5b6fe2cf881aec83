import type { Connection, SqlRow } from "../../duckdb/database.ts";
import type { PlatformDatabase } from "./platform-database.ts";

/** Credential of a source system, without what it signs in with. */
export interface ConnectorCredential {
  readonly id: string;
  readonly tenant: string;
  readonly symbolName: string;
  readonly displayName: string;
  readonly description: string;
  /** Text of `provider` as it was sent. */
  readonly provider: string;
  readonly authContext: string | undefined;
  /** Whether tenants that the tenant manages may use it. */
  readonly canChildrenInherit: boolean;
}

/** Parameters of a provider. They have secrets and must not get into an answer, a message or a log. */
export type AuthParameters = Readonly<Record<string, string>>;

/** Mapping from a table or file of a source system to a source, column by column. */
export interface LoadArtifact {
  /** Name of the table, or the pattern of the files. */
  readonly table: string;
  /** Columns of the source with those of the table. */
  readonly columns: readonly { readonly name: string; readonly from: string }[];
}

/** End of an extraction: everything before that instant is received. */
export interface ExtractedTo {
  readonly connector: string;
  /** Name of the source or table source. */
  readonly target: string;
  /** Epoch milliseconds. */
  readonly to: number;
}

const publicColumns =
  "id, tenant, symbol_name, display_name, description, provider, auth_context, can_children_inherit";

/** Stores the credentials, assignments, settings and state of the data connectors of all tenants. */
export class ConnectorStore {
  readonly #platform: PlatformDatabase;

  constructor(platform: PlatformDatabase) {
    this.#platform = platform;
  }

  /** Adds a credential. Gives it a symbol name that no other of the tenant has. */
  addCredential(
    credential: Omit<ConnectorCredential, "symbolName">,
    parameters: AuthParameters,
    symbolName: string,
  ): Promise<ConnectorCredential> {
    return this.#platform.transaction(async (connection) => {
      const rows = await connection.rows("SELECT symbol_name FROM connector_credentials WHERE tenant = ?", [
        credential.tenant,
      ]);
      const taken = new Set(rows.map((row) => String(row.symbol_name)));
      let unique = symbolName;
      for (let number = 2; taken.has(unique); number++) {
        unique = `${symbolName}_${number}`;
      }
      const added = { ...credential, symbolName: unique };
      await connection.run(
        `INSERT INTO connector_credentials
         SELECT ?, ?, coalesce(max(ordinal), 0) + 1, ?, ?, ?, ?, ?, ?, ? FROM connector_credentials`,
        [
          added.id,
          added.tenant,
          added.symbolName,
          added.displayName,
          added.description,
          added.provider,
          added.authContext ?? null,
          added.canChildrenInherit,
          JSON.stringify(parameters),
        ],
      );
      return added;
    });
  }

  /** Returns the credentials that a tenant has or inherits of its parent, in the order in which they were added. */
  credentials(tenant: string, parent: string | undefined): Promise<readonly ConnectorCredential[]> {
    return this.#platform.use(async (connection) => {
      const rows = await connection.rows(
        `SELECT ${publicColumns} FROM connector_credentials
         WHERE tenant = ? OR (tenant = ? AND can_children_inherit) ORDER BY ordinal`,
        [tenant, parent ?? null],
      );
      return rows.map(toCredential);
    });
  }

  /** Returns what a credential signs in with. */
  async parameters(id: string): Promise<AuthParameters> {
    const [row] = await this.#platform.use((connection) =>
      connection.rows("SELECT parameters FROM connector_credentials WHERE id = ?", [id]),
    );
    return JSON.parse(String(row?.parameters ?? "{}"));
  }

  /**
   * Deletes a credential of a tenant unless a connector of any tenant uses it. Returns the connectors that do, or
   * undefined if there is no such credential.
   */
  deleteCredential(
    tenant: string,
    id: string,
  ): Promise<readonly { readonly connector: string; readonly tenant: string }[] | undefined> {
    return this.#platform.transaction(async (connection) => {
      const found = await connection.rows("SELECT id FROM connector_credentials WHERE tenant = ? AND id = ?", [
        tenant,
        id,
      ]);
      if (found.length === 0) {
        return undefined;
      }
      const uses = await connection.rows(
        "SELECT connector, tenant FROM connector_assignments WHERE credential = ? ORDER BY tenant, connector",
        [id],
      );
      if (uses.length === 0) {
        await connection.run("DELETE FROM connector_credentials WHERE id = ?", [id]);
      }
      return uses.map((row) => ({ connector: String(row.connector), tenant: String(row.tenant) }));
    });
  }

  /** Returns the ids of the assigned credentials of a tenant by connector. */
  assignments(tenant: string): Promise<ReadonlyMap<string, string>> {
    return this.#platform.use(async (connection) => {
      const rows = await connection.rows("SELECT connector, credential FROM connector_assignments WHERE tenant = ?", [
        tenant,
      ]);
      return new Map(rows.map((row) => [String(row.connector), String(row.credential)]));
    });
  }

  /** Assigns a credential to a connector in a tenant. Returns false if the credential was deleted in the meantime. */
  assign(tenant: string, connector: string, credential: string): Promise<boolean> {
    return this.#platform.transaction(async (connection) => {
      const found = await connection.rows("SELECT id FROM connector_credentials WHERE id = ?", [credential]);
      if (found.length > 0) {
        await connection.run("INSERT OR REPLACE INTO connector_assignments VALUES (?, ?, ?)", [
          tenant,
          connector,
          credential,
        ]);
      }
      return found.length > 0;
    });
  }

  /** Takes the credential of a connector in a tenant back. */
  async unassign(tenant: string, connector: string): Promise<void> {
    await this.#platform.transaction((connection) =>
      connection.run("DELETE FROM connector_assignments WHERE tenant = ? AND connector = ?", [tenant, connector]),
    );
  }

  /** Returns the settings of a tenant by connector and key, keys in alphabetical order. */
  settings(tenant: string): Promise<ReadonlyMap<string, ReadonlyMap<string, string>>> {
    return this.#platform.use(async (connection) => {
      const rows = await connection.rows(
        "SELECT connector, key, value FROM connector_settings WHERE tenant = ? ORDER BY connector, key",
        [tenant],
      );
      const settings = new Map<string, Map<string, string>>();
      for (const row of rows) {
        const own = settings.get(String(row.connector)) ?? new Map<string, string>();
        settings.set(String(row.connector), own.set(String(row.key), String(row.value)));
      }
      return settings;
    });
  }

  /** Changes settings of a connector in a tenant. An empty value removes a setting. */
  async changeSettings(tenant: string, connector: string, changes: ReadonlyMap<string, string>): Promise<void> {
    await this.#platform.transaction(async (connection) => {
      for (const [key, value] of changes) {
        await (value.trim() === ""
          ? connection.run("DELETE FROM connector_settings WHERE tenant = ? AND connector = ? AND key = ?", [
              tenant,
              connector,
              key,
            ])
          : connection.run("INSERT OR REPLACE INTO connector_settings VALUES (?, ?, ?, ?)", [
              tenant,
              connector,
              key,
              value,
            ]));
      }
    });
  }

  /** Returns where the last extraction of a connector ended in a tenant, by target. */
  extractedTo(tenant: string, connector: string): Promise<ReadonlyMap<string, number>> {
    return this.#platform.use(async (connection) => {
      const rows = await connection.rows(
        "SELECT target, extracted_to FROM connector_runs WHERE tenant = ? AND connector = ?",
        [tenant, connector],
      );
      return new Map(rows.map((row) => [String(row.target), Number(row.extracted_to)]));
    });
  }

  /** Stores where an extraction ended, in the transaction that ends the job which stores its rows. */
  async setExtractedTo(
    connection: Connection,
    tenant: string,
    job: string,
    ends: readonly ExtractedTo[],
  ): Promise<void> {
    for (const { connector, target, to } of ends) {
      await connection.run("INSERT OR REPLACE INTO connector_runs VALUES (?, ?, ?, ?, ?)", [
        tenant,
        connector,
        target,
        BigInt(to),
        job,
      ]);
    }
  }

  /** Returns the load artifacts of a connector in a tenant by target. */
  artifacts(tenant: string, connector: string): Promise<ReadonlyMap<string, LoadArtifact>> {
    return this.#platform.use(async (connection) => {
      const rows = await connection.rows(
        "SELECT target, document FROM connector_artifacts WHERE tenant = ? AND connector = ?",
        [tenant, connector],
      );
      return new Map(rows.map((row) => [String(row.target), JSON.parse(String(row.document)) as LoadArtifact]));
    });
  }

  /** Stores an artifact in a transaction of the caller. */
  async setArtifact(
    connection: Connection,
    tenant: string,
    connector: string,
    target: string,
    artifact: LoadArtifact,
  ): Promise<void> {
    await connection.run("INSERT OR REPLACE INTO connector_artifacts VALUES (?, ?, ?, ?)", [
      tenant,
      connector,
      target,
      JSON.stringify(artifact),
    ]);
  }
}

function toCredential(row: SqlRow): ConnectorCredential {
  return {
    id: String(row.id),
    tenant: String(row.tenant),
    symbolName: String(row.symbol_name),
    displayName: String(row.display_name),
    description: String(row.description),
    provider: String(row.provider),
    authContext: row.auth_context === null ? undefined : String(row.auth_context),
    canChildrenInherit: row.can_children_inherit === true,
  };
}
