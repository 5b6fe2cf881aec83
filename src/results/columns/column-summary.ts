import { type Connection, quoteName } from "../../duckdb/database.ts";
import type { ColumnSummary, SummaryBar } from "../../protocol/result-columns.ts";
import { buildShownTextSql, type StoredColumn, valueColumnNameOf } from "../model/column-storage.ts";
import type { OpenResult } from "../store/result-store.ts";
import { columnsAt } from "../view/result-rows.ts";

/** Number of rows up to which distinct values are counted exactly, which takes at most seconds. */
const maxCountedRows = 2_000_000;

/** Whether the distinct values of a result with this number of rows are counted exactly and not estimated. */
export function isCountedExactly(rowCount: number): boolean {
  return rowCount <= maxCountedRows;
}

/** Builds SQL of the number of distinct values. For many rows the number is an estimate. */
export function buildDistinctCountSql(value: string, rowCount: number): string {
  return isCountedExactly(rowCount)
    ? `count(DISTINCT ${value})`
    : `least(approx_count_distinct(${value}), count(${value}))`;
}

const maxBins = 20;
const maxValues = 6;
/** Maximum characters of a value in a column header. */
const valueLength = 60;

/** Summarizes all rows of a column for the column header: counts, and a histogram or the most frequent values. */
export async function summarizeColumn(
  connection: Connection,
  result: OpenResult,
  position: number,
  signal: AbortSignal,
): Promise<ColumnSummary> {
  await result.kinds.find(connection, signal, [position]);
  const [chosen] = columnsAt(result, [position]);
  const { rowCount, table } = result.metadata;
  if (!chosen || rowCount === 0) {
    return { rowCount, missingCount: 0, distinctCount: 0, isDistinctExact: true, shape: "none", bars: [] };
  }
  const shown = buildShownTextSql(chosen.column, position, "t");
  const from = `${quoteName(table)} AS t WHERE t.rowid < ${rowCount}`;
  const measure = buildNumericScaleSql(chosen.column, position);
  const bounds = measure ?? "NULL::DOUBLE";
  const [counts] = await connection.rows(
    `SELECT count(${shown}) AS given, ${buildDistinctCountSql(shown, rowCount)} AS different,
       min(${bounds}) AS low, max(${bounds}) AS high, coalesce(bool_and(${bounds} = trunc(${bounds})), false) AS whole FROM ${from}`,
    [],
    signal,
  );
  const givenCount = Number(counts?.["given"] ?? 0);
  const totals = {
    rowCount,
    missingCount: rowCount - givenCount,
    distinctCount: Number(counts?.["different"] ?? 0),
    isDistinctExact: isCountedExactly(rowCount),
  };
  const { low, high } = { low: counts?.["low"], high: counts?.["high"] };
  if (measure && typeof low === "number" && typeof high === "number") {
    const bins = createBins(low, high, counts?.["whole"] === true);
    const bars = await readBins(connection, from, measure, bins, chosen.column, signal);
    return { ...totals, shape: "histogram", bars };
  }
  if (givenCount === 0 || isNearlyUnique(totals.distinctCount, givenCount)) {
    return { ...totals, shape: "none", bars: [] };
  }
  return { ...totals, shape: "values", bars: await readTopValues(connection, from, shown, signal) };
}

/** True if most values are unique: counting them would take long, and bars of length 1 are of no use. */
function isNearlyUnique(distinctCount: number, givenCount: number): boolean {
  return givenCount > 50 && distinctCount > givenCount * 0.8;
}

interface Bins {
  readonly low: number;
  readonly high: number;
  readonly width: number;
  readonly count: number;
}

function createBins(low: number, high: number, isWhole: boolean): Bins {
  if (high <= low) {
    return { low, high, width: 1, count: 1 };
  }
  if (isWhole && high - low < maxBins) {
    return { low, high, width: 1, count: high - low + 1 };
  }
  return { low, high, width: (high - low) / maxBins, count: maxBins };
}

async function readBins(
  connection: Connection,
  from: string,
  measure: string,
  { low, high, width, count }: Bins,
  column: StoredColumn,
  signal: AbortSignal,
): Promise<SummaryBar[]> {
  const bin = `least(floor((${measure} - (${low})::DOUBLE) / (${width})::DOUBLE)::INTEGER, ${count - 1})`;
  const rows = await connection.rows(
    `SELECT ${bin} AS bin, count(*) AS n FROM ${from} AND ${measure} IS NOT NULL GROUP BY 1`,
    [],
    signal,
  );
  const counts = new Map(rows.map((row) => [Number(row["bin"]), Number(row["n"])]));
  const isSingle = width === 1 && count === high - low + 1;
  return Array.from({ length: count }, (_, index) => ({
    from: endText(low + index * width, column),
    to: endText(isSingle ? low + index : index === count - 1 ? high : low + (index + 1) * width, column),
    rowCount: counts.get(index) ?? 0,
  }));
}

/** Formats the bound of a bin like the column's cells. */
function endText(value: number, { kind }: StoredColumn): string {
  if (kind !== "date") {
    return String(Number(value.toPrecision(12)));
  }
  const text = new Date(value).toISOString();
  return text.slice(0, text.indexOf("T"));
}

async function readTopValues(
  connection: Connection,
  from: string,
  shown: string,
  signal: AbortSignal,
): Promise<SummaryBar[]> {
  const rows = await connection.rows(
    `SELECT left(v, ${valueLength}) AS v, n FROM (SELECT ${shown} AS v, count(*) AS n FROM ${from} AND ${shown} IS NOT NULL GROUP BY 1 ORDER BY n DESC, v LIMIT ${maxValues})`,
    [],
    signal,
  );
  return rows.map((row) => ({ from: String(row["v"]), to: String(row["v"]), rowCount: Number(row["n"]) }));
}

/**
 * Builds SQL of a column's values on a numeric scale: numbers, or epoch milliseconds for dates. Undefined for other
 * kinds of columns.
 */
export function buildNumericScaleSql({ kind, storage }: StoredColumn, position: number): string | undefined {
  const value = `t.${valueColumnNameOf(position)}`;
  if (kind === "number") {
    // Values that are not finite numbers cannot be placed on a scale.
    return `CASE WHEN isfinite(try_cast(${value} AS DOUBLE)) THEN try_cast(${value} AS DOUBLE) END`;
  }
  if (kind === "date") {
    const instant = storage === "TIMESTAMP" ? value : `try_cast(ltrim(${value}, '[')[1:10] AS DATE)::TIMESTAMP`;
    return `epoch_ms(${instant})::DOUBLE`;
  }
  return undefined;
}
