import type { Expression, Interval, Literal } from "../../../../languages/table-sql/syntax.ts";
import { castTo } from "../types/common-value.ts";
import { intervalType } from "../types/data-type.ts";
import { SparkSqlError } from "../types/spark-sql-error.ts";
import type { Value } from "../types/value.ts";

const makers: Readonly<Record<string, string>> = {
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

export function intervalValue(tree: Interval, inner: (tree: Expression) => Value): Value {
  const parts = amountsOf(tree).map(({ value, unit }) => {
    const amount = inner(value);
    const isFraction = unit === "SECOND" || unit === "MILLISECOND";
    const sql = castTo(amount, isFraction ? { kind: "double" } : { kind: "bigint" });
    return { sql: (makers[unit] ?? "").replace("$", () => sql), name: `'${amount.name}' ${unit}`, unit };
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
const ladder = ["YEAR", "MONTH", "DAY", "HOUR", "MINUTE", "SECOND"];

interface Amount {
  readonly value: Expression;
  readonly unit: string;
}

function amountsOf(tree: Interval): Amount[] {
  if (tree.text !== undefined) {
    return amountsInText(tree.text, tree);
  }
  return tree.parts.flatMap(({ value, unit, to }) => {
    if (!Object.hasOwn(makers, unit)) {
      throw new SparkSqlError(`Intervals of ${unit} are not available in the embedded engine.`, tree.start, tree.end);
    }
    return to === undefined ? [{ value, unit }] : amountsInRange(value, unit, to, tree);
  });
}

/** Reads an interval of several units, such as `'1-2' YEAR TO MONTH`: one year and two months. */
function amountsInRange(value: Expression, from: string, to: string, place: Interval): Amount[] {
  const isNegated = value.kind === "unary";
  const literal = isNegated ? value.value : value;
  const wanted = ladder.slice(ladder.indexOf(from), ladder.indexOf(to) + 1);
  if (literal.kind !== "literal" || wanted.length < 2) {
    throw new SparkSqlError(`An interval of ${from} TO ${to} must be a string literal such as '1-2'.`, place.start, place.end);
  }
  const text = literal.text.trim();
  const isNegative = text.startsWith("-") !== isNegated;
  const numbers = text.replace(/^[-+]/, "").split(/[-: ]+/);
  if (numbers.length !== wanted.length || numbers.some((part) => !/^\d+(\.\d+)?$/.test(part))) {
    throw new SparkSqlError(`'${text}' is not an interval of ${from} TO ${to}.`, place.start, place.end);
  }
  return wanted.map((unit, index) => ({ value: numberAt(place, `${isNegative ? "-" : ""}${numbers[index]}`), unit }));
}

/** Reads an interval in a string such as `'1 day 2 hours'`. */
function amountsInText(text: string, place: Interval): Amount[] {
  const pieces = text
    .trim()
    .replace(/^interval\s+/i, "")
    .split(/\s+/);
  const amounts: Amount[] = [];
  for (let index = 0; index < pieces.length; index += 2) {
    const [amount = "", word = ""] = pieces.slice(index);
    const unit = word.toUpperCase().replace(/S$/, "");
    if (!/^[-+]?\d+(\.\d+)?$/.test(amount) || !Object.hasOwn(makers, unit)) {
      throw new SparkSqlError(`'${text}' is not an interval.`, place.start, place.end);
    }
    amounts.push({ value: numberAt(place, amount.replace("+", "")), unit });
  }
  return amounts;
}

function numberAt({ start, end }: Interval, text: string): Literal {
  return { kind: "literal", type: "number", text, start, end };
}
