import { castSql } from "../cast-sql.ts";
import { commonType } from "../common-type.ts";
import { arrayType, duckType, isIntegral } from "../data-type.ts";
import type { FunctionRow } from "./function-call.ts";
import { fill } from "./simple-function.ts";
import { boundedTemplate } from "./value-bounds.ts";

/** Whole numbers, or days and instants by an interval; each step counts from the start, as months differ in length. */
export const sequence: FunctionRow = (call) => {
  call.expectCount(2, 3);
  const type = commonType(call.at(0).type, call.at(1).type);
  const values = call.arguments.slice(0, 2).map((value) => (type && castSql(value.sql, value.type, type)) ?? "NULL");
  const bound = call.bound("array");
  if (type && isIntegral(type)) {
    const step = call.count === 3 ? call.as(2, type) : "CASE WHEN $1 <= $2 THEN 1 ELSE -1 END";
    const list = call.count === 3 ? "generate_series($1, $2, $3)" : `generate_series($1, $2, ${step})`;
    const size = `abs(CAST($2 AS HUGEINT) - $1) // greatest(abs(CAST(${call.count === 3 ? "$3" : "1"} AS HUGEINT)), 1)`;
    const template = boundedTemplate(list, size, 1, bound);
    return { sql: `CAST(${fill(template, [...values, step])} AS ${duckType(type)}[])`, type: arrayType(type) };
  }
  if (type?.kind !== "date" && type?.kind !== "timestamp") {
    return call.fail("counts whole numbers, dates and timestamps");
  }
  const step = call.count === 3 ? call.at(2) : undefined;
  if (step && step.type.kind !== "interval") {
    call.fail("takes an interval as step between times", 2);
  }
  const interval = step?.sql ?? "INTERVAL 1 DAY";

  const count = `len(generate_series(CAST($1 AS TIMESTAMP), CAST($2 AS TIMESTAMP), $3))`;
  const list = `list_transform(range(${count} + 1), lambda "n": CAST($1 + CAST("n" AS INTEGER) * $3 AS ${duckType(type)}))`;
  const inside = `lambda "m": CASE WHEN $1 <= $2 THEN "m" <= $2 ELSE "m" >= $2 END`;
  const span = "abs(epoch(CAST($2 AS TIMESTAMP)) - epoch(CAST($1 AS TIMESTAMP)))";
  const template = boundedTemplate(`list_filter(${list}, ${inside})`, `${span} / nullif(abs(epoch($3)), 0)`, 1, bound);
  return { sql: fill(template, [...values, interval]), type: arrayType(type) };
};
