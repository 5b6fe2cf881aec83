import { isCount, isCountArray, isRecord } from "../base/guards.ts";
import type { RequestGuards } from "./channel.ts";
import { type Cell, hasResultId, type RowRange } from "./data-worker.ts";
import { type ColumnFilter, isColumnFilter, isRowView, type RowView } from "./row-view.ts";

/** Values of one column in rows that pass the filters of the other columns, most frequent first. */
export interface ColumnValues {
  readonly values: readonly { readonly value: Cell; readonly rowCount: number }[];
  /** Whether there are more values. */
  readonly isCut: boolean;
}

/** Text to find in the cells of a view. */
export interface MatchRequest {
  readonly view: RowView;
  /** Column positions in display order. */
  readonly columns: readonly number[];
  readonly text: string;
  readonly isCaseSensitive: boolean;
}

export interface FindRequest extends MatchRequest {
  /** Cell to start after: a row of the view and an index into `columns`. Column -1 includes the complete row. */
  readonly from: { readonly row: number; readonly column: number };
  readonly direction: "next" | "previous";
}

export interface FindAnswer {
  /** Matching cell: a row of the view and an index into `columns`; undefined if no cell matches. */
  readonly cell: { readonly row: number; readonly column: number } | undefined;
  /** One-based number of the match; undefined until the matches were counted. */
  readonly ordinal: number | undefined;
  readonly count: number | undefined;
}

/** Statistics of a range of cells. Numbers and dates are texts, exact if `isExact`. */
export interface RangeStatistics {
  readonly cellCount: number;
  /** Number of cells that are not missing. */
  readonly valueCount: number;
  readonly numberCount: number;
  /** Undefined if there are no numbers. */
  readonly sum: string | undefined;
  readonly average: string | undefined;
  /** Minimum of the numbers, or of the dates if there are no numbers. */
  readonly minimum: string | undefined;
  readonly maximum: string | undefined;
  /** False if digits were lost because more than 38 are needed. */
  readonly isExact: boolean;
}

/** Maximum number of cells whose different values are counted; counting more would take too long. */
export const maximumDistinctCells = 5_000_000;

/** Commands of VS Code for the rows of the active result. */
export const viewCommands = ["toggleFilters", "clearFilters", "copyCondition", "find"] as const;

export type ViewCommand = (typeof viewCommands)[number];

type WithResultId<Params> = Params & { readonly resultId: string };

/** Requests about the rows of a view to the data worker. */
export type ViewWorkerRequests = {
  /**
   * Lists the values of a column; `filter` are the filters of the other columns, `search` is a case-insensitive part of
   * the value.
   */
  columnValues: {
    params: WithResultId<{
      readonly column: number;
      readonly filter: readonly ColumnFilter[];
      readonly search: string;
    }>;
    result: ColumnValues;
  };
  /** Finds the nearest cell with the text, wrapping around the end of the view. */
  find: { params: WithResultId<FindRequest>; result: FindAnswer };
  /** Counts matches in every cell; later `find` requests for the same text are then immediate. */
  countMatches: { params: WithResultId<MatchRequest>; result: { readonly count: number } };
  rangeStatistics: { params: WithResultId<RowRange>; result: RangeStatistics };
  /** Counts different values; undefined beyond `maximumDistinctCells`. */
  rangeDistinct: { params: WithResultId<RowRange>; result: { readonly distinctCount: number | undefined } };
};

/** Guards for received requests. */
export const viewGuards: RequestGuards<ViewWorkerRequests> = {
  columnValues: (params): params is ViewWorkerRequests["columnValues"]["params"] =>
    hasResultId(params) &&
    isCount(params["column"]) &&
    Array.isArray(params["filter"]) &&
    params["filter"].every(isColumnFilter) &&
    typeof params["search"] === "string",
  find: (params): params is ViewWorkerRequests["find"]["params"] =>
    isMatchRequest(params) &&
    isFrom(params["from"]) &&
    (params["direction"] === "next" || params["direction"] === "previous"),
  countMatches: (params): params is ViewWorkerRequests["countMatches"]["params"] => isMatchRequest(params),
  rangeStatistics: (params): params is ViewWorkerRequests["rangeStatistics"]["params"] => isRange(params),
  rangeDistinct: (params): params is ViewWorkerRequests["rangeDistinct"]["params"] => isRange(params),
};

/** Guards for responses. JSON leaves out properties that are undefined. */
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
  rangeStatistics: (value): value is RangeStatistics =>
    isRecord(value) &&
    [value["cellCount"], value["valueCount"], value["numberCount"]].every(isCount) &&
    ["sum", "average", "minimum", "maximum"].every(
      (name) => value[name] === undefined || typeof value[name] === "string",
    ) &&
    typeof value["isExact"] === "boolean",
  rangeDistinct: (value): value is { distinctCount: number | undefined } =>
    isRecord(value) && (value["distinctCount"] === undefined || isCount(value["distinctCount"])),
};

function isMatchRequest(value: unknown): value is Record<string, unknown> & WithResultId<MatchRequest> {
  return (
    hasResultId(value) &&
    isRowView(value["view"]) &&
    isCountArray(value["columns"]) &&
    typeof value["text"] === "string" &&
    value["text"] !== "" &&
    typeof value["isCaseSensitive"] === "boolean"
  );
}

/** Guards a range of cells. */
export function isRange(value: unknown): value is WithResultId<RowRange> {
  return (
    hasResultId(value) &&
    isCount(value["first"]) &&
    isCount(value["count"]) &&
    isCountArray(value["columns"]) &&
    isRowView(value["view"])
  );
}

function isFrom(value: unknown): boolean {
  return isRecord(value) && isCount(value["row"]) && (value["column"] === -1 || isCount(value["column"]));
}
