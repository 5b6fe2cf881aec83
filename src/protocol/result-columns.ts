import { isCount, isRecord, isStringArray } from "../base/guards.ts";
import type { RequestGuards } from "./channel.ts";
import { isFor } from "./guards.ts";
/** Which columns of a result show, and in what order; each is named by its position in the result. */
export interface ColumnArrangement {
  /** Every position once. */
  readonly order: readonly number[];
  readonly hidden: readonly number[];
  /** These stand before all others and stay in sight. */
  readonly frozen: readonly number[];
}

/** The columns as they were arranged for a query, by name, so that a run with other columns takes over what it can. */
export interface StoredLayout {
  readonly order: readonly string[];
  readonly hidden: readonly string[];
  readonly frozen: readonly string[];
  /** In pixels. */
  readonly widths: Readonly<Record<string, number>>;
}

/** How the page shows results, by the user's settings. */
export interface ResultDisplaySettings {
  /** In pixels. */
  readonly rowHeight: number;
  /** `exact` shows the text that came, digit for digit; `locale` the way the user's language writes it. */
  readonly numberFormat: "locale" | "exact";
  /** Whether headers show what their columns hold. */
  readonly hasSummaries: boolean;
}

/** Commands of VS Code about the columns of the active result. */
export const columnCommands = ["chooseColumns", "fitColumns", "showProfile", "toggleExactValues"] as const;

export type ColumnCommand = (typeof columnCommands)[number];

/** The rows whose values lie between two ends, both included; the ends of a single value are the same. */
export interface SummaryBar {
  readonly from: string;
  readonly to: string;
  readonly rowCount: number;
}

/** What a column holds, at a glance. */
export interface ColumnSummary {
  readonly rowCount: number;
  readonly missingCount: number;
  readonly distinctCount: number;
  /** False where there are too many rows to count different values one by one. */
  readonly isDistinctExact: boolean;
  /** `values` are the most frequent ones; `none` when there is nothing to draw. */
  readonly shape: "histogram" | "values" | "none";
  readonly bars: readonly SummaryBar[];
}

/** What a column holds, in numbers. Texts are as cells have them; null where a column's kind has no such thing. */
export interface ColumnProfile {
  readonly rowCount: number;
  readonly missingCount: number;
  readonly distinctCount: number;
  /** False where there are too many rows to count different values one by one. */
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

/** Whether no value of a column is there twice; missing ones aside. */
export function isUnique({
  rowCount,
  missingCount,
  distinctCount,
  isDistinctExact,
}: Pick<ColumnProfile, "rowCount" | "missingCount" | "distinctCount" | "isDistinctExact">): boolean {
  return isDistinctExact && distinctCount > 1 && distinctCount === rowCount - missingCount;
}

type For<Params> = Params & { readonly resultId: string };

/** What is asked of the data worker about columns. */
export type ColumnWorkerRequests = {
  columnSummary: { params: For<{ readonly column: number }>; result: ColumnSummary };
  columnProfile: { params: For<{ readonly column: number }>; result: ColumnProfile };
};

/** What the page asks of the extension about columns. */
export type ColumnViewRequests = ColumnWorkerRequests & {
  /** The layout that was kept for the query of the result. */
  layout: { params: For<unknown>; result: StoredLayout | undefined };
  keepLayout: { params: For<{ readonly layout: StoredLayout }>; result: undefined };
};

/** Guards for what the extension hears from the page. */
export const columnGuards: RequestGuards<ColumnViewRequests> = {
  columnSummary: (params): params is ColumnViewRequests["columnSummary"]["params"] => isForColumn(params),
  columnProfile: (params): params is ColumnViewRequests["columnProfile"]["params"] => isForColumn(params),
  layout: (params): params is ColumnViewRequests["layout"]["params"] => isFor(params),
  keepLayout: (params): params is ColumnViewRequests["keepLayout"]["params"] =>
    isFor(params) && isStoredLayout(params["layout"]),
};

/** Guards for what the page hears back. */
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
  // On its way as JSON nothing may have become null.
  layout: (value): value is StoredLayout | undefined => value === undefined || value === null || isStoredLayout(value),
  keepLayout: (value): value is undefined => value === undefined || value === null,
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
  return isFor(value) && isCount(value["column"]);
}

function isBar(value: unknown): boolean {
  return (
    isRecord(value) &&
    typeof value["from"] === "string" &&
    typeof value["to"] === "string" &&
    isCount(value["rowCount"])
  );
}
