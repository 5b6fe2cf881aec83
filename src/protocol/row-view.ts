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
  "noneOf",
  "isEmpty",
  "isMissing",
  "isPresent",
] as const;

export type FilterOperator = (typeof filterOperators)[number];

/** Condition on the values of one column. */
export interface ColumnFilter {
  /** Position of the column in the result. */
  readonly column: number;
  readonly operator: FilterOperator;
  /**
   * Operands as typed by the user: two for `between`, any number for `oneOf` and `noneOf` (null is a missing value), none for
   * `is...`, otherwise one.
   */
  readonly values: readonly (string | null)[];
}

/** Expanded members of a tree: by default those of the first `depth` levels, inverted for the toggled ones. */
export interface TreeView {
  readonly depth: number;
  /** Member ids; the same path of members has the same id in every result. */
  readonly toggled: readonly string[];
}

/** Maximum number of toggled members, because every request for rows carries them. */
export const maximumToggledMembers = 1000;

/** Filter and order of a result's rows: rows that pass every filter, sorted by the first key, then the next. */
export interface RowView {
  readonly sort: readonly SortKey[];
  readonly filter: readonly ColumnFilter[];
  /** State of a tree; if undefined, every member is expanded. */
  readonly tree?: TreeView;
}

/** View of all rows in their original order. */
export const defaultRowView: RowView = { sort: [], filter: [] };

export function isDefaultRowView(view: RowView): boolean {
  return view.sort.length === 0 && showsEveryRow(view);
}

/** Whether all rows are shown, in any order. */
export function showsEveryRow({ filter, tree }: RowView): boolean {
  return filter.length === 0 && tree === undefined;
}

/** Guards a view that was received from another process. */
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
    value["toggled"].length <= maximumToggledMembers &&
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
    case "noneOf":
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
