import { isCount, isRecord, isStringArray } from "../base/guards.ts";
import type { RequestGuards } from "./channel.ts";
import { hasResultId } from "./data-worker.ts";

/** Visibility and order of a result's columns. Columns are identified by their zero-based position in the result. */
export interface ColumnArrangement {
  /** Positions of all columns in display order, each exactly once. */
  readonly order: readonly number[];
  readonly hidden: readonly number[];
  /** Positions of the columns that are shown first and do not scroll horizontally. */
  readonly frozen: readonly number[];
}

/**
 * Column layout stored for a query. Columns are identified by name, so that the layout also applies to a later run of
 * the query with other columns.
 */
export interface StoredLayout {
  readonly order: readonly string[];
  readonly hidden: readonly string[];
  readonly frozen: readonly string[];
  /** Column widths in pixels, by column name. */
  readonly widths: Readonly<Record<string, number>>;
}

/** Settings of the user for the display of query results. */
export interface ResultDisplaySettings {
  /** Height of a table row in pixels. */
  readonly rowHeight: number;
  /** Number format of cells. `exact` shows the digits as received; `locale` formats numbers for the user's language. */
  readonly numberFormat: "locale" | "exact";
  /** Whether each column header shows a summary of the column's values. */
  readonly hasSummaries: boolean;
}

/** VS Code commands for the columns of the active result. */
export const columnCommands = ["chooseColumns", "fitColumns", "showProfile", "toggleExactValues"] as const;

export type ColumnCommand = (typeof columnCommands)[number];

/**
 * Bar of a column summary. Counts the rows with values between `from` and `to`, inclusive; both are equal for a single
 * value.
 */
export interface SummaryBar {
  readonly from: string;
  readonly to: string;
  readonly rowCount: number;
}

/** Summary of a column's values, shown as small bars in the column header. */
export interface ColumnSummary {
  readonly rowCount: number;
  readonly missingCount: number;
  readonly distinctCount: number;
  /** Whether `distinctCount` is exact. With very many rows it is an estimate. */
  readonly isDistinctExact: boolean;
  /** Meaning of the bars: a histogram, the most frequent values (`values`), or no bars (`none`). */
  readonly shape: "histogram" | "values" | "none";
  readonly bars: readonly SummaryBar[];
}

/**
 * Statistics of a column's values, formatted like cells. A statistic is null if the type of the column does not have
 * it.
 */
export interface ColumnProfile {
  readonly rowCount: number;
  readonly missingCount: number;
  readonly distinctCount: number;
  /** Whether `distinctCount` is exact. With very many rows it is an estimate. */
  readonly isDistinctExact: boolean;
  readonly minimum: string | null;
  readonly maximum: string | null;
  readonly mean: string | null;
  readonly firstQuartile: string | null;
  readonly median: string | null;
  readonly thirdQuartile: string | null;
  readonly topValue: string | null;
  readonly topCount: number;
}

/** Whether all values of a column are different. Missing values are not counted. */
export function isUnique({
  rowCount,
  missingCount,
  distinctCount,
  isDistinctExact,
}: Pick<ColumnProfile, "rowCount" | "missingCount" | "distinctCount" | "isDistinctExact">): boolean {
  return isDistinctExact && distinctCount > 1 && distinctCount === rowCount - missingCount;
}

type WithResultId<Params> = Params & { readonly resultId: string };

/** Requests about columns to the data worker. */
export type ColumnWorkerRequests = {
  columnSummary: { params: WithResultId<{ readonly column: number }>; result: ColumnSummary };
  columnProfile: { params: WithResultId<{ readonly column: number }>; result: ColumnProfile };
};

/** Requests about columns from the results page to the extension. */
export type ColumnViewRequests = ColumnWorkerRequests & {
  /** Returns the column layout that is stored for the query of a result. */
  layout: { params: WithResultId<unknown>; result: StoredLayout | undefined };
  storeLayout: { params: WithResultId<{ readonly layout: StoredLayout }>; result: undefined };
};

/** Guards for the parameters of column requests that the results page sends. */
export const columnGuards: RequestGuards<ColumnViewRequests> = {
  columnSummary: (params): params is ColumnViewRequests["columnSummary"]["params"] => isForColumn(params),
  columnProfile: (params): params is ColumnViewRequests["columnProfile"]["params"] => isForColumn(params),
  layout: (params): params is ColumnViewRequests["layout"]["params"] => hasResultId(params),
  storeLayout: (params): params is ColumnViewRequests["storeLayout"]["params"] =>
    hasResultId(params) && isStoredLayout(params["layout"]),
};

/** Guards for responses to column requests of the results page. */
export const isColumnAnswer: {
  readonly [Name in keyof ColumnViewRequests]: (value: unknown) => value is ColumnViewRequests[Name]["result"];
} = {
  columnSummary: (value): value is ColumnSummary =>
    isRecord(value) &&
    [value["rowCount"], value["missingCount"], value["distinctCount"]].every(isCount) &&
    typeof value["isDistinctExact"] === "boolean" &&
    ["histogram", "values", "none"].includes(String(value["shape"])) &&
    Array.isArray(value["bars"]) &&
    value["bars"].every(isBar),
  columnProfile: (value): value is ColumnProfile =>
    isRecord(value) &&
    [value["rowCount"], value["missingCount"], value["distinctCount"], value["topCount"]].every(isCount) &&
    typeof value["isDistinctExact"] === "boolean" &&
    profileTexts.every((name) => value[name] === null || typeof value[name] === "string"),
  // JSON may turn undefined into null.
  layout: (value): value is StoredLayout | undefined => value === undefined || value === null || isStoredLayout(value),
  storeLayout: (value): value is undefined => value === undefined || value === null,
};

const profileTexts = [
  "minimum",
  "maximum",
  "mean",
  "firstQuartile",
  "median",
  "thirdQuartile",
  "topValue",
] as const satisfies readonly (keyof ColumnProfile)[];

export function isStoredLayout(value: unknown): value is StoredLayout {
  return (
    isRecord(value) &&
    [value["order"], value["hidden"], value["frozen"]].every(isStringArray) &&
    isRecord(value["widths"]) &&
    Object.values(value["widths"]).every((width) => typeof width === "number")
  );
}

export function isResultDisplaySettings(value: unknown): value is ResultDisplaySettings {
  return (
    isRecord(value) &&
    isCount(value["rowHeight"]) &&
    value["rowHeight"] > 0 &&
    (value["numberFormat"] === "locale" || value["numberFormat"] === "exact") &&
    typeof value["hasSummaries"] === "boolean"
  );
}

function isForColumn(value: unknown): boolean {
  return hasResultId(value) && isCount(value["column"]);
}

function isBar(value: unknown): boolean {
  return (
    isRecord(value) &&
    typeof value["from"] === "string" &&
    typeof value["to"] === "string" &&
    isCount(value["rowCount"])
  );
}
