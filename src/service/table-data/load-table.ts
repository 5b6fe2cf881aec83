import { type Connection, quoteName } from "../../duckdb/database.ts";
import { commitsTable } from "./catalogue.ts";
import { columnDefinitions, physicalPath } from "./physical-table.ts";
import { countOf } from "./row-marks.ts";
import type { AccessibleTable, TableState } from "./table-data.ts";
import { type TableNews, type TableStates, writeTableStates } from "./table-states.ts";

/** Rows that a table begins with. */
export interface LoadedTable {
  readonly reach: AccessibleTable;
  /** A SELECT of DuckDB with the columns of the reach, in their order. */
  readonly sql: string;
  readonly state: TableState & { readonly transactionId: string; readonly recordsUpdatedAt: string };
}

/** Fills a table as if one SQL transaction had, and leaves a view of its name for the tables after it; gives what to note. */
export async function loadTable(
  connection: Connection,
  { reach, sql, state }: LoadedTable,
  number: number,
  states: TableStates,
  signal: AbortSignal | undefined,
): Promise<TableNews> {
  const path = physicalPath(reach.table);
  await connection.run(`CREATE TABLE ${path} (${columnDefinitions(reach.columns)})`);
  const records = await countOf(
    connection,
    `INSERT INTO ${path} SELECT *, ${number}, NULL, false FROM (${sql})`,
    signal,
  );
  await connection.run(
    `INSERT INTO ${commitsTable} VALUES (?, ?, ?::BIGINT, ?, ?::BIGINT, ?::BIGINT, ?::BIGINT, 0, 0)`,
    [
      reach.table.source,
      reach.table.tenant,
      number,
      state.transactionId,
      Date.parse(state.recordsUpdatedAt),
      records,
      records,
    ],
  );
  const news = { table: reach.table, state, oldestCommitMs: Date.parse(state.recordsUpdatedAt) };
  await writeTableStates(connection, [news], states);
  const names = reach.columns.map(({ name }) => quoteName(name)).join(", ");
  await connection.run(
    `CREATE TEMP VIEW ${quoteName(reach.name)} AS SELECT columns.* FROM (SELECT * EXCLUDE ("$from", "$to", "$replaces") FROM ${path}) AS columns(${names})`,
  );
  return news;
}
