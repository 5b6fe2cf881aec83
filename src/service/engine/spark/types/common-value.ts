import type { Span } from "../../../../languages/core/text/span.ts";
import { castSql } from "./cast-sql.ts";
import { commonTypeWithText } from "./common-type.ts";
import { type DataType, typeText, voidType } from "./data-type.ts";
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
