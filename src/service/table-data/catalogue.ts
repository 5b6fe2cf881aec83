import { type Connection, type Database, quoteName } from "../../duckdb/database.ts";
import { rowsSchema } from "./physical-table.ts";

/** Small tables beside the rows: who has locked what, what was committed when, and what TableMetadata shows. */
export const locksTable = `${quoteName("kept")}.locks`;
export const commitsTable = `${quoteName("kept")}.commits`;
export const statesTable = `${quoteName("kept")}.states`;
/** In which tenants transactions are committed, until whoever keeps the transactions has noted it too. */
export const endsTable = `${quoteName("kept")}.ends`;
/** Which commit of a table upstream a view's rows know. */
export const progressTable = `${quoteName("kept")}.progress`;

// Without keys: DuckDB's indexes refuse a row that was deleted and written again in one transaction.
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

/** Makes what is missing and closes the process's door to all files but those in the folders, for good. */
export async function prepareCatalogue(database: Database, folders: readonly string[]): Promise<void> {
  await database.use(async (connection) => {
    for (const statement of statements) {
      await connection.run(statement);
    }
    await closeToFiles(connection, folders);
  });
}

async function closeToFiles(connection: Connection, folders: readonly string[]): Promise<void> {
  const list = folders.map((folder) => `'${folder.replaceAll("'", "''")}'`).join(", ");
  await connection.run(`SET allowed_directories = [${list}]`);
  await connection.run("SET enable_external_access = false");
  await connection.run("SET lock_configuration = true");
}
