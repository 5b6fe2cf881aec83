import { isCount, isRecord } from "../base/guards.ts";
import type { ResultColumn } from "./data-worker.ts";
import { type ColumnFilter, isColumnFilter } from "./row-view.ts";

/** Aggregate functions. `count` counts the values that are not missing, `distinct` the different ones among them. */
export const aggregateFunctions = ["sum", "average", "count", "distinct", "minimum", "maximum"] as const;

export const pivotFunctions = [...aggregateFunctions, "single"] as const;

/**
 * Function of a pivot value. `single` is the value of a cell's only row. For a cell with several rows, such as a total,
 * it is their sum if the metric's additivity allows it, else missing.
 */
export type PivotFunction = (typeof pivotFunctions)[number];

/** Whether a function adds up values, which is wrong for metrics such as averages. */
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

/** How a cell presents its value; a change is relative to the previous period. */
export type PivotShowAs = (typeof pivotShowAsOptions)[number];

export interface PivotValue {
  /** Position of the column in the result. */
  readonly column: number;
  readonly function: PivotFunction;
  readonly show: PivotShowAs;
}

export const memberOrders = ["result", "name"] as const;

/** Order of text members: as first seen in the result, or by name. Numbers and dates are always sorted by value. */
type MemberOrder = (typeof memberOrders)[number];

/** Specifies a pivot table of a result; columns are positions in the result. */
export interface PivotRequest {
  /** Row columns, from the outermost level to the innermost. */
  readonly rows: readonly number[];
  readonly columns: readonly number[];
  readonly values: readonly PivotValue[];
  /** Whether to add a total row and a total column, computed from the rows of the result. */
  readonly hasTotals: boolean;
  /**
   * Whether to add a subtotal row for each member of every level but the innermost. In a tree, whether the member's own
   * row has values.
   */
  readonly hasSubtotals: boolean;
  /** Whether the rows are a tree: each member of every level has a row, before the rows of its children. */
  readonly isTree?: boolean;
  readonly memberOrder: MemberOrder;
}

/** Translated labels for names and cells of the table. */
export interface PivotLabels {
  readonly total: string;
  readonly missing: string;
  /** One label for each value. */
  readonly values: readonly string[];
}

/** A computed pivot table, which can be read as a result under its own id. */
export interface PivotTable {
  readonly resultId: string;
  readonly columns: readonly ResultColumn[];
  readonly rowCount: number;
  /** Number of row levels if the rows are a tree. */
  readonly levelCount?: number;
}

export const maximumPivotColumns = 400;
export const maximumPivotLevels = 8;
export const maximumPivotValues = 24;
export const maximumColumnLevels = 2;

type WithResultId<Params> = Params & { readonly resultId: string };

/** Requests about pivots, from the page to the extension and from the extension to the data worker. */
export type PivotRequests = {
  /**
   * Computes a pivot. Throws `badRequest` if a value cannot be computed, `tooLarge` if there would be too many columns.
   */
  pivot: {
    params: WithResultId<{
      readonly request: PivotRequest;
      readonly labels: PivotLabels;
      readonly filter: readonly ColumnFilter[];
    }>;
    result: PivotTable;
  };
  /** Suggests the default pivot of an aggregate: members on rows, time on columns. Undefined for any other result. */
  suggestPivot: { params: WithResultId<unknown>; result: { readonly request: PivotRequest | undefined } };
};

/** Returns the id of the result that a pivot was computed from; any other id is returned unchanged. */
export function baseResultId(resultId: string): string {
  return resultId.replace(/#pivot-\d+$/, "");
}

export function pivotResultId(resultId: string, number: number): string {
  return `${resultId}#pivot-${number}`;
}

/** Guards a pivot request that was received from another process or read from storage. */
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
