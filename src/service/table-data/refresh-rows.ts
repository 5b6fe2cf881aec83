import { type Connection, quoteName } from "../../duckdb/database.ts";
import type { TranslatedQuery } from "../engine/spark/types/translated-statement.ts";
import { isSameName } from "../store/same-name.ts";
import { hidden, physicalPath } from "./catalogue.ts";
import { countOf, removeRows } from "./row-marks.ts";
import type { AccessibleTable, RowChanges } from "./table-data.ts";
import { TableDataError } from "./table-data-error.ts";
import { selectVersionsSql } from "./table-relation.ts";
import { insertFrom, replaceRows } from "./write-rows.ts";
import { castTo, type WriteTarget } from "./write-target.ts";

/**
 * Names that a joinFilter uses for the changed rows of an upstream table and for the rows of the view
 * (sql-like-language 13.4).
 */
export const changedRows = "input";
export const viewRows = "output";
/** Name of the column that identifies the rows of the view. */
export const rowNumber = "$row";

/** Changes to an upstream table, and how the view's rows relate to them. */
export interface UpstreamChange {
  readonly upstream: AccessibleTable;
  /** Number of the last commit that the view's rows include; later ones up to `upTo` are new. */
  readonly after: number;
  readonly upTo: number;
  /** Returns `$row` of the rows of `output` that are related to a row of `input`. */
  readonly related: TranslatedQuery;
}

/** Parameters of a view's refresh. */
export interface ViewRefresh {
  readonly query: TranslatedQuery;
  /** Changes whose related rows to refresh; `undefined` refreshes all rows. */
  readonly changes: readonly UpstreamChange[] | undefined;
}

/** Computes the view's query and replaces those rows of the view that are related to a change. */
export async function refreshRows(
  connection: Connection,
  target: WriteTarget,
  { query, changes }: ViewRefresh,
  signal?: AbortSignal,
): Promise<RowChanges> {
  await connection.run(
    `CREATE TEMP TABLE "$fresh" AS SELECT row_number() OVER () AS ${quoteName(rowNumber)}, * FROM (${freshRows(target, query)})`,
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
  await run(`DROP VIEW IF EXISTS ${changedRows}`);
  await run(`DROP VIEW IF EXISTS ${viewRows}`);
  await run('CREATE TEMP TABLE "$old" ("$row" BIGINT)');
  await run('CREATE TEMP TABLE "$new" ("$row" BIGINT)');
  for (const { upstream, after, upTo, related } of changes) {
    const isNew = (column: string) => `(${column} > ${after} AND ${column} <= ${upTo})`;
    const versions = `${isNew(hidden.from)} OR ${isNew(hidden.to)}`;
    await run(
      `CREATE OR REPLACE TEMP TABLE ${changedRows} AS ${selectVersionsSql(upstream, physicalPath(upstream.table), versions)}`,
    );
    await run(`CREATE OR REPLACE TEMP VIEW ${viewRows} AS SELECT "$row", ${columns} FROM ${target.as("t")}`);
    await run(`INSERT INTO "$old" ${related.sql}`);
    await run(`CREATE OR REPLACE TEMP VIEW ${viewRows} AS SELECT "$row", ${columns} FROM "$fresh"`);
    await run(`INSERT INTO "$new" ${related.sql}`);
  }
  const gone = `(SELECT "$row", ${hidden.from} FROM ${target.as("t")} WHERE "$row" IN (FROM "$old"))`;
  const removed = await countOf(connection, `SELECT count(*) FROM ${gone}`, signal);
  await removeRows(connection, target, gone, signal);
  const come = `(SELECT *, false AS "$replaces" FROM "$fresh" WHERE "$row" IN (FROM "$new"))`;
  const added = await countOf(connection, insertFrom(target, come), signal);
  for (const relation of [`VIEW ${viewRows}`, `TABLE ${changedRows}`, 'TABLE "$old"', 'TABLE "$new"']) {
    await run(`DROP ${relation}`);
  }
  return { added, changed: 0, removed };
}

/** SELECT of the view's columns from its query: by name if the query has all of them, else by position. */
function freshRows(target: WriteTarget, { sql, columns }: TranslatedQuery): string {
  const positions = target.columns.map(({ name }) => columns.findIndex((one) => isSameName(one.name, name)));
  const isNamed = positions.every((position) => position >= 0);
  if (!isNamed && columns.length !== target.columns.length) {
    throw new TableDataError(
      `The query of the view ${target.name} returns ${columns.length} columns, but the view has ${target.columns.length}; use the same names or the same number of columns.`,
    );
  }
  const values = target.columns.map((column, index) => {
    const position = isNamed ? (positions[index] ?? index) : index;
    return `${castTo(column, `query.c${position}`)} AS ${quoteName(column.name)}`;
  });
  const names = columns.map((_, index) => `c${index}`).join(", ");
  return `SELECT ${values.join(", ")} FROM (${sql}) AS query(${names})`;
}
