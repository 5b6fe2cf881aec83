import type { Span } from "../../../languages/core/text/span.ts";
import { castSql } from "./cast-sql.ts";
import { isStored } from "./common-type.ts";
import { type DataType, duckType, isFractional, isIntegral, isNumeric, isSameType, typeText } from "./data-type.ts";
import { SparkSqlError } from "./spark-sql-error.ts";
import type { TypedColumn } from "./translation.ts";

/**
 * A value as a column takes it. Spark stores by stricter rules than it casts: text goes to a number only where the statement says
 * CAST, and a number that does not fit is an error.
 */
export function storeSql(sql: string, type: DataType, column: TypedColumn, place: Span): string {
  if (isSameType(type, column.type)) {
    return sql;
  }
  const duck = duckType(column.type);
  if (!isStored(type, column.type)) {
    const shown = typeText(column.type);
    const problem = `The column ${column.name} is ${shown} and takes no ${typeText(type)}; write CAST(... AS ${shown.toUpperCase()}).`;
    throw new SparkSqlError(problem, place.start, place.end);
  }
  if (isNumeric(type) && isIntegral(column.type)) {
    return isIntegral(type) ? `CAST(${sql} AS ${duck})` : `CAST(trunc(${sql}) AS ${duck})`;
  }
  if (isNumeric(type) && column.type.kind === "decimal") {
    return `CAST(${isFractional(type) ? `CAST(${sql} AS VARCHAR)` : sql} AS ${duck})`;
  }
  return castSql(sql, type, column.type) ?? `CAST(${sql} AS ${duck})`;
}
