import { type Connection, type Database, quoteName, quoteText } from "../../duckdb/database.ts";
import { storageTypeOf } from "../store/column-storage.ts";
import type { TableColumn, TenantTable } from "./table-data.ts";

/**
 * Name of the DuckDB schema with the rows of table sources. Each table of a tenant is one DuckDB table named by uuid,
 * so that renaming a definition moves no rows. Users' SQL can access only views of these tables.
 */
export const rowsSchemaName = "stored";

/** Names of the service's own columns in stored tables. The `$` keeps them apart from the columns of table sources. */
export const hiddenColumns = {
  /** Number of the transaction that wrote the row. */
  from: '"$from"',
  /** Number of the transaction that removed the row; NULL if it was not removed. */
  to: '"$to"',
  /** Whether the row replaces one that was committed before its transaction. */
  replaces: '"$replaces"',
} as const;

const hiddenColumnDefinitions: readonly string[] = [
  `${hiddenColumns.from} BIGINT`,
  `${hiddenColumns.to} BIGINT`,
  `${hiddenColumns.replaces} BOOLEAN`,
];

/** Returns the name of the DuckDB table that stores a table's rows, unquoted and without the schema. */
export function physicalTableNameOf({ source, tenant }: TenantTable): string {
  return `${source} ${tenant}`;
}

export function physicalTablePathOf(table: TenantTable): string {
  return quoteRowsPath(physicalTableNameOf(table));
}

export function quoteRowsPath(name: string): string {
  return `${rowsSchemaName}.${quoteName(name)}`;
}

/**
 * Returns the quoted name of a stored column. A column `rowid` gets another name, because it would hide DuckDB's row
 * number.
 */
export function quoteColumnName(name: string): string {
  return quoteName(name.toLowerCase() === "rowid" ? `${name}$` : name);
}

/** A column of a table or an input in DuckDB. `storage` is its type there, such as `BIGINT`. */
export interface StoredColumn {
  readonly name: string;
  readonly storage: string;
}

export function storedColumnsOf(columns: readonly TableColumn[]): readonly StoredColumn[] {
  return columns.map(({ name, type }) => ({ name, storage: storageTypeOf(type) }));
}

export function buildColumnDefinitions(columns: readonly StoredColumn[]): string {
  return [
    ...columns.map(({ name, storage }) => `${quoteColumnName(name)} ${storage}`),
    ...hiddenColumnDefinitions,
  ].join(", ");
}

/** Table that stores the locks of transactions. */
export const locksTable = `${quoteName("kept")}.locks`;
/** Table that stores the commits of transactions. */
export const commitsTable = `${quoteName("kept")}.commits`;
/** Table that stores the states that TableMetadata shows. */
export const tableStatesTable = `${quoteName("kept")}.states`;
/**
 * Table of the tenants in which a transaction was committed. A row is removed once the transaction's own record has the
 * commit.
 */
export const committedTenantsTable = `${quoteName("kept")}.ends`;
/** Table of the upstream commits that each view's rows include. */
export const viewProgressTable = `${quoteName("kept")}.progress`;

// Without keys, because DuckDB's indexes refuse a row that is deleted and inserted again in one transaction.
const recordTables = [
  "CREATE SCHEMA IF NOT EXISTS kept",
  `CREATE TABLE IF NOT EXISTS ${locksTable} (
     source VARCHAR, tenant VARCHAR, transaction_id VARCHAR, number BIGINT, retention_days INTEGER)`,
  `CREATE TABLE IF NOT EXISTS ${commitsTable} (
     source VARCHAR, tenant VARCHAR, number BIGINT, transaction_id VARCHAR, committed_ms BIGINT,
     records BIGINT, added BIGINT, changed BIGINT, removed BIGINT)`,
  `CREATE TABLE IF NOT EXISTS ${tableStatesTable} (
     source VARCHAR, tenant VARCHAR, metadata VARCHAR, transaction_id VARCHAR, updated_ms BIGINT)`,
  `CREATE TABLE IF NOT EXISTS ${committedTenantsTable} (transaction_id VARCHAR, tenant VARCHAR)`,
  `CREATE TABLE IF NOT EXISTS ${viewProgressTable} (
     source VARCHAR, tenant VARCHAR, definition VARCHAR, upstream_source VARCHAR, upstream_tenant VARCHAR, number BIGINT)`,
];

/** Creates the missing tables of locks, commits and states. */
export async function createRecordTables(connection: Connection): Promise<void> {
  for (const statement of recordTables) {
    await connection.run(statement);
  }
}

/** Creates missing tables, then permanently restricts the database's file access to the given folders. */
export async function prepareCatalogue(database: Database, folders: readonly string[]): Promise<void> {
  await database.use(async (connection) => {
    await connection.run(`CREATE SCHEMA IF NOT EXISTS ${rowsSchemaName}`);
    await createRecordTables(connection);
    await restrictFileAccess(connection, folders);
  });
}

/** Permanently restricts the file access of a database to the given folders. */
export async function restrictFileAccess(connection: Connection, folders: readonly string[]): Promise<void> {
  const list = folders.map(quoteText).join(", ");
  await connection.run(`SET allowed_directories = [${list}]`);
  await connection.run("SET enable_external_access = false");
  await connection.run("SET lock_configuration = true");
}
