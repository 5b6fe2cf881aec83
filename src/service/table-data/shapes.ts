import { randomUUID } from "node:crypto";
import { type Connection, type Database, quoteName } from "../../duckdb/database.ts";
import { isLossless } from "../store/column-storage.ts";
import { isSameName } from "../store/same-name.ts";
import { columnDefinitions, hidden, physicalName, quotedColumnName, rowsPath, rowsSchema } from "./catalogue.ts";
import type { TableColumn, TenantTable } from "./table-data.ts";

/** Columns of the stored tables, cached in memory. */
export class TableSchemaCache {
  readonly #columns: Map<string, readonly TableColumn[]>;

  private constructor(columns: Map<string, readonly TableColumn[]>) {
    this.#columns = columns;
  }

  static async read(database: Database): Promise<TableSchemaCache> {
    const rows = await database.use((connection) =>
      connection.rows(
        `SELECT table_name, column_name, data_type FROM duckdb_columns() WHERE schema_name = '${rowsSchema}'
         ORDER BY table_name, column_index`,
      ),
    );
    const columns = new Map<string, TableColumn[]>();
    for (const row of rows) {
      const name = String(row.column_name);
      const own = columns.get(String(row.table_name)) ?? [];
      columns.set(String(row.table_name), own);
      if (!(Object.values(hidden) as string[]).includes(`"${name}"`)) {
        own.push({ name: nameOfPhysical(name), storage: String(row.data_type) });
      }
    }
    return new TableSchemaCache(columns);
  }

  /** Columns of a tenant's table; `undefined` if the tenant has no stored table for the definition. */
  columnsOf(table: TenantTable): readonly TableColumn[] | undefined {
    return this.#columns.get(physicalName(table));
  }

  /** The stored tables of one definition, in all tenants. */
  tablesOf(source: string): [name: string, columns: readonly TableColumn[]][] {
    return [...this.#columns].filter(([name]) => name.startsWith(`${source} `));
  }

  /** Creates the table if it does not exist. */
  async make(connection: Connection, table: TenantTable, columns: readonly TableColumn[]): Promise<void> {
    if (!this.columnsOf(table)) {
      await connection.run(
        `CREATE TABLE IF NOT EXISTS ${rowsPath(physicalName(table))} (${columnDefinitions(columns)})`,
      );
    }
  }

  /** Updates the cached columns; call this after the change is committed. */
  update(name: string, columns: readonly TableColumn[]): void {
    this.#columns.set(name, columns);
  }
}

/** Names of the columns whose stored values would lose information when converted to their type in `columns`. */
export async function findLossyColumns(
  connection: Connection,
  name: string,
  stored: readonly TableColumn[],
  columns: readonly TableColumn[],
): Promise<string[]> {
  const lossy: string[] = [];
  for (const column of stored) {
    const wanted = columns.find((one) => isSameName(one.name, column.name));
    if (wanted && !isLossless(column.storage, wanted.storage)) {
      const [row] = await connection.rows(
        `SELECT count(${quotedColumnName(column.name)}) > 0 AS has_values FROM ${rowsPath(name)}`,
      );
      if (row?.has_values === true) {
        lossy.push(wanted.name);
      }
    }
  }
  return lossy;
}

/** Rebuilds a stored table, with all versions of its rows, with new columns. Runs in the caller's transaction. */
export async function rebuildTable(
  connection: Connection,
  name: string,
  stored: readonly TableColumn[],
  columns: readonly TableColumn[],
): Promise<void> {
  const unfinished = `${name} ${randomUUID()}`;
  const values = columns.map((column) => {
    const same = stored.find((one) => isSameName(one.name, column.name) && isLossless(one.storage, column.storage));
    return `${same ? quotedColumnName(same.name) : "NULL"}::${column.storage}`;
  });
  const versions = Object.values(hidden);
  await connection.run(`CREATE TABLE ${rowsPath(unfinished)} (${columnDefinitions(columns)})`);
  await connection.run(
    `INSERT INTO ${rowsPath(unfinished)} SELECT ${[...values, ...versions].join(", ")} FROM ${rowsPath(name)}`,
  );
  await connection.run(`DROP TABLE ${rowsPath(name)}`);
  await connection.run(`ALTER TABLE ${rowsPath(unfinished)} RENAME TO ${quoteName(name)}`);
}

export function isSameShape(stored: readonly TableColumn[], wanted: readonly TableColumn[]): boolean {
  return (
    stored.length === wanted.length &&
    stored.every(({ name, storage }, index) => name === wanted[index]?.name && storage === wanted[index]?.storage)
  );
}

function nameOfPhysical(name: string): string {
  return /^rowid\$$/i.test(name) ? name.slice(0, -1) : name;
}
