import { isCount, isRecord } from "../base/guards.ts";

/**
 * Column of the table that an aggregate query returns (sql-like-language 11.2). `index` is zero-based among the metrics
 * or the axes of the query.
 */
export type AggregateColumn =
  | { readonly kind: "metric"; readonly name: string; readonly index: number }
  | { readonly kind: "axis"; readonly name: string; readonly index: number }
  | { readonly kind: "time"; readonly name: string };

/**
 * Layout of the table that SQL-like text would return for an aggregate query. The table combines the cell sets of the
 * response, one for each metric in order.
 */
export interface CellSetLayout {
  readonly columns: readonly AggregateColumn[];
  /** Value of the query option `memberDisplayMode` (sql-like-language 11.3). */
  readonly memberDisplayMode: string;
  /**
   * Whether rows are left out of the table (sql-like-language 11.4). `dropsZero` drops rows whose metrics are all zero,
   * `dropsMissing` rows whose metrics are all missing. With both flags, also rows that mix zero and missing.
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

/**
 * Checks that a table layout has at least one metric and that its column indexes are consecutive from 0. Names may
 * repeat.
 */
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
