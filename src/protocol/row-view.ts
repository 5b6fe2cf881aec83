import { isCount, isRecord } from "../base/guards.ts";

export interface SortKey {
  /** Position of the column in the result. */
  readonly column: number;
  readonly direction: "ascending" | "descending";
}

const filterOperators = [
  "contains",
  "startsWith",
  "equals",
  "differs",
  "less",
  "atMost",
  "more",
  "atLeast",
  "between",
  "oneOf",
  "isEmpty",
  "isMissing",
  "isPresent",
] as const;

export type FilterOperator = (typeof filterOperators)[number];

/** What the values of one column must be like. */
export interface ColumnFilter {
  /** Position of the column in the result. */
  readonly column: number;
  readonly operator: FilterOperator;
  /** As they were written: two for `between`, any number for `oneOf` (null is a missing value), none for `is...`, else one. */
  readonly values: readonly (string | null)[];
}

/** Which members of a tree are open: those of the first `depth` levels are, and of the toggled ones it is the other way. */
export interface TreeView {
  readonly depth: number;
  /** Ids of members; the same path of members has the same id in every result. */
  readonly toggled: readonly string[];
}

/** A message with every window says which are toggled. */
export const mostToggled = 1000;

/** Which rows of a result are shown and in which order: rows that pass every filter, by the first key, then the next. */
export interface RowView {
  readonly sort: readonly SortKey[];
  readonly filter: readonly ColumnFilter[];
  /** Of a tree; without, every member is open. */
  readonly tree?: TreeView;
}

/** Every row, as it came. */
export const wholeResult: RowView = { sort: [], filter: [] };

export function isWholeResult(view: RowView): boolean {
  return view.sort.length === 0 && showsEveryRow(view);
}

/** Whether no row is left out, in whatever order. */
export function showsEveryRow({ filter, tree }: RowView): boolean {
  return filter.length === 0 && tree === undefined;
}

/** Guard for what another process sent. */
export function isRowView(value: unknown): value is RowView {
  return (
    isRecord(value) &&
    Array.isArray(value["sort"]) &&
    value["sort"].every(isSortKey) &&
    Array.isArray(value["filter"]) &&
    value["filter"].every(isColumnFilter) &&
    (value["tree"] === undefined || isTreeView(value["tree"]))
  );
}

export function isTreeView(value: unknown): value is TreeView {
  return (
    isRecord(value) &&
    isCount(value["depth"]) &&
    Array.isArray(value["toggled"]) &&
    value["toggled"].length <= mostToggled &&
    value["toggled"].every((id) => typeof id === "string" && /^[0-9a-f]{32}$/.test(id))
  );
}

export function isColumnFilter(value: unknown): value is ColumnFilter {
  return (
    isRecord(value) &&
    isCount(value["column"]) &&
    filterOperators.some((known) => known === value["operator"]) &&
    Array.isArray(value["values"]) &&
    value["values"].every((one) => one === null || typeof one === "string") &&
    hasFittingCount(value["operator"] as FilterOperator, value["values"].length)
  );
}

function hasFittingCount(operator: FilterOperator, count: number): boolean {
  switch (operator) {
    case "between":
      return count === 2;
    case "oneOf":
      return true;
    case "isEmpty":
    case "isMissing":
    case "isPresent":
      return count === 0;
    default:
      return count === 1;
  }
}

function isSortKey(value: unknown): boolean {
  return (
    isRecord(value) &&
    isCount(value["column"]) &&
    (value["direction"] === "ascending" || value["direction"] === "descending")
  );
}
