import type { Connection } from "../../duckdb/database.ts";
import type { RowRange } from "../../protocol/data-worker.ts";
import { defaultRowView, showsEveryRow } from "../../protocol/row-view.ts";
import { maximumDistinctCells, type RangeStatistics } from "../../protocol/view-requests.ts";
import { buildHasValueSql, buildShownTextSql, valueColumnNameOf } from "../model/column-storage.ts";
import { additivityOf } from "../model/result-metadata.ts";
import { buildInstantSql } from "../order/filter-sql.ts";
import { readSourceTextColumns } from "../order/source-text-columns.ts";
import type { OpenResult } from "../store/result-store.ts";
import { columnsAt, createOrderedRows, type OrderedRows } from "../view/result-rows.ts";
import { chooseNumberRepresentations } from "./exact-number.ts";

/** Statistics of the numbers in one column, as decimal texts. If not exact, they are texts of doubles. */
export interface NumberStatistics {
  readonly numberCount: number;
  readonly sum: string;
  readonly minimum: string;
  readonly maximum: string;
  readonly isExact: boolean;
}

interface TotalStatistics extends NumberStatistics {
  readonly average: string;
}

/** Additional digits of an average after the decimal point. */
const averageDigits = 6;

/** Combines the statistics of several columns. The result is exact if all of them are exact. */
export function combineStatistics(columns: readonly NumberStatistics[]): TotalStatistics {
  const filled = columns.filter(({ numberCount }) => numberCount > 0);
  const numberCount = filled.reduce((sum, column) => sum + column.numberCount, 0);
  if (filled.every(({ isExact }) => isExact)) {
    return combineExactly(filled, numberCount);
  }
  const sum = filled.reduce((total, column) => total + Number(column.sum), 0);
  return {
    numberCount,
    sum: String(sum),
    average: String(sum / numberCount),
    minimum: String(Math.min(...filled.map(({ minimum }) => Number(minimum)))),
    maximum: String(Math.max(...filled.map(({ maximum }) => Number(maximum)))),
    isExact: false,
  };
}

function combineExactly(columns: readonly NumberStatistics[], numberCount: number): TotalStatistics {
  const texts = columns.flatMap(({ sum, minimum, maximum }) => [sum, minimum, maximum]);
  const scale = Math.max(0, ...texts.map((text) => text.split(".")[1]?.length ?? 0));
  const units = (text: string) => toUnits(text, scale);
  const sum = columns.reduce((total, column) => total + units(column.sum), 0n);
  const ends = columns.flatMap(({ minimum, maximum }) => [units(minimum), units(maximum)]);
  const ordered = ends.sort((one, other) => (one < other ? -1 : 1));
  const average = numberCount === 0 ? 0n : rounded(sum * 10n ** BigInt(averageDigits), BigInt(numberCount));
  return {
    numberCount,
    sum: decimalText(sum, scale),
    average: decimalText(average, scale + averageDigits),
    minimum: decimalText(ordered.at(0) ?? 0n, scale),
    maximum: decimalText(ordered.at(-1) ?? 0n, scale),
    isExact: true,
  };
}

/** Returns a decimal text in units of the last digit; for `-1.5` at scale 2 this is -150. */
function toUnits(text: string, scale: number): bigint {
  const [whole = "0", fraction = ""] = text.split(".");
  return BigInt(whole + fraction.padEnd(scale, "0"));
}

function decimalText(units: bigint, scale: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, "0");
  const whole = digits.slice(0, digits.length - scale);
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, "");
  return `${units < 0n ? "-" : ""}${whole}${fraction === "" ? "" : `.${fraction}`}`;
}

/** Divides `units` by `count` and rounds half away from zero. */
function rounded(units: bigint, count: bigint): bigint {
  const half = count / 2n;
  return units < 0n ? -((-units + half) / count) : (units + half) / count;
}

type ChosenColumn = ReturnType<typeof columnsAt>[number];

/** Decimal places that are enough for most amounts. */
const commonScale = 4;
/** Absolute value below which a double holds every digit of a decimal with `commonScale` places. */
const commonLimit = "1e11";

/**
 * Computes the statistics of a selected range: counts, sum, average, minimum and maximum. Leaves out sum and average if
 * the values of a column must not be added up.
 */
export async function readRangeStatistics(
  connection: Connection,
  result: OpenResult,
  range: RowRange,
  signal: AbortSignal,
): Promise<RangeStatistics> {
  const rows = await selectRows(connection, result, range, signal);
  const columns = columnsAt(result, range.columns);
  const empty = { sum: undefined, average: undefined, minimum: undefined, maximum: undefined };
  const counted = { cellCount: rows.rowCount * columns.length, valueCount: 0, numberCount: 0, isExact: true };
  if (counted.cellCount === 0) {
    return { ...counted, ...empty };
  }
  const counts = columns.map(
    ({ column, position }, index) => `count(*) FILTER (${buildHasValueSql(column, position, "t")}) AS n${index}`,
  );
  const [row] = await connection.rows(`SELECT ${counts.join(", ")} FROM ${rows.from}`, [], signal);
  const valueCount = columns.reduce((sum, _, index) => sum + Number(row?.[`n${index}`]), 0);
  const numbers: NumberStatistics[] = [];
  for (const column of columns.filter(({ column: { kind } }) => kind === "number")) {
    numbers.push(await readNumbers(connection, result, column, rows, signal));
  }
  const total = combineStatistics(numbers);
  if (total.numberCount > 0) {
    const isAdditive = columns.every(
      ({ column }) => column.kind !== "number" || additivityOf(result.metadata, column) !== "none",
    );
    return { ...counted, valueCount, ...total, ...(!isAdditive && { sum: undefined, average: undefined }) };
  }
  const dates = columns.filter(({ column: { kind } }) => kind === "date");
  return { ...counted, valueCount, ...empty, ...(await readDates(connection, dates, rows, signal)) };
}

/** Counts the distinct values of a selected range. Returns undefined if the range has too many cells. */
export async function readRangeDistinct(
  connection: Connection,
  result: OpenResult,
  range: RowRange,
  signal: AbortSignal,
): Promise<{ distinctCount: number | undefined }> {
  const rows = await selectRows(connection, result, range, signal);
  const columns = columnsAt(result, range.columns);
  const cellCount = rows.rowCount * columns.length;
  if (cellCount === 0 || cellCount > maximumDistinctCells) {
    return { distinctCount: cellCount === 0 ? 0 : undefined };
  }
  const texts = columns.map(({ column, position }) => buildShownTextSql(column, position, "t"));
  const values = texts.length === 1 ? `${texts[0]}` : `unnest([${texts.join(", ")}])`;
  const [row] = await connection.rows(
    `SELECT count(DISTINCT v) AS n FROM (SELECT ${values} AS v FROM ${rows.from})`,
    [],
    signal,
  );
  return { distinctCount: Number(row?.["n"]) };
}

interface Rows {
  readonly from: string;
  readonly rowCount: number;
  readonly ordered: OrderedRows;
}

async function selectRows(
  connection: Connection,
  result: OpenResult,
  { first, count, view }: RowRange,
  signal: AbortSignal,
): Promise<Rows> {
  const isEveryRow = first === 0 && count >= result.metadata.rowCount && showsEveryRow(view);
  // The order does not matter for all rows, and reading through an index takes several times as long.
  const ordered = await createOrderedRows(connection, result, isEveryRow ? defaultRowView : view, signal);
  const rowCount = Math.max(0, Math.min(count, ordered.rowCount - first));
  return {
    from: ordered.from(first, rowCount),
    rowCount,
    ordered: {
      ...ordered,
      rowCount,
      from: (start, length) => ordered.from(first + start, Math.min(length, rowCount - start)),
    },
  };
}

async function readNumbers(
  connection: Connection,
  result: OpenResult,
  chosen: ChosenColumn,
  rows: Rows,
  signal: AbortSignal,
): Promise<NumberStatistics> {
  const form =
    (await quickForm(connection, result, chosen, rows, signal)) ??
    (await chooseNumberRepresentations(connection, result, rows.ordered, [chosen.position], signal)).get(
      chosen.position,
    );
  if (!form) {
    return { numberCount: 0, sum: "0", minimum: "0", maximum: "0", isExact: true };
  }
  const [row] = await connection.rows(
    `SELECT count(v) AS n, sum(v)::VARCHAR AS sum, min(v)::VARCHAR AS low, max(v)::VARCHAR AS high FROM (SELECT ${form.sql} AS v FROM ${rows.from})`,
    [],
    signal,
  );
  const text = (name: string) => (typeof row?.[name] === "string" ? row[name] : "0");
  return {
    numberCount: Number(row?.["n"]),
    sum: text("sum"),
    minimum: text("low"),
    maximum: text("high"),
    isExact: form.scale !== undefined,
  };
}

/**
 * Returns a representation for integers, and for doubles with few digits, without parsing the text of each; undefined
 * for other columns.
 */
async function quickForm(
  connection: Connection,
  { metadata }: OpenResult,
  { column, position }: ChosenColumn,
  { from }: Rows,
  signal: AbortSignal,
): Promise<{ readonly sql: string; readonly scale: number } | undefined> {
  const value = `t.${valueColumnNameOf(position)}`;
  if (
    column.storage === "VARCHAR" ||
    (await readSourceTextColumns(connection, metadata, [position], signal)).size > 0
  ) {
    return undefined;
  }
  if (column.storage === "BIGINT") {
    return { sql: value, scale: 0 };
  }
  if (column.storage !== "DOUBLE") {
    return undefined;
  }
  const amount = `try_cast(${value} AS DECIMAL(18, ${commonScale}))`;
  const [row] = await connection.rows(
    `SELECT coalesce(bool_and(abs(${value}) < ${commonLimit} AND coalesce(${amount}::DOUBLE = ${value}, false)), true) AS fits FROM ${from} WHERE ${value} IS NOT NULL`,
    [],
    signal,
  );
  return row?.["fits"] === true ? { sql: amount, scale: commonScale } : undefined;
}

async function readDates(
  connection: Connection,
  columns: readonly ChosenColumn[],
  { from }: Rows,
  signal: AbortSignal,
): Promise<{ minimum?: string; maximum?: string }> {
  if (columns.length === 0) {
    return {};
  }
  const pairs = columns.map(({ column, position }) => {
    const compared = { column, value: `t.${valueColumnNameOf(position)}` };
    return `SELECT ${buildInstantSql(compared)} AS v, ${buildShownTextSql(column, position, "t")} AS s FROM ${from}`;
  });
  const [row] = await connection.rows(
    `SELECT arg_min(s, v) AS low, arg_max(s, v) AS high FROM (${pairs.join(" UNION ALL ")}) WHERE v IS NOT NULL`,
    [],
    signal,
  );
  const { low, high } = { low: row?.["low"], high: row?.["high"] };
  return typeof low === "string" && typeof high === "string" ? { minimum: low, maximum: high } : {};
}
