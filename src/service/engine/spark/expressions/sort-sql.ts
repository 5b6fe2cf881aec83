import { countOf } from "../../../../base/count-of.ts";
import type { SortItem } from "../../../../languages/table-sql/syntax.ts";
import { type DataType, formatSparkType, isNestedType } from "../types/data-type.ts";
import { SparkSqlError } from "../types/spark-sql-error.ts";

/**
 * Translates the sort order of an expression, such as `DESC NULLS LAST`. Throws SparkSqlError for types that DuckDB
 * orders differently.
 */
export function translateSortOrder(item: SortItem, type: DataType): string {
  if (isNestedType(type)) {
    const problem = `ORDER BY ${type.kind}: the embedded engine cannot order ${formatSparkType(type)}, because it puts NULLs in it last; order by its parts.`;
    throw new SparkSqlError(problem, item.expression.start, item.expression.end);
  }
  return `${item.isDescending ? "DESC" : "ASC"} NULLS ${item.nulls}`;
}

/**
 * Returns the column number of `ORDER BY 2`, counted from 1. Returns undefined for other expressions. Throws
 * SparkSqlError if there is no such column.
 */
export function readSortOrdinal({ expression }: SortItem, count: number): number | undefined {
  if (expression.kind !== "literal" || expression.type !== "number" || !/^\d+$/.test(expression.text)) {
    return undefined;
  }
  const ordinal = Number(expression.text);
  if (ordinal < 1 || ordinal > count) {
    const problem = `ORDER BY ${ordinal}: the query has only ${countOf(count, "column")}.`;
    throw new SparkSqlError(problem, expression.start, expression.end);
  }
  return ordinal;
}
