import type { Expression, Interval, Literal } from "../../../../languages/table-sql/syntax.ts";
import { castValueTo } from "../types/common-value.ts";
import { intervalType } from "../types/data-type.ts";
import { SparkSqlError } from "../types/spark-sql-error.ts";
import type { TranslatedValue } from "../types/value.ts";

/** DuckDB SQL of an interval by unit; `$` is the number. */
const intervalTemplates: Readonly<Record<string, string>> = {
  YEAR: "to_years(CAST($ AS INTEGER))",
  QUARTER: "to_months(CAST(3 * $ AS INTEGER))",
  MONTH: "to_months(CAST($ AS INTEGER))",
  WEEK: "to_days(CAST(7 * $ AS INTEGER))",
  DAY: "to_days(CAST($ AS INTEGER))",
  HOUR: "to_hours($)",
  MINUTE: "to_minutes($)",
  SECOND: "to_seconds($)",
  MILLISECOND: "to_milliseconds($)",
  MICROSECOND: "to_microseconds($)",
};

/** Translates an interval literal. Throws SparkSqlError for an invalid literal. */
export function translateIntervalLiteral(
  tree: Interval,
  translate: (tree: Expression) => TranslatedValue,
): TranslatedValue {
  const parts = readAmounts(tree).map(({ value, unit }) => {
    const amount = translate(value);
    const isFraction = unit === "SECOND" || unit === "MILLISECOND";
    const sql = castValueTo(amount, isFraction ? { kind: "double" } : { kind: "bigint" });
    return { sql: (intervalTemplates[unit] ?? "").replace("$", () => sql), name: `'${amount.name}' ${unit}`, unit };
  });
  const isTime = parts.some(({ unit }) => !["YEAR", "QUARTER", "MONTH", "WEEK", "DAY"].includes(unit));
  return {
    sql: `(${parts.map(({ sql }) => sql).join(" + ")})`,
    type: intervalType,
    name: `INTERVAL ${parts.map(({ name }) => name).join(" ")}`,
    // Decides whether a date plus this interval is a date or a timestamp.
    constant: isTime ? "time" : "date",
  };
}

/** Units of intervals such as `'1-2' YEAR TO MONTH` and `'1 02:03:04' DAY TO SECOND`, largest first. */
const unitsBySize = ["YEAR", "MONTH", "DAY", "HOUR", "MINUTE", "SECOND"];

interface Amount {
  readonly value: Expression;
  readonly unit: string;
}

function readAmounts(tree: Interval): Amount[] {
  if (tree.text !== undefined) {
    return parseAmounts(tree.text, tree);
  }
  return tree.parts.flatMap(({ value, unit, to }) => {
    if (!Object.hasOwn(intervalTemplates, unit)) {
      throw new SparkSqlError(`Intervals of ${unit} are not available in the embedded engine.`, tree.start, tree.end);
    }
    return to === undefined ? [{ value, unit }] : parseRangeAmounts(value, unit, to, tree);
  });
}

/** Reads an interval of several units, such as `'1-2' YEAR TO MONTH`: one year and two months. */
function parseRangeAmounts(value: Expression, from: string, to: string, span: Interval): Amount[] {
  const isNegated = value.kind === "unary";
  const literal = isNegated ? value.value : value;
  const units = unitsBySize.slice(unitsBySize.indexOf(from), unitsBySize.indexOf(to) + 1);
  if (literal.kind !== "literal" || units.length < 2) {
    throw new SparkSqlError(
      `An interval of ${from} TO ${to} must be a string literal such as '1-2'.`,
      span.start,
      span.end,
    );
  }
  const text = literal.text.trim();
  const isNegative = text.startsWith("-") !== isNegated;
  const numbers = text.replace(/^[-+]/, "").split(/[-: ]+/);
  if (numbers.length !== units.length || numbers.some((part) => !/^\d+(\.\d+)?$/.test(part))) {
    throw new SparkSqlError(`'${text}' is not an interval of ${from} TO ${to}.`, span.start, span.end);
  }
  return units.map((unit, index) => ({
    value: numberLiteral(span, `${isNegative ? "-" : ""}${numbers[index]}`),
    unit,
  }));
}

/** Reads an interval in a string such as `'1 day 2 hours'`. */
function parseAmounts(text: string, span: Interval): Amount[] {
  const pieces = text
    .trim()
    .replace(/^interval\s+/i, "")
    .split(/\s+/);
  const amounts: Amount[] = [];
  for (let index = 0; index < pieces.length; index += 2) {
    const [amount = "", word = ""] = pieces.slice(index);
    const unit = word.toUpperCase().replace(/S$/, "");
    if (!/^[-+]?\d+(\.\d+)?$/.test(amount) || !Object.hasOwn(intervalTemplates, unit)) {
      throw new SparkSqlError(`'${text}' is not an interval.`, span.start, span.end);
    }
    amounts.push({ value: numberLiteral(span, amount.replace("+", "")), unit });
  }
  return amounts;
}

function numberLiteral({ start, end }: Interval, text: string): Literal {
  return { kind: "literal", type: "number", text, start, end };
}
