import type { Span } from "../../../../languages/core/text/span.ts";
import { castSql } from "./cast-sql.ts";
import { commonTypeWithText, comparisonType } from "./common-type.ts";
import { type DataType, isNested, typeText, voidType } from "./data-type.ts";
import { SparkSqlError } from "./spark-sql-error.ts";
import type { Value } from "./value.ts";

/** Returns the common type of values. Throws SparkSqlError if there is none. */
export function commonValueType(values: readonly Value[], span: Span): DataType {
  return values
    .map((value) => value.type)
    .reduce(
      (left, right) =>
        commonTypeWithText(left, right) ??
        refuse(span, `${typeText(left)} and ${typeText(right)} have no common type.`),
      voidType as DataType,
    );
}

/** Returns SQL that casts a value to a type; the cast must be allowed. */
export function castTo(value: Value, type: DataType): string {
  return castSql(value.sql, value.type, type) ?? value.sql;
}

function refuse(span: Span, problem: string): never {
  throw new SparkSqlError(problem, span.start, span.end);
}

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
