import { isCount, isCountArray, isRecord } from "../base/guards.ts";
import type { RequestGuards } from "./channel.ts";
import { type Cell, hasResultId, type RowRange } from "./data-worker.ts";
import { type ColumnFilter, isColumnFilter, isRowView, type RowView } from "./row-view.ts";

/** Values of one column, most frequent first. Only rows that pass the filters of all other columns are counted. */
export interface ColumnValues {
  readonly values: readonly { readonly value: Cell; readonly rowCount: number }[];
  /** Whether the list of column values is truncated. */
  readonly isCut: boolean;
}

/** Text search in the sorted and filtered rows of a result. */
export interface MatchRequest {
  readonly view: RowView;
  /** Positions of the columns to search, in display order. */
  readonly columns: readonly number[];
  readonly text: string;
  readonly isCaseSensitive: boolean;
}

export interface FindRequest extends MatchRequest {
  /**
   * Cell after which the search starts: a row index and an index into `columns`. Column -1 starts before the first cell
   * of the row.
   */
  readonly from: { readonly row: number; readonly column: number };
  readonly direction: "next" | "previous";
}

export interface FindAnswer {
  /** Matching cell: a row index and an index into `columns`. Undefined if no cell matches. */
  readonly cell: { readonly row: number; readonly column: number } | undefined;
  /** One-based number of the match among all matches. Undefined until the matches are counted. */
  readonly ordinal: number | undefined;
  readonly count: number | undefined;
}

/** Statistics of a selected range of cells. Numbers and dates are given as text. */
export interface RangeStatistics {
  readonly cellCount: number;
  /** Number of cells in the range that have a value. */
  readonly valueCount: number;
  readonly numberCount: number;
  /** Sum of the numbers in the range as text. Undefined if there are none. */
  readonly sum: string | undefined;
  readonly average: string | undefined;
  /** Minimum of the numbers in the range. If there are no numbers, the earliest date. */
  readonly minimum: string | undefined;
  readonly maximum: string | undefined;
  /** Whether the statistics are exact. Digits are lost if more than 38 would be needed. */
  readonly isExact: boolean;
}

/** Maximum number of selected cells for which distinct values are counted. Counting more would take too long. */
export const maximumDistinctCells = 5_000_000;

/** VS Code commands for the rows of the active result. */
export const viewCommands = ["toggleFilters", "clearFilters", "copyCondition", "find"] as const;

export type ViewCommand = (typeof viewCommands)[number];

type WithResultId<Params> = Params & { readonly resultId: string };

/** Requests to the data worker about the sorted and filtered rows of a result. */
export type ViewWorkerRequests = {
  /**
   * Lists the values of a column that contain the text `search`, ignoring case. `filter` contains the filters of the
   * other columns.
   */
  columnValues: {
    params: WithResultId<{
      readonly column: number;
      readonly filter: readonly ColumnFilter[];
      readonly search: string;
    }>;
    result: ColumnValues;
  };
  /** Finds the nearest cell that contains a text. The search continues at the other end after the last or first row. */
  find: { params: WithResultId<FindRequest>; result: FindAnswer };
  /** Counts the cells that contain a text. Later `find` requests for the same text use the cached matches. */
  countMatches: { params: WithResultId<MatchRequest>; result: { readonly count: number } };
  rangeStatistics: { params: WithResultId<RowRange>; result: RangeStatistics };
  /**
   * Counts the distinct values in a range of cells. Undefined if the range has more than `maximumDistinctCells` cells.
   */
  rangeDistinct: { params: WithResultId<RowRange>; result: { readonly distinctCount: number | undefined } };
};

/** Guards for the parameters of received requests about rows. */
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

/** Guards for responses to requests about rows. JSON omits undefined properties. */
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
    (value["cell"] === undefined || isFrom(value["cell"])) &&
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

/** Whether a message contains a result id and a valid range of cells. */
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
