import { castTo } from "./common-value.ts";
import { intervalType } from "./data-type.ts";
import type { Expression, Interval } from "./syntax-tree.ts";
import type { Value } from "./value.ts";

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
  const parts = tree.parts.map(({ value, unit }) => {
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
