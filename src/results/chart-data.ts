import { type Connection, quoteName } from "../duckdb/database.ts";
import { type Cell, type ChartData, type ChartRequest, maximumChartMarks } from "../protocol/data-worker.ts";
import { doubleSql, shownSql, valueColumn } from "./column-storage.ts";
import { chosenColumns } from "./result-rows.ts";
import type { OpenResult } from "./result-store.ts";

/** One mark for each place on the axis and series, in the order of the rows; rows of the same place are added up. */
export async function readChartData(
  connection: Connection,
  result: OpenResult,
  { x, y, series }: ChartRequest,
  signal: AbortSignal,
): Promise<ChartData> {
  const [xColumn, yColumn] = chosenColumns(result, [x, y]);
  const [seriesColumn] = series === undefined ? [] : chosenColumns(result, [series]);
  if (result.facts.rowCount === 0 || !xColumn || !yColumn) {
    return { marks: [], isCut: false, isSum: false };
  }
  const place = shownSql(xColumn.column, x, "t");
  const group = seriesColumn ? shownSql(seriesColumn.column, seriesColumn.position, "t") : "NULL::VARCHAR";
  const shown = shownSql(yColumn.column, y, "t");
  // Text beside a typed value covers what the type cannot hold, such as very long decimals.
  const value = yColumn.column.storage === "VARCHAR" ? `t.${valueColumn(y)}` : shown;
  const rows = await connection.rows(
    `SELECT ${place} AS x, ${group} AS series, count(*) AS n, any_value(${shown}) AS only, ${doubleSql(`sum(try_cast(${value} AS DOUBLE))`)} AS total, min(t.rowid) AS r
     FROM ${quoteName(result.facts.table)} AS t GROUP BY 1, 2 ORDER BY r LIMIT ${maximumChartMarks + 1}`,
    [],
    signal,
  );
  const text = (found: unknown): Cell => (typeof found === "string" ? found : null);
  const marks = rows.slice(0, maximumChartMarks).map((row) => ({
    x: text(row["x"]),
    series: text(row["series"]),
    y: text(row["n"] === 1n ? row["only"] : row["total"]),
  }));
  return { marks, isCut: rows.length > maximumChartMarks, isSum: rows.some(({ n }) => n !== 1n) };
}
