import { isRecord } from "./guards.ts";
export interface SortKey {
  /** Position of the column in the result. */
  readonly column: number;
  readonly direction: "ascending" | "descending";
}

export const filterOperators = [
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

/** Which rows of a result are shown and in which order: rows that pass every filter, by the first key, then the next. */
export interface RowView {
  readonly sort: readonly SortKey[];
  readonly filter: readonly ColumnFilter[];
}

/** Every row, as it came. */
export const wholeResult: RowView = { sort: [], filter: [] };

export function isWholeResult({ sort, filter }: RowView): boolean {
  return sort.length === 0 && filter.length === 0;
}

/** Guard for what another process sent. */
export function isRowView(value: unknown): value is RowView {
  return (
    isRecord(value) &&
    Array.isArray(value["sort"]) &&
    value["sort"].every(isSortKey) &&
    Array.isArray(value["filter"]) &&
    value["filter"].every(isColumnFilter)
  );
}

export function isColumnFilter(value: unknown): value is ColumnFilter {
  return (
    isRecord(value) &&
    isPosition(value["column"]) &&
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
    isPosition(value["column"]) &&
    (value["direction"] === "ascending" || value["direction"] === "descending")
  );
}

function isPosition(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
