import { randomUUID } from "node:crypto";
import type { TableSource } from "../../contract/table-sources.ts";
import type { Connection, SqlRow, SqlValue } from "../../duckdb/database.ts";
import type { PlatformDatabase } from "./platform-database.ts";

/** Stores the definitions of table sources. Their rows are stored by `TableData`. */
export class TableSourceStore {
  readonly #platform: PlatformDatabase;
  /**
   * Definitions by tenant, ordered by name. Cached, because every tenant of a job reads them and they seldom change.
   */
  #byTenant: Promise<ReadonlyMap<string, readonly StoredTableSource[]>> | undefined;

  constructor(platform: PlatformDatabase) {
    this.#platform = platform;
  }

  /** Returns the definitions of a tenant and those that it inherits from `parent`, ordered by name. */
  async list(
    tenant: string,
    parent: string | undefined,
    page?: { readonly limit: number; readonly start: number },
  ): Promise<StoredTableSource[]> {
    const visible = await this.#visible(tenant, parent);
    return page ? visible.slice(page.start, page.start + page.limit) : visible;
  }

  async find(tenant: string, parent: string | undefined, uuid: string): Promise<StoredTableSource | undefined> {
    return (await this.#visible(tenant, parent)).find(({ definition }) => definition.uuid === uuid);
  }

  /** Adds several definitions in one transaction. Leaves definitions unchanged whose uuids exist. */
  addAll(sources: readonly StoredTableSource[]): Promise<void> {
    return this.change(async (definitions) => {
      for (const source of sources) {
        await definitions.insert(source);
      }
    });
  }

  /**
   * Runs work in a database transaction. Changes run one after the other, so that nothing changes what the work has
   * checked.
   */
  async change<Value>(work: (definitions: TableSourceDefinitions) => Promise<Value>): Promise<Value> {
    try {
      return await this.#platform.transaction((connection) => work(new TableSourceDefinitions(connection)));
    } finally {
      // Drops also a read in progress, which may have begun before the change.
      this.#byTenant = undefined;
    }
  }

  async #visible(tenant: string, parent: string | undefined): Promise<StoredTableSource[]> {
    const reading = this.#byTenant ?? this.#platform.use((connection) => readByTenant(connection));
    this.#byTenant = reading;
    const byTenant = await reading.catch((error: unknown) => {
      this.#byTenant = undefined;
      throw error;
    });
    const defined = byTenant.get(tenant) ?? [];
    const inherited = (parent === undefined ? [] : (byTenant.get(parent) ?? [])).filter(
      ({ definition }) => definition.canChildrenInherit ?? false,
    );
    return inherited.length === 0 ? [...defined] : [...defined, ...inherited].sort(byName);
  }
}

async function readByTenant(connection: Connection): Promise<ReadonlyMap<string, readonly StoredTableSource[]>> {
  const byTenant = new Map<string, StoredTableSource[]>();
  for (const source of await new TableSourceDefinitions(connection).all()) {
    const defined = byTenant.get(source.tenant) ?? [];
    byTenant.set(source.tenant, defined);
    defined.push(source);
  }
  return byTenant;
}

function byName({ definition: one }: StoredTableSource, { definition: other }: StoredTableSource): number {
  const [before, after] = [`${one.objectName} ${one.uuid}`, `${other.objectName} ${other.uuid}`];
  return before < after ? -1 : Number(before > after);
}

/** Definition of a table source, with metadata of its rows. */
export interface StoredTableSource {
  /** Code of the tenant that owns the definition. */
  readonly tenant: string;
  readonly definition: TableSource & { readonly uuid: string; readonly objectName: string };
  readonly metadata: Readonly<Record<string, string>>;
  /** Id of the SQL transaction that last wrote the rows. Undefined if there are no rows. */
  readonly transactionId: string | undefined;
  /** Time of the last change of the rows, as an ISO 8601 instant. */
  readonly recordsUpdatedAt: string | undefined;
}

/** Reads and writes definitions of table sources through one connection to the platform database. */
export class TableSourceDefinitions {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Returns the definitions of all tenants, ordered by name. */
  async all(): Promise<StoredTableSource[]> {
    return (await this.#connection.rows("SELECT * FROM table_sources ORDER BY object_name, uuid")).map(toTableSource);
  }

  /** Returns the definitions of a tenant and those that it inherits from `parent`, ordered by name. */
  visible(tenant: string, parent: string | undefined): Promise<StoredTableSource[]> {
    return this.#select(tenant, parent, "ORDER BY object_name, uuid", []);
  }

  async find(tenant: string, parent: string | undefined, uuid: string): Promise<StoredTableSource | undefined> {
    const [found] = await this.#select(tenant, parent, "AND uuid = ?", [uuid]);
    return found;
  }

  /** Adds a definition with a new uuid. */
  async add(tenant: string, definition: Omit<StoredTableSource["definition"], "uuid">): Promise<StoredTableSource> {
    const added: StoredTableSource = {
      tenant,
      definition: { ...definition, uuid: randomUUID() },
      metadata: {},
      transactionId: undefined,
      recordsUpdatedAt: undefined,
    };
    await this.insert(added);
    return added;
  }

  /** Inserts a definition. Leaves a definition unchanged whose uuid exists. */
  insert({ tenant, definition, metadata, transactionId, recordsUpdatedAt }: StoredTableSource): Promise<void> {
    return this.#connection.runPrepared("INSERT OR IGNORE INTO table_sources VALUES (?, ?, ?, ?, ?, ?, ?)", [
      definition.uuid,
      tenant,
      definition.objectName,
      JSON.stringify(definition),
      JSON.stringify(metadata),
      transactionId ?? null,
      recordsUpdatedAt ?? null,
    ]);
  }

  /** Replaces the definition with this uuid. Keeps the metadata of its rows. */
  replace(definition: StoredTableSource["definition"]): Promise<void> {
    return this.#connection.run("UPDATE table_sources SET object_name = ?, document = ? WHERE uuid = ?", [
      definition.objectName,
      JSON.stringify(definition),
      definition.uuid,
    ]);
  }

  delete(uuid: string): Promise<void> {
    return this.#connection.run("DELETE FROM table_sources WHERE uuid = ?", [uuid]);
  }

  async #select(
    tenant: string,
    parent: string | undefined,
    clauses: string,
    values: SqlValue[],
  ): Promise<StoredTableSource[]> {
    const rows = await this.#connection.rows(
      `SELECT * FROM table_sources
       WHERE (tenant = ? OR (tenant = ? AND coalesce((document::JSON->>'canChildrenInherit')::BOOLEAN, false)))
       ${clauses}`,
      [tenant, parent ?? null, ...values],
    );
    return rows.map(toTableSource);
  }
}

function toTableSource(row: SqlRow): StoredTableSource {
  return {
    tenant: String(row.tenant),
    definition: JSON.parse(String(row.document)),
    metadata: JSON.parse(String(row.metadata)),
    transactionId: row.transaction_id === null ? undefined : String(row.transaction_id),
    recordsUpdatedAt: row.updated_at === null ? undefined : String(row.updated_at),
  };
}
