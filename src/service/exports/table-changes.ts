import { type Connection, quoteName } from "../../duckdb/database.ts";
import type { ExportedColumn, ExportedTable } from "./exported-tables.ts";

/** First column of a table's changes: `I` a new row, `U` a row whose key was there before, `D` a row that is gone. */
export const changeColumn: ExportedColumn = {
  name: "$change",
  dataType: "STRING",
  allowsNull: false,
  isPrimaryKeyComponent: false,
};

/** The columns of a table of two versions. A column of another type is a deleted one and a new one. */
interface ComparedColumns {
  readonly common: readonly ExportedColumn[];
  readonly added: readonly ExportedColumn[];
  readonly deleted: readonly string[];
}

export function compareColumns(base: ExportedTable, table: ExportedTable): ComparedColumns {
  const isIn = (columns: readonly ExportedColumn[], { name, dataType }: ExportedColumn) =>
    columns.some((other) => other.name === name && other.dataType === dataType);
  return {
    common: table.columns.filter((column) => isIn(base.columns, column)),
    added: table.columns.filter((column) => !isIn(base.columns, column)),
    deleted: base.columns.filter((column) => !isIn(table.columns, column)).map(({ name }) => name),
  };
}

/**
 * Returns the columns that tell the rows of a table apart for whoever joins its new columns: those of its primary key, or
 * all common ones of a table without.
 */
export function keyColumnsOf(common: readonly ExportedColumn[]): readonly ExportedColumn[] {
  const keys = common.filter(({ isPrimaryKeyComponent }) => isPrimaryKeyComponent);
  return keys.length > 0 ? keys : common;
}

/** Name of the temporary table of `findChanges`. */
export const changesTable = quoteName("export changes");

/**
 * Writes what turns the rows of a table of the base version into those of the exported version to `changesTable`: `$change`
 * and the common columns. A changed row of a table without a primary key is one that is gone and a new one. Equal rows count:
 * what is there twice and was there once is new once.
 */
export async function findChanges(
  connection: Connection,
  base: ExportedTable,
  table: ExportedTable,
  common: readonly ExportedColumn[],
  signal: AbortSignal,
): Promise<void> {
  const columns = common.map(({ name }) => quoteName(name)).join(", ");
  const sides = quoteName("export sides");
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE ${sides} AS
     SELECT ${columns}, sum("$side")::BIGINT AS "$side" FROM (
       SELECT ${columns}, 1 AS "$side" FROM (${table.select(table.source)})
       UNION ALL SELECT ${columns}, -1 FROM (${base.select(base.source)})
     ) GROUP BY ${columns} HAVING sum("$side") <> 0`,
    [],
    signal,
  );
  const keys = common.filter(({ isPrimaryKeyComponent }) => isPrimaryKeyComponent).map(({ name }) => quoteName(name));
  const isOther = keys.map((key) => `other.${key} IS NOT DISTINCT FROM one.${key}`).join(" AND ");
  const other = (side: "<" | ">") =>
    keys.length === 0 ? "FALSE" : `EXISTS (FROM ${sides} AS other WHERE other."$side" ${side} 0 AND ${isOther})`;
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE ${changesTable} AS
     SELECT "$change", ${columns} FROM (
       SELECT CASE WHEN ${other("<")} THEN 'U' ELSE 'I' END AS "$change", * FROM ${sides} AS one WHERE one."$side" > 0
       UNION ALL SELECT 'D', * FROM ${sides} AS one WHERE one."$side" < 0 AND NOT ${other(">")}
     ), range(abs("$side")) ORDER BY ${columns}, "$change"`,
    [],
    signal,
  );
  await connection.run(`DROP TABLE ${sides}`, [], signal);
}
