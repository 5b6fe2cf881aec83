import { isRecord } from "./guards.ts";

/** Members at which a cell of an aggregate's result stands. Columns have their names in the result. */
export interface CellMembers {
  /** Name of the metric's column that contains the cell. */
  readonly metric: string;
  readonly columns: readonly CellColumn[];
}

/** Members of one column of dimensions, concepts or time. */
export interface CellColumn {
  readonly name: string;
  /** Members that the cell is about, one or, for a total, several. Missing members are null. */
  readonly values: readonly (string | null)[];
  /** All values that a column of dates has in the result, for the boundaries of periods. */
  readonly known?: readonly string[];
}

/** List query that returns the records behind a cell, or the reason why there is none. */
export type RecordsQuery =
  | { readonly kind: "query"; readonly text: string }
  | { readonly kind: "refused"; readonly reason: string };

export function isRecordsQuery(value: unknown): value is RecordsQuery {
  return (
    isRecord(value) &&
    ((value["kind"] === "query" && typeof value["text"] === "string") ||
      (value["kind"] === "refused" && typeof value["reason"] === "string"))
  );
}
