import type { TableSource } from "../../contract/table-source-schemas.ts";
import { type Database, quoteName, type SqlRow, type SqlValue } from "../../duckdb/database.ts";
import type { PlatformDatabase } from "./platform-database.ts";

/** DuckDB schema of a tenant's file that holds the rows of its table sources, one table for each, by `objectName`. */
export const tableSourceSchema = "table_source";

/** A definition and what the service keeps beside it. */
export interface StoredTableSource {
  /** Code of the tenant that defined it. */
  readonly tenant: string;
  readonly definition: TableSource & { readonly uuid: string; readonly objectName: string };
  readonly metadata: Readonly<Record<string, string>>;
  /** The SQL transaction that wrote the rows; none while there are none. */
  readonly transactionId: string | undefined;
  /** ISO 8601. */
  readonly recordsUpdatedAt: string | undefined;
}

export interface StoredRows {
  readonly recordCount: number;
  /** Bytes of the blocks that hold the rows; 0 without rows. */
  readonly sizeBytes: number;
}

/** The definitions are in the platform's file, the rows in the tenant's. */
export class TableSourceStore {
  readonly #platform: PlatformDatabase;

  constructor(platform: PlatformDatabase) {
    this.#platform = platform;
  }

  /** The tenant's own and the ones it inherits from `parent`, in the order of their names. */
  list(
    tenant: string,
    parent: string | undefined,
    page: { readonly limit: number; readonly start: number },
  ): Promise<StoredTableSource[]> {
    return this.#select(tenant, parent, "ORDER BY object_name, uuid LIMIT ? OFFSET ?", [page.limit, page.start]);
  }

  async find(tenant: string, parent: string | undefined, uuid: string): Promise<StoredTableSource | undefined> {
    const [found] = await this.#select(tenant, parent, "AND uuid = ?", [uuid]);
    return found;
  }

  /** All of them or none; what is there under its id already stays as it is. */
  addAll(sources: readonly StoredTableSource[]): Promise<void> {
    return this.#platform.transaction(async (connection) => {
      for (const source of sources) {
        await connection.run("INSERT OR IGNORE INTO table_sources VALUES (?, ?, ?, ?, ?, ?, ?)", [
          source.definition.uuid,
          source.tenant,
          source.definition.objectName,
          JSON.stringify(source.definition),
          JSON.stringify(source.metadata),
          source.transactionId ?? null,
          source.recordsUpdatedAt ?? null,
        ]);
      }
    });
  }

  /** Counts the rows of a table in a tenant's file; only those with `only.value` in `only.column` where that is given. */
  async rows(
    database: Database,
    objectName: string,
    only?: { readonly column: string; readonly value: string },
  ): Promise<StoredRows> {
    return database.use(async (connection) => {
      const tables = await connection.rows("SELECT 1 FROM duckdb_tables() WHERE schema_name = ? AND table_name = ?", [
        tableSourceSchema,
        objectName,
      ]);
      if (tables.length === 0) {
        return { recordCount: 0, sizeBytes: 0 };
      }
      const table = `${tableSourceSchema}.${quoteName(objectName)}`;
      const [count] = await connection.rows(
        `SELECT count(*) AS records FROM ${table}${only ? ` WHERE ${quoteName(only.column)} = ?` : ""}`,
        only ? [only.value] : [],
      );
      const [size] = await connection.rows(
        `SELECT count(DISTINCT block_id) * (SELECT any_value(block_size) FROM pragma_database_size()) AS bytes
         FROM pragma_storage_info(?) WHERE block_id >= 0`,
        [table],
      );
      return { recordCount: Number(count?.records), sizeBytes: Number(size?.bytes) };
    });
  }

  async #select(
    tenant: string,
    parent: string | undefined,
    clauses: string,
    values: SqlValue[],
  ): Promise<StoredTableSource[]> {
    const rows = await this.#platform.use((connection) =>
      connection.rows(
        `SELECT * FROM table_sources
         WHERE (tenant = ? OR (tenant = ? AND coalesce((document::JSON->>'canChildrenInherit')::BOOLEAN, false)))
         ${clauses}`,
        [tenant, parent ?? null, ...values],
      ),
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
