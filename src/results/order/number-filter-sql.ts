import { type Connection, quoteText } from "../../duckdb/database.ts";
import type { ColumnFilter } from "../../protocol/row-view.ts";
import { ResultError } from "../facts/result-error.ts";
import { type ComparedColumn, type Comparison, comparisonSql } from "./compared-column.ts";

const numberForm = /^[+-]?(\d+\.?\d*|\.\d+)(?:[eE]([+-]?\d+))?$/;
const decimalDigits = 38;

/** SQL text that compares a column of numbers with numbers as they were written, exactly to 37 digits. Throws `badFilter`. */
export async function numberFilterSql(
  connection: Connection,
  compared: ComparedColumn,
  filter: ColumnFilter,
  signal: AbortSignal,
): Promise<string> {
  const numbers = filter.values.map((value) => (value ?? "").trim());
  const casts = numbers.map((number, index) => `try_cast(${quoteText(number)} AS DOUBLE) AS d${index}`);
  const [row] = await connection.rows(`SELECT ${casts.join(", ")}`, [], signal);
  if (numbers.some((number, index) => !numberForm.test(number) || !Number.isFinite(row?.[`d${index}`]))) {
    throw new ResultError(
      `${compared.column.name}: this is not a number. Write it with digits and a point, as in 1234.5.`,
      {
        code: "badFilter",
      },
    );
  }
  return comparisonSql({ ...filter, values: numbers }, (sign, number) => compareSql(compared, sign, number));
}

/**
 * Doubles order as the exact numbers do, but several numbers share one: where they are equal, the decimals decide. Which are
 * only made there, for they cost several times as much.
 */
function compareSql({ column, value, shown, hasTexts }: ComparedColumn, sign: Comparison, number: string): string {
  if (column.storage === "BIGINT" && !hasTexts && /^[+-]?\d{1,18}$/.test(number)) {
    return `${value} ${sign} ${BigInt(number)}`;
  }
  const double = `CAST(${quoteText(number)} AS DOUBLE)`;
  const rough = roughSql(column.storage, value, shown, hasTexts);
  const wholeDigits = wholeDigitsOf(number);
  const sides =
    wholeDigits >= decimalDigits
      ? `${rough} ${sign} ${double}`
      : `CASE WHEN ${rough} = ${double} THEN try_cast(${shown} AS ${decimalOf(wholeDigits)}) ${sign} CAST(${quoteText(number)} AS ${decimalOf(wholeDigits)}) ELSE ${rough} ${sign} ${double} END`;
  return `(isfinite(${rough}) AND ${sides})`;
}

function roughSql(storage: string, value: string, shown: string, hasTexts: boolean): string {
  if (storage === "BIGINT" && !hasTexts) {
    return `${value}::DOUBLE`;
  }
  return storage === "DOUBLE" ? value : `try_cast(${shown} AS DOUBLE)`;
}

/** Room for one digit more: a number that shares the double may have it. */
function decimalOf(wholeDigits: number): string {
  return `DECIMAL(${decimalDigits}, ${decimalDigits - wholeDigits - 1})`;
}

/** Digits before the point: for `-12.5e3` these are 5. */
function wholeDigitsOf(number: string): number {
  const [, digits = "", exponent = "0"] = numberForm.exec(number) ?? [];
  const [whole = ""] = digits.replace(/^0+/, "").split(".");
  return Math.max(0, whole.length + Number(exponent));
}
