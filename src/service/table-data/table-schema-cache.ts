import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { type Connection, type Database, quoteName } from "../../duckdb/database.ts";
import { isLossless } from "../store/column-storage.ts";
import { isSameName } from "../store/same-name.ts";
import {
  buildColumnDefinitions,
  hiddenColumns,
  physicalTableNameOf,
  quoteColumnName,
  quoteRowsPath,
  rowsSchemaName,
  type StoredColumn,
  storedColumnsOf,
} from "./catalogue.ts";
import type { TableColumn, TenantTable } from "./table-data.ts";

/** Columns of the stored tables, cached in memory. */
export class TableSchemaCache {
  readonly #columns: Map<string, readonly StoredColumn[]>;

  private constructor(columns: Map<string, readonly StoredColumn[]>) {
    this.#columns = columns;
  }

  static async read(database: Database): Promise<TableSchemaCache> {
    const rows = await database.use((connection) =>
      connection.rows(
        `SELECT table_name, column_name, data_type FROM duckdb_columns() WHERE schema_name = '${rowsSchemaName}'
         ORDER BY table_name, column_index`,
      ),
    );
    const columns = new Map<string, StoredColumn[]>();
    for (const row of rows) {
      const name = String(row.column_name);
      const own = columns.get(String(row.table_name)) ?? [];
      columns.set(String(row.table_name), own);
      if (!(Object.values(hiddenColumns) as string[]).includes(`"${name}"`)) {
        own.push({ name: nameOfPhysical(name), storage: String(row.data_type) });
      }
    }
    return new TableSchemaCache(columns);
  }

  /** Returns the columns of a tenant's table. Undefined if the tenant has no stored table for the definition. */
  columnsOf(table: TenantTable): readonly StoredColumn[] | undefined {
    return this.#columns.get(physicalTableNameOf(table));
  }

  /** Returns the stored tables of one definition in all tenants. */
  tablesOf(source: string): [name: string, columns: readonly StoredColumn[]][] {
    return [...this.#columns].filter(([name]) => name.startsWith(`${source} `));
  }

  /** Creates the stored table if it does not exist. */
  async createIfMissing(connection: Connection, table: TenantTable, columns: readonly TableColumn[]): Promise<void> {
    if (!this.columnsOf(table)) {
      await connection.run(
        `CREATE TABLE IF NOT EXISTS ${quoteRowsPath(physicalTableNameOf(table))} (${buildColumnDefinitions(storedColumnsOf(columns))})`,
      );
    }
  }

  /** Updates the cached columns of a table. Call it after the change was committed. */
  update(name: string, columns: readonly TableColumn[]): void {
    this.#columns.set(name, storedColumnsOf(columns));
  }
}

/**
 * Rebuilds stored tables with new columns. Returns the names of columns whose values would lose information; if there
 * are any, rebuilds no table. Runs in the caller's transaction.
 */
export async function rebuildTables(
  connection: Connection,
  tables: readonly (readonly [name: string, stored: readonly StoredColumn[]])[],
  columns: readonly StoredColumn[],
): Promise<readonly string[]> {
  const lossy = new Set<string>();
  for (const [name, stored] of tables) {
    for (const column of await findLossyColumns(connection, name, stored, columns)) {
      lossy.add(column);
    }
  }
  for (const [name, stored] of lossy.size > 0 ? [] : tables) {
    await rebuildTable(connection, name, stored, columns);
  }
  return [...lossy];
}

async function findLossyColumns(
  connection: Connection,
  name: string,
  stored: readonly StoredColumn[],
  columns: readonly StoredColumn[],
): Promise<string[]> {
  const lossy: string[] = [];
  for (const column of stored) {
    const wanted = columns.find((one) => isSameName(one.name, column.name));
    if (wanted && !isLossless(column.storage, wanted.storage)) {
      const [row] = await connection.rows(
        `SELECT count(${quoteColumnName(column.name)}) > 0 AS has_values FROM ${quoteRowsPath(name)}`,
      );
      if (row?.has_values === true) {
        lossy.push(wanted.name);
      }
    }
  }
  return lossy;
}

/** Rebuilds a stored table with new columns and keeps all versions of its rows. */
async function rebuildTable(
  connection: Connection,
  name: string,
  stored: readonly StoredColumn[],
  columns: readonly StoredColumn[],
): Promise<void> {
  const unfinished = `${name} ${randomUUID()}`;
  const values = columns.map((column) => {
    const same = stored.find((one) => isSameName(one.name, column.name) && isLossless(one.storage, column.storage));
    return `${same ? quoteColumnName(same.name) : "NULL"}::${column.storage}`;
  });
  const versions = Object.values(hiddenColumns);
  await connection.run(`CREATE TABLE ${quoteRowsPath(unfinished)} (${buildColumnDefinitions(columns)})`);
  await connection.run(
    `INSERT INTO ${quoteRowsPath(unfinished)} SELECT ${[...values, ...versions].join(", ")} FROM ${quoteRowsPath(name)}`,
  );
  await connection.run(`DROP TABLE ${quoteRowsPath(name)}`);
  await connection.run(`ALTER TABLE ${quoteRowsPath(unfinished)} RENAME TO ${quoteName(name)}`);
}

/** Whether two lists of columns have equal names and types in the same order. */
export function haveSameColumns<Column extends StoredColumn | TableColumn>(
  stored: readonly Column[],
  wanted: readonly Column[],
): boolean {
  return isDeepStrictEqual(stored, wanted);
}

function nameOfPhysical(name: string): string {
  return /^rowid\$$/i.test(name) ? name.slice(0, -1) : name;
}
