import { isCount, isRecord, isStringArray } from "../base/guards.ts";
import type { RequestGuards } from "./channel.ts";
import { hasResultId } from "./data-worker.ts";

/** Visibility and order of a result's columns, by position in the result. */
export interface ColumnArrangement {
  /** All positions, each once. */
  readonly order: readonly number[];
  readonly hidden: readonly number[];
  /** Columns shown first that do not scroll horizontally. */
  readonly frozen: readonly number[];
}

/** Column layout stored for a query, by column name, so that a later run with other columns reuses what applies. */
export interface StoredLayout {
  readonly order: readonly string[];
  readonly hidden: readonly string[];
  readonly frozen: readonly string[];
  /** In pixels. */
  readonly widths: Readonly<Record<string, number>>;
}

/** Display settings of the user for results. */
export interface ResultDisplaySettings {
  /** In pixels. */
  readonly rowHeight: number;
  /** `exact` shows the received text digit by digit; `locale` formats it for the user's language. */
  readonly numberFormat: "locale" | "exact";
  /** Whether headers show a summary of their column. */
  readonly hasSummaries: boolean;
}

/** Commands of VS Code for the columns of the active result. */
export const columnCommands = ["chooseColumns", "fitColumns", "showProfile", "toggleExactValues"] as const;

export type ColumnCommand = (typeof columnCommands)[number];

/** Rows with values between `from` and `to`, inclusive. Both are equal for a single value. */
export interface SummaryBar {
  readonly from: string;
  readonly to: string;
  readonly rowCount: number;
}

/** Short summary of a column's values. */
export interface ColumnSummary {
  readonly rowCount: number;
  readonly missingCount: number;
  readonly distinctCount: number;
  /** False if `distinctCount` is an estimate, because there are too many rows. */
  readonly isDistinctExact: boolean;
  /** Kind of bars: a histogram, the most frequent `values`, or `none` if there is nothing to draw. */
  readonly shape: "histogram" | "values" | "none";
  readonly bars: readonly SummaryBar[];
}

/**
 * Statistics of a column's values. Texts are formatted as in cells, and null if the column's kind has no such
 * statistic.
 */
export interface ColumnProfile {
  readonly rowCount: number;
  readonly missingCount: number;
  readonly distinctCount: number;
  /** False if `distinctCount` is an estimate, because there are too many rows. */
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

/** Whether all values of a column are different, not counting missing ones. */
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

/** Requests about columns from the page to the extension. */
export type ColumnViewRequests = ColumnWorkerRequests & {
  /** Returns the layout stored for the query of the result. */
  layout: { params: WithResultId<unknown>; result: StoredLayout | undefined };
  storeLayout: { params: WithResultId<{ readonly layout: StoredLayout }>; result: undefined };
};

/** Guards for requests from the page. */
export const columnGuards: RequestGuards<ColumnViewRequests> = {
  columnSummary: (params): params is ColumnViewRequests["columnSummary"]["params"] => isForColumn(params),
  columnProfile: (params): params is ColumnViewRequests["columnProfile"]["params"] => isForColumn(params),
  layout: (params): params is ColumnViewRequests["layout"]["params"] => hasResultId(params),
  storeLayout: (params): params is ColumnViewRequests["storeLayout"]["params"] =>
    hasResultId(params) && isStoredLayout(params["layout"]),
};

/** Guards for responses to the page. */
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
