import { isCount, isRecord } from "../base/guards.ts";

export interface SortKey {
  /** Zero-based position in the result of the column to sort by. */
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

/** Filter condition on the values of one result column. */
export interface ColumnFilter {
  /** Zero-based position in the result of the column to filter. */
  readonly column: number;
  readonly operator: FilterOperator;
  /**
   * Operands of the filter as typed by the user: two for `between`, any number for `oneOf` and `noneOf`, none for
   * `isEmpty`, `isMissing` and `isPresent`, otherwise one. Null stands for a missing value.
   */
  readonly values: readonly (string | null)[];
}

/**
 * Expansion state of a tree of members. Members of the first `depth` levels are expanded, all others collapsed;
 * `toggled` lists the members for which this is inverted.
 */
export interface TreeView {
  readonly depth: number;
  /** Ids of the members whose expansion state is inverted. The same path of members has the same id in every result. */
  readonly toggled: readonly string[];
}

/**
 * Maximum number of members whose expansion state is inverted. Limited because every request for rows contains them.
 */
export const maximumToggledMembers = 1000;

/**
 * Sort order and filters of the rows of a result. A row must pass all filters. Later sort keys order rows that are
 * equal by the earlier ones.
 */
export interface RowView {
  readonly sort: readonly SortKey[];
  readonly filter: readonly ColumnFilter[];
  /** Expansion state of a tree of members. If undefined, every member is expanded. */
  readonly tree?: TreeView;
}

/** Default sort order and filters: all rows of a result in their original order. */
export const defaultRowView: RowView = { sort: [], filter: [] };

export function isDefaultRowView(view: RowView): boolean {
  return view.sort.length === 0 && showsEveryRow(view);
}

/** Whether no filter or collapsed member hides rows of a result. The sort order does not matter. */
export function showsEveryRow({ filter, tree }: RowView): boolean {
  return filter.length === 0 && tree === undefined;
}

/** Whether a value from another process is a valid combination of sort keys and filters. */
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
