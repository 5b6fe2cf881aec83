import { type Connection, type Database, quoteName, quoteText } from "../../duckdb/database.ts";
import type { TableColumn, TenantTable } from "./table-data.ts";

/**
 * Schema of the stored rows. Each table of a tenant is one DuckDB table, named by the definition's uuid, so that
 * renaming a definition moves nothing. SQL of users can access only views of these tables.
 */
export const rowsSchema = "stored";

/** Columns of the service; no column of a table source can have these names, because `$` is not allowed in them. */
export const hidden = {
  /** Number of the transaction that wrote the row. */
  from: '"$from"',
  /** Number of the transaction that removed the row; NULL if it was not removed. */
  to: '"$to"',
  /** Whether the row replaces one that was committed before its transaction. */
  replaces: '"$replaces"',
} as const;

const hiddenColumns: readonly string[] = [`${hidden.from} BIGINT`, `${hidden.to} BIGINT`, `${hidden.replaces} BOOLEAN`];

/** Name of the DuckDB table, unquoted and without the schema. */
export function physicalName({ source, tenant }: TenantTable): string {
  return `${source} ${tenant}`;
}

export function physicalPath(table: TenantTable): string {
  return rowsPath(physicalName(table));
}

export function rowsPath(name: string): string {
  return `${rowsSchema}.${quoteName(name)}`;
}

/** Quoted name of a stored column. A column `rowid` is renamed, because it would hide DuckDB's own row number. */
export function quotedColumnName(name: string): string {
  return quoteName(name.toLowerCase() === "rowid" ? `${name}$` : name);
}

export function columnDefinitions(columns: readonly TableColumn[]): string {
  return [...columns.map(({ name, storage }) => `${quotedColumnName(name)} ${storage}`), ...hiddenColumns].join(", ");
}

/** Tables that manage the rows: locks, commits and the states that TableMetadata shows. */
export const locksTable = `${quoteName("kept")}.locks`;
export const commitsTable = `${quoteName("kept")}.commits`;
export const statesTable = `${quoteName("kept")}.states`;
/** Tenants in which transactions are committed, until the commit is also recorded in the transaction itself. */
export const endsTable = `${quoteName("kept")}.ends`;
/** Number of the last commit of each upstream table that a view's rows include. */
export const progressTable = `${quoteName("kept")}.progress`;

// Without keys, because DuckDB's indexes refuse a row that is deleted and inserted again in one transaction.
const statements = [
  `CREATE SCHEMA IF NOT EXISTS ${rowsSchema}`,
  "CREATE SCHEMA IF NOT EXISTS kept",
  `CREATE TABLE IF NOT EXISTS ${locksTable} (
     source VARCHAR, tenant VARCHAR, transaction_id VARCHAR, number BIGINT, retention_days INTEGER)`,
  `CREATE TABLE IF NOT EXISTS ${commitsTable} (
     source VARCHAR, tenant VARCHAR, number BIGINT, transaction_id VARCHAR, committed_ms BIGINT,
     records BIGINT, added BIGINT, changed BIGINT, removed BIGINT)`,
  `CREATE TABLE IF NOT EXISTS ${statesTable} (
     source VARCHAR, tenant VARCHAR, metadata VARCHAR, transaction_id VARCHAR, updated_ms BIGINT)`,
  `CREATE TABLE IF NOT EXISTS ${endsTable} (transaction_id VARCHAR, tenant VARCHAR)`,
  `CREATE TABLE IF NOT EXISTS ${progressTable} (
     source VARCHAR, tenant VARCHAR, definition VARCHAR, upstream_source VARCHAR, upstream_tenant VARCHAR, number BIGINT)`,
];

/** Creates missing tables, then permanently restricts the database's file access to the given folders. */
export async function prepareCatalogue(database: Database, folders: readonly string[]): Promise<void> {
  await database.use(async (connection) => {
    for (const statement of statements) {
      await connection.run(statement);
    }
    await restrictFileAccess(connection, folders);
  });
}

async function restrictFileAccess(connection: Connection, folders: readonly string[]): Promise<void> {
  const list = folders.map(quoteText).join(", ");
  await connection.run(`SET allowed_directories = [${list}]`);
  await connection.run("SET enable_external_access = false");
  await connection.run("SET lock_configuration = true");
}
