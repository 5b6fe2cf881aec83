import { randomUUID } from "node:crypto";
import { type Connection, type Database, quoteName } from "../../duckdb/database.ts";
import { keepsValues } from "./column-storage.ts";
import { inTransaction } from "./transaction.ts";

/** DuckDB schema of a tenant's file that holds the rows of its table sources, one table for each, by `objectName`. */
export const tableSourceSchema = "table_source";

/** A column as it is stored; `storage` is DuckDB's type, such as `BIGINT`. */
export interface StoredColumn {
  readonly name: string;
  readonly storage: string;
}

export interface StoredRows {
  readonly recordCount: number;
  /** Bytes of the blocks that hold the rows; 0 without rows. */
  readonly sizeBytes: number;
}

/** Counts the rows of a table in a tenant's file; only those with `only.value` in `only.column` where that is given. */
export function countRows(
  database: Database,
  objectName: string,
  only?: { readonly column: string; readonly value: string },
): Promise<StoredRows> {
  return database.use(async (connection) => {
    const stored = await readTable(connection, objectName);
    if (!stored) {
      return { recordCount: 0, sizeBytes: 0 };
    }
    const table = inSchema(stored.name);
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

export function hasTable(database: Database, objectName: string): Promise<boolean> {
  return database.use(async (connection) => (await readTable(connection, objectName)) !== undefined);
}

/** Names of the columns whose stored values would not all survive as one of `columns`. */
export function listLossyColumns(
  database: Database,
  objectName: string,
  columns: readonly StoredColumn[],
): Promise<string[]> {
  return database.use(async (connection) => {
    const stored = await readTable(connection, objectName);
    const lossy: string[] = [];
    for (const column of stored?.columns ?? []) {
      const wanted = columns.find(({ name }) => isSameName(name, column.name));
      if (stored && wanted && !keepsValues(column.storage, wanted.storage)) {
        const [row] = await connection.rows(
          `SELECT count(${quoteName(column.name)}) > 0 AS has_values FROM ${inSchema(stored.name)}`,
        );
        if (row?.has_values === true) {
          lossy.push(wanted.name);
        }
      }
    }
    return lossy;
  });
}

/**
 * Makes a table of a tenant's file as wanted: rows stay, with the values of the columns that stay by name; without a former name,
 * or a table of it, an empty one is made. What else has the wanted name belongs to no table source any more and is set aside.
 */
export function shapeTable(
  database: Database,
  formerName: string | undefined,
  wanted: { readonly objectName: string; readonly columns: readonly StoredColumn[] },
): Promise<void> {
  return changeTables(database, async (connection) => {
    const { objectName, columns } = wanted;
    const stored = formerName === undefined ? undefined : await readTable(connection, formerName);
    if (!stored || !isSameName(stored.name, objectName)) {
      await setAside(connection, objectName, randomUUID());
    }
    if (!stored) {
      await connection.run(`CREATE TABLE ${inSchema(objectName)} (${columnList(columns)})`);
    } else if (isSameShape(stored.columns, columns) && !isSameName(stored.name, objectName)) {
      await connection.run(`ALTER TABLE ${inSchema(stored.name)} RENAME TO ${quoteName(objectName)}`);
    } else if (!isSameShape(stored.columns, columns) || stored.name !== objectName) {
      await rebuild(connection, stored, objectName, columns);
    }
  });
}

/** Takes a table's name away but keeps its rows, under a name that no table source can have. */
export function keepTable(database: Database, objectName: string, uuid: string): Promise<void> {
  return changeTables(database, (connection) => setAside(connection, objectName, uuid));
}

/** DuckDB and SQL of table sources ignore the case of names (sql-like-language 13.1). */
export function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

interface StoredTable {
  readonly name: string;
  readonly columns: readonly StoredColumn[];
}

function changeTables(database: Database, work: (connection: Connection) => Promise<void>): Promise<void> {
  return database.use((connection) =>
    inTransaction(connection, async () => {
      await connection.run(`CREATE SCHEMA IF NOT EXISTS ${tableSourceSchema}`);
      await work(connection);
    }),
  );
}

async function readTable(connection: Connection, objectName: string): Promise<StoredTable | undefined> {
  const rows = await connection.rows(
    `SELECT table_name, column_name, data_type FROM duckdb_columns()
     WHERE schema_name = ? AND lower(table_name) = lower(?) ORDER BY column_index`,
    [tableSourceSchema, objectName],
  );
  const columns = rows.map((row) => ({ name: String(row.column_name), storage: String(row.data_type) }));
  return rows[0] && { name: String(rows[0].table_name), columns };
}

async function setAside(connection: Connection, objectName: string, id: string): Promise<void> {
  const stored = await readTable(connection, objectName);
  if (stored) {
    await connection.run(`ALTER TABLE ${inSchema(stored.name)} RENAME TO ${quoteName(`${stored.name} ${id}`)}`);
  }
}

async function rebuild(
  connection: Connection,
  stored: StoredTable,
  objectName: string,
  columns: readonly StoredColumn[],
): Promise<void> {
  const unfinished = inSchema(`${objectName} ${randomUUID()}`);
  const values = columns.map(({ name, storage }) => {
    const kept = stored.columns.find((column) => isSameName(column.name, name) && keepsValues(column.storage, storage));
    return `${kept ? quoteName(kept.name) : "NULL"}::${storage}`;
  });
  await connection.run(`CREATE TABLE ${unfinished} (${columnList(columns)})`);
  await connection.run(`INSERT INTO ${unfinished} SELECT ${values.join(", ")} FROM ${inSchema(stored.name)}`);
  await connection.run(`DROP TABLE ${inSchema(stored.name)}`);
  await connection.run(`ALTER TABLE ${unfinished} RENAME TO ${quoteName(objectName)}`);
}

function isSameShape(stored: readonly StoredColumn[], wanted: readonly StoredColumn[]): boolean {
  return (
    stored.length === wanted.length &&
    stored.every(({ name, storage }, index) => name === wanted[index]?.name && storage === wanted[index]?.storage)
  );
}

function columnList(columns: readonly StoredColumn[]): string {
  return columns.map(({ name, storage }) => `${quoteName(name)} ${storage}`).join(", ");
}

function inSchema(name: string): string {
  return `${tableSourceSchema}.${quoteName(name)}`;
}
