import { type Connection, quoteName } from "../../duckdb/database.ts";
import { buildColumnDefinitions, commitsTable, physicalTablePathOf, storedColumnsOf } from "./catalogue.ts";
import { runForCount } from "./row-marks.ts";
import type { AccessibleTable, TableState } from "./table-data.ts";
import { type TableStates, type TableUpdate, writeTableStates } from "./table-states.ts";

/** A table to create with its initial rows. */
export interface InitialTable {
  readonly accessible: AccessibleTable;
  /** A DuckDB SELECT that returns the rows, with the columns of the table in order. */
  readonly sql: string;
  readonly state: TableState & { readonly transactionId: string; readonly recordsUpdatedAt: string };
}

/**
 * Creates a table and fills it like one SQL transaction. Also creates a view with the table's name, which the SQL of
 * later tables can read. Returns the new state of the table.
 */
export async function loadInitialTable(
  connection: Connection,
  { accessible, sql, state }: InitialTable,
  number: number,
  states: TableStates,
  signal: AbortSignal | undefined,
): Promise<TableUpdate> {
  const path = physicalTablePathOf(accessible.table);
  await connection.run(`CREATE TABLE ${path} (${buildColumnDefinitions(storedColumnsOf(accessible.columns))})`);
  const records = await runForCount(
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
