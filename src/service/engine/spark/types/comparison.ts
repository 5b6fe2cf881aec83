import { castSql } from "./cast-sql.ts";
import { commonTypeWithText, comparisonType } from "./common-type.ts";
import { isNested } from "./data-type.ts";
import type { Value } from "./value.ts";

export type ComparisonOperator = "=" | "<>" | "<" | "<=" | ">" | ">=" | "<=>";

/** Returns SQL that compares two values as Spark does; undefined if their types cannot be compared. */
export function comparisonSql(operator: ComparisonOperator, left: Value, right: Value): string | undefined {
  const type = comparisonType(left.type, right.type) ?? commonNestedType(left, right);
  const a = type && castSql(left.sql, left.type, type);
  const b = type && castSql(right.sql, right.type, type);
  if (a === undefined || b === undefined || type?.kind === "map") {
    return undefined;
  }
  // DuckDB orders NULLs in nested values last, Spark first.
  if (type && isNested(type) && operator !== "=" && operator !== "<>" && operator !== "<=>") {
    return undefined;
  }
  return operator === "<=>" ? `(${a} IS NOT DISTINCT FROM ${b})` : `(${a} ${operator} ${b})`;
}

function commonNestedType(left: Value, right: Value) {
  const isNested = left.type.kind === "array" || left.type.kind === "struct";
  return isNested ? commonTypeWithText(left.type, right.type) : undefined;
}
