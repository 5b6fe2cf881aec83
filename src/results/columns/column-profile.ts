import { type Connection, quoteName, type SqlValue } from "../../duckdb/database.ts";
import type { ColumnProfile } from "../../protocol/result-columns.ts";
import {
  buildDoubleTextSql,
  buildShownTextSql,
  buildSortKeysSql,
  type StoredColumn,
  valueColumnNameOf,
} from "../model/column-storage.ts";
import type { OpenResult } from "../store/result-store.ts";
import { columnsAt } from "../view/result-rows.ts";
import { buildDistinctCountSql, buildNumericScaleSql, isCountedExactly } from "./column-summary.ts";

/** Maximum characters of a value in the profile; it is only an overview. */
const textLength = 200;

/**
 * Computes DuckDB's `SUMMARIZE` statistics of a column and its most frequent value. Unlike in `SUMMARIZE`, minimum and
 * maximum are the exact texts of cells.
 */
export async function profileColumn(
  connection: Connection,
  result: OpenResult,
  position: number,
  signal: AbortSignal,
): Promise<ColumnProfile> {
  await result.kinds.find(connection, signal, [position]);
  const [chosen] = columnsAt(result, [position]);
  const { rowCount, table } = result.metadata;
  if (!chosen || rowCount === 0) {
    return { ...emptyProfile, rowCount };
  }
  const { column } = chosen;
  const shown = buildShownTextSql(column, position, "t");
  const from = `${quoteName(table)} AS t WHERE t.rowid < ${rowCount}`;
  const one = async (sql: string) => (await connection.rows(sql, [], signal))[0];
  const numbers = numbersSql(column, position);
  const counts = await one(
    `SELECT count(${shown}) AS given, ${buildDistinctCountSql(shown, rowCount)} AS different${numbers} FROM ${from}`,
  );
  const end = (direction: "ascending" | "descending") =>
    one(
      `SELECT left(${shown}, ${textLength}) AS v FROM ${from} AND ${fittingSql(column, position, shown)} ORDER BY ${buildSortKeysSql(column, position, direction, true)} LIMIT 1`,
    );
  const minimum = await end("ascending");
  const maximum = await end("descending");
  const top = await one(
    `SELECT left(v, ${textLength}) AS v, n FROM (SELECT ${shown} AS v, count(*) AS n FROM ${from} AND ${shown} IS NOT NULL GROUP BY 1 ORDER BY n DESC, v LIMIT 1)`,
  );
  return {
    rowCount,
    missingCount: rowCount - Number(counts?.["given"] ?? 0),
    distinctCount: Number(counts?.["different"] ?? 0),
    isDistinctExact: isCountedExactly(rowCount),
    minimum: textOrNull(minimum?.["v"]),
    maximum: textOrNull(maximum?.["v"]),
    mean: textOrNull(counts?.["mean"]),
    firstQuartile: textOrNull(counts?.["q1"]),
    median: textOrNull(counts?.["q2"]),
    thirdQuartile: textOrNull(counts?.["q3"]),
    topValue: textOrNull(top?.["v"]),
    topCount: Number(top?.["n"] ?? 0),
  };
}

const emptyProfile: ColumnProfile = {
  rowCount: 0,
  missingCount: 0,
  distinctCount: 0,
  isDistinctExact: true,
  minimum: null,
  maximum: null,
  mean: null,
  firstQuartile: null,
  median: null,
  thirdQuartile: null,
  topValue: null,
  topCount: 0,
};

/** Select list of mean and quartiles for numbers, of quartiles for dates, empty for other kinds. */
function numbersSql(column: StoredColumn, position: number): string {
  const measure = buildNumericScaleSql(column, position);
  if (!measure) {
    return "";
  }
  const quartile = (part: number) => `quantile_disc(${measure}, ${part})`;
  const text = (value: string) =>
    column.kind === "date" ? `strftime(epoch_ms(${value}::BIGINT), '%Y-%m-%d')` : buildDoubleTextSql(value);
  const quartiles = [0.25, 0.5, 0.75].map((part, index) => `${text(quartile(part))} AS q${index + 1}`);
  // Of a number of three digits or more, more than two decimals are not read.
  const decimals = `CASE WHEN abs(avg(${measure})) >= 100 THEN 2 ELSE 6 END`;
  const mean = column.kind === "number" ? [`${buildDoubleTextSql(`round(avg(${measure}), ${decimals})`)} AS mean`] : [];
  return `, ${[...mean, ...quartiles].join(", ")}`;
}

/** SQL condition that a value fits the column's kind, so that a stray "n/a" is neither minimum nor maximum. */
function fittingSql(column: StoredColumn, position: number, shown: string): string {
  switch (column.kind) {
    case "number":
      return `try_cast(${shown} AS DOUBLE) IS NOT NULL`;
    case "date":
      return column.storage === "TIMESTAMP" ? `t.${valueColumnNameOf(position)} IS NOT NULL` : `${shown} <> ''`;
    default:
      return `${shown} IS NOT NULL`;
  }
}

function textOrNull(value: SqlValue | undefined): string | null {
  return typeof value === "string" ? value : null;
}
