import type { SortItem } from "../../../../languages/table-sql/syntax.ts";
import { type DataType, isNested, typeText } from "../types/data-type.ts";
import { SparkSqlError } from "../types/spark-sql-error.ts";

/** `DESC NULLS LAST`, for values whose order is the same in both. */
export function sortOrder(item: SortItem, type: DataType): string {
  if (isNested(type)) {
    const problem = `ORDER BY ${type.kind}: the embedded engine does not order ${typeText(type)}, as NULLs within come last; order by its parts.`;
    throw new SparkSqlError(problem, item.expression.start, item.expression.end);
  }
  return `${item.isDescending ? "DESC" : "ASC"} NULLS ${item.nulls}`;
}

/** The place among so many columns that ORDER BY names by its number. */
export function ordinalOf({ expression }: SortItem, count: number): number | undefined {
  if (expression.kind !== "literal" || expression.type !== "number" || !/^\d+$/.test(expression.text)) {
    return undefined;
  }
  const place = Number(expression.text);
  if (place < 1 || place > count) {
    const problem = `ORDER BY ${place}: there are ${count} columns.`;
    throw new SparkSqlError(problem, expression.start, expression.end);
  }
  return place;
}
