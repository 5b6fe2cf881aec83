import type { Span } from "../../../../languages/core/text/span.ts";
import { buildCastSql } from "./cast-sql.ts";
import { commonTypeOrTextOf, comparisonTypeOf } from "./common-type.ts";
import { type DataType, formatSparkType, isNestedType, voidType } from "./data-type.ts";
import { SparkSqlError } from "./spark-sql-error.ts";
import type { TranslatedValue } from "./value.ts";

/** Returns the common type of several values. Throws SparkSqlError if there is none. */
export function commonTypeOfValues(values: readonly TranslatedValue[], span: Span): DataType {
  return values
    .map((value) => value.type)
    .reduce(
      (left, right) =>
        commonTypeOrTextOf(left, right) ??
        refuse(span, `${formatSparkType(left)} and ${formatSparkType(right)} have no common type.`),
      voidType as DataType,
    );
}

/** Returns SQL that casts a value to a type. The cast must be one that Spark allows. */
export function castValueTo(value: TranslatedValue, type: DataType): string {
  return buildCastSql(value.sql, value.type, type) ?? value.sql;
}

function refuse(span: Span, problem: string): never {
  throw new SparkSqlError(problem, span.start, span.end);
}

export type ComparisonOperator = "=" | "<>" | "<" | "<=" | ">" | ">=" | "<=>";

/** Returns SQL that compares two values as Spark does. Undefined if the types cannot be compared. */
export function buildComparisonSql(
  operator: ComparisonOperator,
  left: TranslatedValue,
  right: TranslatedValue,
): string | undefined {
  const type = comparisonTypeOf(left.type, right.type) ?? commonNestedType(left, right);
  const a = type && buildCastSql(left.sql, left.type, type);
  const b = type && buildCastSql(right.sql, right.type, type);
  if (a === undefined || b === undefined || type?.kind === "map") {
    return undefined;
  }
  // DuckDB orders NULLs in nested values last, Spark first.
  if (type && isNestedType(type) && operator !== "=" && operator !== "<>" && operator !== "<=>") {
    return undefined;
  }
  return operator === "<=>" ? `(${a} IS NOT DISTINCT FROM ${b})` : `(${a} ${operator} ${b})`;
}

function commonNestedType(left: TranslatedValue, right: TranslatedValue) {
  const isNested = left.type.kind === "array" || left.type.kind === "struct";
  return isNested ? commonTypeOrTextOf(left.type, right.type) : undefined;
}
