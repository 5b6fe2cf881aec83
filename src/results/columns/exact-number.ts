import type { Connection } from "../../duckdb/database.ts";
import { buildDoubleTextSql, buildShownTextSql, valueColumnNameOf } from "../model/column-storage.ts";
import { readSourceTextColumns } from "../order/source-text-columns.ts";
import type { OpenResult } from "../store/result-store.ts";
import { columnsAt, type OrderedRows } from "../view/result-rows.ts";

/** Digits of DuckDB's widest exact type. */
const maxDigits = 38;
/** Additional digits of an average after the decimal point, if there is room. */
const extraAverageDigits = 6;
/** Digits of the largest BIGINT. */
const bigintDigits = 19;

/**
 * Representation of a column's numbers in computations: exact decimals if the sum of all rows fits in 38 digits, else
 * doubles.
 */
export interface NumberRepresentation {
  /** SQL of the number in the row `t`. NULL if the cell has no number. */
  readonly sql: string;
  /** Number of digits after the decimal point. Undefined for doubles. */
  readonly scale: number | undefined;
  /** Number of digits after the decimal point of an average. Undefined if the average must be a double. */
  readonly averageScale: number | undefined;
}

/**
 * Chooses how to represent the numbers of each given column by reading all numbers. Returns the choices by column
 * position.
 */
export async function chooseNumberRepresentations(
  connection: Connection,
  result: OpenResult,
  ordered: OrderedRows,
  positions: readonly number[],
  signal: AbortSignal,
): Promise<ReadonlyMap<number, NumberRepresentation>> {
  const all = columnsAt(result, [...new Set(positions)]);
  const countDigits = String(ordered.rowCount).length;
  const withSourceTexts = await readSourceTextColumns(connection, result.metadata, positions, signal);
  const columns = all.filter(({ column, position }) => column.storage !== "BIGINT" || withSourceTexts.has(position));
  // Most numeric columns are BIGINT without source texts, and need no inspection.
  const whole = all.flatMap(({ position }): [number, NumberRepresentation][] =>
    columns.some((other) => other.position === position)
      ? []
      : [[position, createExactRepresentation(`t.${valueColumnNameOf(position)}`, 0, bigintDigits + countDigits)]],
  );
  if (columns.length === 0) {
    return new Map(whole);
  }
  const checks = columns.flatMap(({ column, position }) => {
    const text = buildShownTextSql(column, position, "t");
    return [
      `count(*) FILTER (isfinite(try_cast(${text} AS DOUBLE)) AND NOT regexp_full_match(${text}, '[+-]?[0-9]+([.][0-9]+)?')) AS odd${position}`,
      `coalesce(max(length(regexp_extract(${text}, '^[+-]?([0-9]+)', 1))), 0)::INTEGER AS whole${position}`,
      `coalesce(max(length(regexp_extract(${text}, '^[+-]?[0-9]+[.]([0-9]+)$', 1))), 0)::INTEGER AS scale${position}`,
    ];
  });
  const [found] = await connection.rows(
    `SELECT ${checks.join(", ")} FROM ${ordered.from(0, ordered.rowCount)}`,
    [],
    signal,
  );
  const inspected = columns.map(({ column, position }): [number, NumberRepresentation] => {
    const scale = Number(found?.[`scale${position}`]);
    const text = buildShownTextSql(column, position, "t");
    const sumDigits = Number(found?.[`whole${position}`]) + scale + countDigits;
    const isExact = found?.[`odd${position}`] === 0n && sumDigits <= maxDigits;
    const exact = `try_cast(${text} AS DECIMAL(${maxDigits}, ${scale}))`;
    return [position, isExact ? createExactRepresentation(exact, scale, sumDigits) : createDoubleRepresentation(text)];
  });
  return new Map([...whole, ...inspected]);
}

/** Creates the representation as exact decimals. `sumDigits` is the maximum number of digits of a sum over all rows. */
function createExactRepresentation(sql: string, scale: number, sumDigits: number): NumberRepresentation {
  // Rounding needs one digit.
  const room = maxDigits - sumDigits - 1;
  return { sql, scale, averageScale: room < 0 ? undefined : scale + Math.min(extraAverageDigits, room) };
}

/** Creates the representation as doubles of the numbers in a text. Infinity and NaN count as no number. */
function createDoubleRepresentation(text: string): NumberRepresentation {
  const double = `try_cast(${text} AS DOUBLE)`;
  return { sql: `CASE WHEN isfinite(${double}) THEN ${double} END`, scale: undefined, averageScale: undefined };
}

/**
 * Builds SQL of an exact average. Divides a sum with `scale` decimal places by a count and rounds to `averageScale`
 * places.
 */
export function buildExactAverageSql(sum: string, count: string, scale: number, averageScale: number): string {
  const units = `replace(${sum}::VARCHAR, '.', '')::HUGEINT`;
  const raised = `(abs(${units}) * ${10n ** BigInt(averageScale - scale)}::HUGEINT)`;
  const rounded = `((${raised} * 2 + ${count}) // (${count} * 2))`;
  const one = `${10n ** BigInt(averageScale)}::HUGEINT`;
  const fraction = `lpad((${rounded} % ${one})::VARCHAR, ${averageScale}, '0')`;
  const text = `concat(CASE WHEN ${sum} < 0 THEN '-' ELSE '' END, (${rounded} // ${one})::VARCHAR, '.', ${fraction})`;
  return `CASE WHEN ${count} > 0 THEN ${text}::DECIMAL(${maxDigits}, ${averageScale}) END`;
}

/**
 * Builds SQL of a number's displayed text: without trailing zeros after the decimal point, and without exponent where
 * possible.
 */
export function buildNumberTextSql(value: string, isExact: boolean): string {
  if (!isExact) {
    return buildDoubleTextSql(value);
  }
  const text = `${value}::VARCHAR`;
  return `CASE WHEN contains(${text}, '.') THEN rtrim(rtrim(${text}, '0'), '.') ELSE ${text} END`;
}
