import { isCount, isRecord } from "../base/guards.ts";

/**
 * One column of the table of an aggregate (sql-like-language 11.2); `index` is zero-based among the metrics or axes of
 * the query.
 */
export type AggregateColumn =
  | { readonly kind: "metric"; readonly name: string; readonly index: number }
  | { readonly kind: "axis"; readonly name: string; readonly index: number }
  | { readonly kind: "time"; readonly name: string };

/**
 * Describes how cell sets, one for each metric of an aggregate in order, are combined into the table that SQL-like text
 * would return.
 */
export interface CellSetLayout {
  readonly columns: readonly AggregateColumn[];
  /** Value of the option of the same name (sql-like-language 11.3). */
  readonly memberDisplayMode: string;
  /**
   * Whether rows are left out whose metrics are all zero (`dropsZero`), all missing (`dropsMissing`), or, with both
   * flags, all zero or missing (sql-like-language 11.4).
   */
  readonly dropsZero: boolean;
  readonly dropsMissing: boolean;
}

export function isCellSetLayout(value: unknown): value is CellSetLayout {
  return (
    isRecord(value) &&
    isAggregateColumns(value["columns"]) &&
    typeof value["memberDisplayMode"] === "string" &&
    typeof value["dropsZero"] === "boolean" &&
    typeof value["dropsMissing"] === "boolean"
  );
}

/** Checks that there is at least one metric and that indexes are consecutive from 0. Names may repeat. */
function isAggregateColumns(value: unknown): value is readonly AggregateColumn[] {
  if (!Array.isArray(value) || !value.every(isAggregateColumn)) {
    return false;
  }
  const indexes = (kind: AggregateColumn["kind"]) =>
    value.flatMap((column: AggregateColumn) => (column.kind === kind && column.kind !== "time" ? [column.index] : []));
  const isConsecutive = (found: readonly number[]) => found.every((index, position) => index === position);
  return indexes("metric").length > 0 && isConsecutive(indexes("metric")) && isConsecutive(indexes("axis"));
}

function isAggregateColumn(value: unknown): value is AggregateColumn {
  return (
    isRecord(value) &&
    typeof value["name"] === "string" &&
    (value["kind"] === "time" || ((value["kind"] === "metric" || value["kind"] === "axis") && isCount(value["index"])))
  );
}
