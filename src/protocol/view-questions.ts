import { isCount, isCountArray, isRecord } from "../base/guards.ts";
import type { RequestGuards } from "./channel.ts";
import type { Cell, RowRange } from "./data-worker.ts";
import { isFor } from "./guards.ts";
import { type ColumnFilter, isColumnFilter, isRowView, type RowView } from "./row-view.ts";

/** Values of one column that pass the other columns' filters, the most frequent first. */
export interface ColumnValues {
  readonly values: readonly { readonly value: Cell; readonly rowCount: number }[];
  /** Whether there are more. */
  readonly isCut: boolean;
}

/** What is looked for in the cells of a view. */
export interface MatchRequest {
  readonly view: RowView;
  /** Positions in the order to show. */
  readonly columns: readonly number[];
  readonly text: string;
  readonly isCaseSensitive: boolean;
}

export interface FindRequest extends MatchRequest {
  /** Where to go on: a row of the view, and an index into `columns`. Column -1 takes in the whole row. */
  readonly from: { readonly row: number; readonly column: number };
  readonly direction: "next" | "previous";
}

export interface FindAnswer {
  /** A row of the view, and an index into `columns`; undefined when no cell has the text. */
  readonly place: { readonly row: number; readonly column: number } | undefined;
  /** Which of the matches it is, from 1 on; undefined while they have not been counted. */
  readonly ordinal: number | undefined;
  readonly count: number | undefined;
}

/** What the cells of a range hold. Numbers and dates are texts, exact where `isExact`. */
export interface RangeStatistics {
  readonly cellCount: number;
  /** Cells that are not missing. */
  readonly valueCount: number;
  readonly numberCount: number;
  /** Undefined without numbers. */
  readonly sum: string | undefined;
  readonly average: string | undefined;
  /** Of numbers, else of dates. */
  readonly minimum: string | undefined;
  readonly maximum: string | undefined;
  /** False when digits were lost because more than 38 would be needed. */
  readonly isExact: boolean;
}

/** Cells of a range whose different values are counted; more would take too long. */
export const mostDistinctCells = 5_000_000;

/** Commands of VS Code about the rows of the active result. */
export const viewCommands = ["toggleFilters", "clearFilters", "copyCondition", "find"] as const;

export type ViewCommand = (typeof viewCommands)[number];

type For<Params> = Params & { readonly resultId: string };

/** What is asked of the data worker about the rows of a view. */
export type ViewWorkerRequests = {
  /** `filter` are the filters of the other columns; `search` is part of the value, in any case. */
  columnValues: {
    params: For<{ readonly column: number; readonly filter: readonly ColumnFilter[]; readonly search: string }>;
    result: ColumnValues;
  };
  /** The nearest cell with the text, around the end of the view if need be. */
  find: { params: For<FindRequest>; result: FindAnswer };
  /** Looks at every cell; after it each `find` of the same text is at once. */
  countMatches: { params: For<MatchRequest>; result: { readonly count: number } };
  rangeFacts: { params: For<RowRange>; result: RangeStatistics };
  /** Undefined for more than `mostDistinctCells`. */
  rangeDistinct: { params: For<RowRange>; result: { readonly distinctCount: number | undefined } };
};

/** Guards for what an asking side sent. */
export const viewGuards: RequestGuards<ViewWorkerRequests> = {
  columnValues: (params): params is ViewWorkerRequests["columnValues"]["params"] =>
    isFor(params) &&
    isCount(params["column"]) &&
    Array.isArray(params["filter"]) &&
    params["filter"].every(isColumnFilter) &&
    typeof params["search"] === "string",
  find: (params): params is ViewWorkerRequests["find"]["params"] =>
    isMatchRequest(params) &&
    isFrom(params["from"]) &&
    (params["direction"] === "next" || params["direction"] === "previous"),
  countMatches: (params): params is ViewWorkerRequests["countMatches"]["params"] => isMatchRequest(params),
  rangeFacts: (params): params is ViewWorkerRequests["rangeFacts"]["params"] => isRange(params),
  rangeDistinct: (params): params is ViewWorkerRequests["rangeDistinct"]["params"] => isRange(params),
};

/** Guards for what came back. On its way as JSON what is undefined is left out. */
export const isViewAnswer: {
  readonly [Name in keyof ViewWorkerRequests]: (value: unknown) => value is ViewWorkerRequests[Name]["result"];
} = {
  columnValues: (value): value is ColumnValues =>
    isRecord(value) &&
    typeof value["isCut"] === "boolean" &&
    Array.isArray(value["values"]) &&
    value["values"].every(
      (one) => isRecord(one) && (one["value"] === null || typeof one["value"] === "string") && isCount(one["rowCount"]),
    ),
  find: (value): value is FindAnswer =>
    isRecord(value) &&
    (value["place"] === undefined || isFrom(value["place"])) &&
    [value["ordinal"], value["count"]].every((number) => number === undefined || isCount(number)),
  countMatches: (value): value is { count: number } => isRecord(value) && isCount(value["count"]),
  rangeFacts: (value): value is RangeStatistics =>
    isRecord(value) &&
    [value["cellCount"], value["valueCount"], value["numberCount"]].every(isCount) &&
    ["sum", "average", "minimum", "maximum"].every(
      (name) => value[name] === undefined || typeof value[name] === "string",
    ) &&
    typeof value["isExact"] === "boolean",
  rangeDistinct: (value): value is { distinctCount: number | undefined } =>
    isRecord(value) && (value["distinctCount"] === undefined || isCount(value["distinctCount"])),
};

function isMatchRequest(value: unknown): value is Record<string, unknown> & For<MatchRequest> {
  return (
    isFor(value) &&
    isRowView(value["view"]) &&
    isCountArray(value["columns"]) &&
    typeof value["text"] === "string" &&
    value["text"] !== "" &&
    typeof value["isCaseSensitive"] === "boolean"
  );
}

/** Cells of a result. */
export function isRange(value: unknown): value is For<RowRange> {
  return (
    isFor(value) &&
    isCount(value["first"]) &&
    isCount(value["count"]) &&
    isCountArray(value["columns"]) &&
    isRowView(value["view"])
  );
}

function isFrom(value: unknown): boolean {
  return isRecord(value) && isCount(value["row"]) && (value["column"] === -1 || isCount(value["column"]));
}
