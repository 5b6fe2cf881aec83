import { isCount, isRecord } from "../base/guards.ts";
import type { ResultColumn } from "./data-worker.ts";
import { type ColumnFilter, isColumnFilter } from "./row-view.ts";

/** `count` counts values that are there, `distinct` the different ones among them. */
export const aggregateFunctions = ["sum", "average", "count", "distinct", "minimum", "maximum"] as const;

export const pivotFunctions = [...aggregateFunctions, "single"] as const;

/**
 * `single` is the value of the one row that a cell stands for. Where it stands for several, as totals do, it is their sum as far as
 * the metric may be added up, else nothing.
 */
export type PivotFunction = (typeof pivotFunctions)[number];

/** Whether a function adds values up, which is wrong for metrics such as averages. */
export function isAdding(name: PivotFunction): boolean {
  return name === "sum" || name === "average";
}

export const pivotShows = [
  "value",
  "percentOfRow",
  "percentOfColumn",
  "percentOfTotal",
  "change",
  "percentChange",
] as const;

/** What a cell says of its value; a change is against the period before. */
export type PivotShow = (typeof pivotShows)[number];

export interface PivotValue {
  /** Position of the column in the result. */
  readonly column: number;
  readonly function: PivotFunction;
  readonly show: PivotShow;
}

export const memberOrders = ["result", "name"] as const;

/** Members in the order in which the result has them first, or by name. Numbers and dates are always in their own order. */
type MemberOrder = (typeof memberOrders)[number];

/** A table to be computed of a result. Columns are positions in the result. */
export interface PivotRequest {
  /** From the outermost level to the innermost. */
  readonly rows: readonly number[];
  readonly columns: readonly number[];
  readonly values: readonly PivotValue[];
  /** A row over all rows and a column over all columns, computed from the rows of the result. */
  readonly hasTotals: boolean;
  /** A row over each member of every level but the innermost; in a tree, the values of a member's row. */
  readonly hasSubtotals: boolean;
  /** A row for each member of every level, before the rows of the members under it. */
  readonly isTree?: boolean;
  readonly memberOrder: MemberOrder;
}

/** Words that become names and cells of the table. */
export interface PivotLabels {
  readonly total: string;
  readonly missing: string;
  /** One for each value. */
  readonly values: readonly string[];
}

/** The table, to be read as a result of its own. */
export interface PivotTable {
  readonly resultId: string;
  readonly columns: readonly ResultColumn[];
  readonly rowCount: number;
  /** Levels of the rows, where they are a tree. */
  readonly levelCount?: number;
}

export const mostPivotColumns = 400;
export const mostPivotLevels = 8;
export const mostPivotValues = 24;
export const mostColumnLevels = 2;

type For<Params> = Params & { readonly resultId: string };

/** What is asked of a pivot, by the page of the extension and by the extension of the data worker. */
export type PivotRequests = {
  /** Throws `badRequest` where a value cannot be computed, `tooLarge` where there would be too many columns. */
  pivot: {
    params: For<{
      readonly request: PivotRequest;
      readonly words: PivotLabels;
      readonly filter: readonly ColumnFilter[];
    }>;
    result: PivotTable;
  };
  /** The pivot that an aggregate is shown as: its members down, time along the top. Undefined for any other result. */
  suggestPivot: { params: For<unknown>; result: { readonly request: PivotRequest | undefined } };
};

/** The result that a pivot was computed from; any other result is its own. */
export function baseResultId(resultId: string): string {
  return resultId.replace(/#pivot-\d+$/, "");
}

export function pivotResultId(resultId: string, number: number): string {
  return `${resultId}#pivot-${number}`;
}

/** Guard for what another process sent or kept. */
export function isPivotRequest(value: unknown): value is PivotRequest {
  return (
    isRecord(value) &&
    isPositions(value["rows"], mostPivotLevels) &&
    isPositions(value["columns"], mostColumnLevels) &&
    Array.isArray(value["values"]) &&
    value["values"].length <= mostPivotValues &&
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
    isPivotWords(value["words"], value["request"].values.length) &&
    Array.isArray(value["filter"]) &&
    value["filter"].every(isColumnFilter)
  );
}

function isPivotWords(value: unknown, count: number): value is PivotLabels {
  return (
    isRecord(value) &&
    typeof value["total"] === "string" &&
    typeof value["missing"] === "string" &&
    Array.isArray(value["values"]) &&
    value["values"].length === count &&
    value["values"].every((word) => typeof word === "string")
  );
}

function isPivotValue(value: unknown): boolean {
  return (
    isRecord(value) &&
    isCount(value["column"]) &&
    pivotFunctions.some((known) => known === value["function"]) &&
    pivotShows.some((known) => known === value["show"])
  );
}

function isPositions(value: unknown, most: number): boolean {
  return Array.isArray(value) && value.length <= most && value.every(isCount);
}
