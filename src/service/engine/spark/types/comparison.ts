import { castSql } from "./cast-sql.ts";
import { commonTypeWithText, comparisonType } from "./common-type.ts";
import { isNested } from "./data-type.ts";
import type { Value } from "./value.ts";

export type Comparison = "=" | "<>" | "<" | "<=" | ">" | ">=" | "<=>";

/** Returns SQL that compares two values as Spark does; undefined if their types cannot be compared. */
export function comparisonSql(sign: Comparison, left: Value, right: Value): string | undefined {
  const type = comparisonType(left.type, right.type) ?? nestedType(left, right);
  const a = type && castSql(left.sql, left.type, type);
  const b = type && castSql(right.sql, right.type, type);
  if (a === undefined || b === undefined || type?.kind === "map") {
    return undefined;
  }
  // DuckDB orders NULLs in nested values last, Spark first.
  if (type && isNested(type) && sign !== "=" && sign !== "<>" && sign !== "<=>") {
    return undefined;
  }
  return sign === "<=>" ? `(${a} IS NOT DISTINCT FROM ${b})` : `(${a} ${sign} ${b})`;
}

function nestedType(left: Value, right: Value) {
  const isNested = left.type.kind === "array" || left.type.kind === "struct";
  return isNested ? commonTypeWithText(left.type, right.type) : undefined;
}
