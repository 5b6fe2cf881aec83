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
    // Tells sums with dates whether they stay dates.
    constant: isTime ? "time" : "date",
  };
}

/** From the largest: the units that `'1-2' YEAR TO MONTH` or `'1 02:03:04' DAY TO SECOND` may hold. */
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
      throw new SparkSqlError(`The engine knows no intervals of ${unit}.`, tree.start, tree.end);
    }
    return to === undefined ? [{ value, unit }] : amountsInRange(value, unit, to, tree);
  });
}

/** `'1-2' YEAR TO MONTH` as a year and two months. */
function amountsInRange(value: Expression, from: string, to: string, place: Interval): Amount[] {
  const isNegated = value.kind === "unary";
  const literal = isNegated ? value.value : value;
  const wanted = ladder.slice(ladder.indexOf(from), ladder.indexOf(to) + 1);
  if (literal.kind !== "literal" || wanted.length < 2) {
    throw new SparkSqlError(`An interval from ${from} to ${to} needs a text such as '1-2'.`, place.start, place.end);
  }
  const text = literal.text.trim();
  const isNegative = text.startsWith("-") !== isNegated;
  const numbers = text.replace(/^[-+]/, "").split(/[-: ]+/);
  if (numbers.length !== wanted.length || numbers.some((part) => !/^\d+(\.\d+)?$/.test(part))) {
    throw new SparkSqlError(`'${text}' is no interval from ${from} to ${to}.`, place.start, place.end);
  }
  return wanted.map((unit, index) => ({ value: numberAt(place, `${isNegative ? "-" : ""}${numbers[index]}`), unit }));
}

/** `'1 day 2 hours'`. */
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
      throw new SparkSqlError(`'${text}' is no interval.`, place.start, place.end);
    }
    amounts.push({ value: numberAt(place, amount.replace("+", "")), unit });
  }
  return amounts;
}

function numberAt({ start, end }: Interval, text: string): Literal {
  return { kind: "literal", type: "number", text, start, end };
}
