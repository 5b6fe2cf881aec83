import { countOf } from "../../base/count-of.ts";
import { type Connection, quoteName } from "../../duckdb/database.ts";
import type { TranslatedQuery } from "../engine/spark/types/translated-statement.ts";
import { isSameName } from "../store/same-name.ts";
import { hiddenColumns, physicalTablePathOf } from "./catalogue.ts";
import { removeRows, runForCount } from "./row-marks.ts";
import type { AccessibleTable, RowChanges } from "./table-data.ts";
import { TableDataError } from "./table-data-error.ts";
import { buildSelectVersionsSql } from "./table-relation.ts";
import { buildInsertSql, replaceRows } from "./write-rows.ts";
import { buildColumnCastSql, type WriteTarget } from "./write-target.ts";

/** Name by which a joinFilter refers to the changed rows of an upstream table (sql-like-language 13.4). */
export const changedRowsName = "input";
/** Name by which a joinFilter refers to the rows of the view (sql-like-language 13.4). */
export const viewRowsName = "output";
/** Name of the column that identifies the rows of the view. */
export const viewRowNumberColumn = "$row";

/** Changes to an upstream table, with the relation between them and the rows of the view. */
export interface UpstreamChange {
  readonly upstream: AccessibleTable;
  /** Number of the last commit that the view's rows include. Later commits, up to `upTo`, are new. */
  readonly after: number;
  readonly upTo: number;
  /** Returns SQL for the `$row` of those rows of `output` that are related to a row of `input`. */
  readonly related: TranslatedQuery;
}

/** Parameters for refreshing the rows of a view. */
export interface ViewRefresh {
  readonly query: TranslatedQuery;
  /** Changes to upstream tables. Only rows related to them are refreshed. Undefined refreshes all rows. */
  readonly changes: readonly UpstreamChange[] | undefined;
}

/** Runs the query of a view and replaces the rows of the view that are related to a change. */
export async function refreshViewRows(
  connection: Connection,
  target: WriteTarget,
  { query, changes }: ViewRefresh,
  signal?: AbortSignal,
): Promise<RowChanges> {
  await connection.run(
    `CREATE TEMP TABLE "$fresh" AS SELECT row_number() OVER () AS ${quoteName(viewRowNumberColumn)}, * FROM (${buildFreshRowsSql(target, query)})`,
    [],
    signal,
  );
  const changed = changes
    ? await replaceRelated(connection, target, changes, signal)
    : await replaceRows(connection, target, { name: target.name, sql: '"$fresh"', columns: target.columns }, signal);
  await connection.run('DROP TABLE "$fresh"');
  return changed;
}

async function replaceRelated(
  connection: Connection,
  target: WriteTarget,
  changes: readonly UpstreamChange[],
  signal: AbortSignal | undefined,
): Promise<RowChanges> {
  const run = (sql: string) => connection.run(sql, [], signal);
  const columns = target.columns.map(({ name }) => quoteName(name)).join(", ");
  // Views of user tables with these names; the query no longer needs them.
  await run(`DROP VIEW IF EXISTS ${changedRowsName}`);
  await run(`DROP VIEW IF EXISTS ${viewRowsName}`);
  await run('CREATE TEMP TABLE "$old" ("$row" BIGINT)');
  await run('CREATE TEMP TABLE "$new" ("$row" BIGINT)');
  for (const { upstream, after, upTo, related } of changes) {
    const isNew = (column: string) => `(${column} > ${after} AND ${column} <= ${upTo})`;
    const versions = `${isNew(hiddenColumns.from)} OR ${isNew(hiddenColumns.to)}`;
    await run(
      `CREATE OR REPLACE TEMP TABLE ${changedRowsName} AS ${buildSelectVersionsSql(upstream, physicalTablePathOf(upstream.table), versions)}`,
    );
    await run(`CREATE OR REPLACE TEMP VIEW ${viewRowsName} AS SELECT "$row", ${columns} FROM ${target.as("t")}`);
    await run(`INSERT INTO "$old" ${related.sql}`);
    await run(`CREATE OR REPLACE TEMP VIEW ${viewRowsName} AS SELECT "$row", ${columns} FROM "$fresh"`);
    await run(`INSERT INTO "$new" ${related.sql}`);
  }
  const gone = `(SELECT "$row", ${hiddenColumns.from} FROM ${target.as("t")} WHERE "$row" IN (FROM "$old"))`;
  const removed = await runForCount(connection, `SELECT count(*) FROM ${gone}`, signal);
  await removeRows(connection, target, gone, signal);
  const come = `(SELECT *, false AS "$replaces" FROM "$fresh" WHERE "$row" IN (FROM "$new"))`;
  const added = await runForCount(connection, buildInsertSql(target, come), signal);
  for (const relation of [`VIEW ${viewRowsName}`, `TABLE ${changedRowsName}`, 'TABLE "$old"', 'TABLE "$new"']) {
    await run(`DROP ${relation}`);
  }
  return { added, changed: 0, removed };
}

/** SELECT of the view's columns from its query: by name if the query has all of them, else by position. */
function buildFreshRowsSql(target: WriteTarget, { sql, columns }: TranslatedQuery): string {
  const positions = target.columns.map(({ name }) => columns.findIndex((one) => isSameName(one.name, name)));
  const isNamed = positions.every((position) => position >= 0);
  if (!isNamed && columns.length !== target.columns.length) {
    throw new TableDataError(
      `The query of the view ${target.name} returns ${countOf(columns.length, "column")}, but the view has ${target.columns.length}; use the same names or the same number of columns.`,
    );
  }
  const values = target.columns.map((column, index) => {
    const position = isNamed ? (positions[index] ?? index) : index;
    return `${buildColumnCastSql(column, `query.c${position}`)} AS ${quoteName(column.name)}`;
  });
  const names = columns.map((_, index) => `c${index}`).join(", ");
  return `SELECT ${values.join(", ")} FROM (${sql}) AS query(${names})`;
}
