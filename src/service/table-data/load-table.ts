import { type Connection, quoteName } from "../../duckdb/database.ts";
import { columnDefinitions, commitsTable, physicalPath } from "./catalogue.ts";
import { countOf } from "./row-marks.ts";
import type { AccessibleTable, TableState } from "./table-data.ts";
import { type TableStates, type TableUpdate, writeTableStates } from "./table-states.ts";

/** A table to create with initial rows. */
export interface LoadedTable {
  readonly accessible: AccessibleTable;
  /** A DuckDB SELECT that returns the columns of the table, in order. */
  readonly sql: string;
  readonly state: TableState & { readonly transactionId: string; readonly recordsUpdatedAt: string };
}

/**
 * Creates and fills a table as one SQL transaction would, and creates a view with its name for the tables that follow.
 * Returns the new state of the table.
 */
export async function loadTable(
  connection: Connection,
  { accessible, sql, state }: LoadedTable,
  number: number,
  states: TableStates,
  signal: AbortSignal | undefined,
): Promise<TableUpdate> {
  const path = physicalPath(accessible.table);
  await connection.run(`CREATE TABLE ${path} (${columnDefinitions(accessible.columns)})`);
  const records = await countOf(
    connection,
    `INSERT INTO ${path} SELECT *, ${number}, NULL, false FROM (${sql})`,
    signal,
  );
  await connection.run(
    `INSERT INTO ${commitsTable} VALUES (?, ?, ?::BIGINT, ?, ?::BIGINT, ?::BIGINT, ?::BIGINT, 0, 0)`,
    [
      accessible.table.source,
      accessible.table.tenant,
      number,
      state.transactionId,
      Date.parse(state.recordsUpdatedAt),
      records,
      records,
    ],
  );
  const updates = { table: accessible.table, state, oldestCommitMs: Date.parse(state.recordsUpdatedAt) };
  await writeTableStates(connection, [updates], states);
  const names = accessible.columns.map(({ name }) => quoteName(name)).join(", ");
  await connection.run(
    `CREATE TEMP VIEW ${quoteName(accessible.name)} AS SELECT columns.* FROM (SELECT * EXCLUDE ("$from", "$to", "$replaces") FROM ${path}) AS columns(${names})`,
  );
  return updates;
}
