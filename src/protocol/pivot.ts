import { isCount, isRecord } from "../base/guards.ts";
import type { ResultColumn } from "./data-worker.ts";
import { type ColumnFilter, isColumnFilter } from "./row-view.ts";

/**
 * Names of the aggregate functions. `count` counts the values that are not missing, `distinct` counts the different
 * values.
 */
export const aggregateFunctions = ["sum", "average", "count", "distinct", "minimum", "maximum"] as const;

export const pivotFunctions = [...aggregateFunctions, "single"] as const;

/**
 * Function that computes a pivot table cell. `single` returns the value of the cell's only row. If a cell has several
 * rows, such as a total, `single` returns their sum if the metric is additive, else no value.
 */
export type PivotFunction = (typeof pivotFunctions)[number];

/** Whether an aggregate function adds up values. Adding up is wrong for metrics such as averages. */
export function addsUpValues(name: PivotFunction): boolean {
  return name === "sum" || name === "average";
}

export const pivotShowAsOptions = [
  "value",
  "percentOfRow",
  "percentOfColumn",
  "percentOfTotal",
  "change",
  "percentChange",
] as const;

/**
 * Presentation of the value in a pivot table cell. `change` and `percentChange` are relative to the previous period.
 */
export type PivotShowAs = (typeof pivotShowAsOptions)[number];

export interface PivotValue {
  /** Zero-based position in the result of the column to aggregate. */
  readonly column: number;
  readonly function: PivotFunction;
  readonly show: PivotShowAs;
}

export const memberOrders = ["result", "name"] as const;

/**
 * Order of text members in a pivot table: in result order, or by name. Numbers and dates are always sorted by value.
 */
type MemberOrder = (typeof memberOrders)[number];

/** Specification of a pivot table. Columns are zero-based positions in the query result. */
export interface PivotRequest {
  /** Result columns whose values form the rows of the pivot table, from the outermost level to the innermost. */
  readonly rows: readonly number[];
  readonly columns: readonly number[];
  readonly values: readonly PivotValue[];
  /** Whether the pivot table has a total row and a total column, computed from the rows of the result. */
  readonly hasTotals: boolean;
  /**
   * Whether the pivot table has a subtotal row for each member of every level but the innermost. If the rows are a
   * tree, whether the row of a parent member shows values.
   */
  readonly hasSubtotals: boolean;
  /**
   * Whether the rows of the pivot table are a tree: each member of every level has a row, before the rows of its
   * children.
   */
  readonly isTree?: boolean;
  readonly memberOrder: MemberOrder;
}

/** Translated labels for total rows, missing values and metrics of a pivot table. */
export interface PivotLabels {
  readonly total: string;
  readonly missing: string;
  /** Labels of the aggregated values of a pivot table, in order. */
  readonly values: readonly string[];
}

/** Metadata of a computed pivot table. Its rows can be read like those of a result, by its own id. */
export interface PivotTable {
  readonly resultId: string;
  readonly columns: readonly ResultColumn[];
  readonly rowCount: number;
  /** Number of row levels of the pivot table. Undefined if its rows are not a tree. */
  readonly levelCount?: number;
}

export const maximumPivotColumns = 400;
export const maximumPivotLevels = 8;
export const maximumPivotValues = 24;
export const maximumColumnLevels = 2;

type WithResultId<Params> = Params & { readonly resultId: string };

/** Requests about pivot tables. The page sends them to the extension, which forwards them to the data worker. */
export type PivotRequests = {
  /**
   * Computes a pivot table. Throws `badRequest` if a value cannot be computed, or `tooLarge` if there would be too many
   * columns.
   */
  pivot: {
    params: WithResultId<{
      readonly request: PivotRequest;
      readonly labels: PivotLabels;
      readonly filter: readonly ColumnFilter[];
    }>;
    result: PivotTable;
  };
  /**
   * Returns the default pivot specification for the result of an aggregate query: members on rows, time on columns.
   * Undefined for any other result.
   */
  suggestPivot: { params: WithResultId<unknown>; result: { readonly request: PivotRequest | undefined } };
};

/** Returns the id of the result that a pivot table was computed from. Any other id is returned unchanged. */
export function baseResultId(resultId: string): string {
  return resultId.replace(/#pivot-\d+$/, "");
}

export function pivotResultId(resultId: string, number: number): string {
  return `${resultId}#pivot-${number}`;
}

/** Whether a value from another process or from storage is a pivot specification. */
export function isPivotRequest(value: unknown): value is PivotRequest {
  return (
    isRecord(value) &&
    isPositions(value["rows"], maximumPivotLevels) &&
    isPositions(value["columns"], maximumColumnLevels) &&
    Array.isArray(value["values"]) &&
    value["values"].length <= maximumPivotValues &&
    value["values"].every(isPivotValue) &&
    typeof value["hasTotals"] === "boolean" &&
    typeof value["hasSubtotals"] === "boolean" &&
    ["undefined", "boolean"].includes(typeof value["isTree"]) &&
    memberOrders.some((known) => known === value["memberOrder"])
  );
}

export function isPivotParams(value: unknown): value is PivotRequests["pivot"]["params"] {
  return (
    isRecord(value) &&
    isPivotRequest(value["request"]) &&
    isPivotLabels(value["labels"], value["request"].values.length) &&
    Array.isArray(value["filter"]) &&
    value["filter"].every(isColumnFilter)
  );
}

function isPivotLabels(value: unknown, count: number): value is PivotLabels {
  return (
    isRecord(value) &&
    typeof value["total"] === "string" &&
    typeof value["missing"] === "string" &&
    Array.isArray(value["values"]) &&
    value["values"].length === count &&
    value["values"].every((label) => typeof label === "string")
  );
}

function isPivotValue(value: unknown): boolean {
  return (
    isRecord(value) &&
    isCount(value["column"]) &&
    pivotFunctions.some((known) => known === value["function"]) &&
    pivotShowAsOptions.some((known) => known === value["show"])
  );
}

function isPositions(value: unknown, most: number): boolean {
  return Array.isArray(value) && value.length <= most && value.every(isCount);
}
