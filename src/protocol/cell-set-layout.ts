import { isCount, isRecord } from "../base/guards.ts";

/** A column of the table of an aggregate (sql-like-language 11.2); `index` counts from 0 among the metrics or axes of the query. */
export type AggregateColumn =
  | { readonly kind: "metric"; readonly name: string; readonly index: number }
  | { readonly kind: "axis"; readonly name: string; readonly index: number }
  | { readonly kind: "time"; readonly name: string };

/** How the cell sets of an aggregate, one for each metric in their order, become the table that its text would give. */
export interface CellSetLayout {
  readonly columns: readonly AggregateColumn[];
  /** As the option of the same name (sql-like-language 11.3). */
  readonly memberDisplayMode: string;
  /** Leaves out rows whose metrics are all zero, all missing, or with both all zero or missing (sql-like-language 11.4). */
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

/** Names may repeat, but every table has a metric, and indexes stand in their order without gaps. */
function isAggregateColumns(value: unknown): value is readonly AggregateColumn[] {
  if (!Array.isArray(value) || !value.every(isAggregateColumn)) {
    return false;
  }
  const indexes = (kind: AggregateColumn["kind"]) =>
    value.flatMap((column: AggregateColumn) => (column.kind === kind && column.kind !== "time" ? [column.index] : []));
  const isCounted = (found: readonly number[]) => found.every((index, position) => index === position);
  return indexes("metric").length > 0 && isCounted(indexes("metric")) && isCounted(indexes("axis"));
}

function isAggregateColumn(value: unknown): value is AggregateColumn {
  return (
    isRecord(value) &&
    typeof value["name"] === "string" &&
    (value["kind"] === "time" || ((value["kind"] === "metric" || value["kind"] === "axis") && isCount(value["index"])))
  );
}
