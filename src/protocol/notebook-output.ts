import { isAdditivity } from "../base/additivity.ts";
import { isCount, isRecord } from "../base/guards.ts";
import { isMemberNames } from "../base/member-names.ts";
import type { RequestGuards } from "./channel.ts";
import { type Cell, type ColumnKind, hasResultId, type ResultColumn } from "./data-worker.ts";
import { isResultDisplaySettings, type ResultDisplaySettings } from "./result-columns.ts";
import type { ResultsStrings } from "./results-strings.ts";
import { isShownResult, type ShownResult } from "./results-view.ts";

export const resultMime = "application/vnd.workforce.result+json";
export const resultRendererId = "workforce-result-renderer";

/** Content of a notebook cell output in the notebook file. Refers to a query result by id. */
export interface OutputItem {
  readonly version: 1;
  readonly resultId: string;
  /** Title that distinguishes several results of the same notebook cell. */
  readonly title?: string | undefined;
  /** First rows of the result, stored in the notebook file. Shown if the result itself is not on this machine. */
  readonly saved?: SavedResult | undefined;
}

type WithResultId<Params> = Params & { readonly resultId: string };

/** Requests from the notebook renderer to the extension, in addition to the requests of all pages that show results. */
export type OutputRequests = {
  /** First request of the notebook renderer. Returns the display settings, texts and language. */
  outputReady: {
    params: unknown;
    result: {
      readonly displaySettings: ResultDisplaySettings;
      readonly strings: ResultsStrings;
      readonly language: string;
    };
  };
  /**
   * Returns the result to show in a notebook cell output. `shown` is undefined if the rows are neither on this machine
   * nor saved in the notebook file.
   */
  output: {
    params: WithResultId<{ readonly saved?: SavedResult | undefined }>;
    result: { readonly shown?: ShownResult | undefined };
  };
  /** Opens the result of a notebook cell in the results view. */
  openInResults: { params: WithResultId<unknown>; result: undefined };
  /** Moves the focus from a notebook output back to its cell. */
  leaveOutput: { params: unknown; result: undefined };
};

export function isOutputItem(value: unknown): value is OutputItem {
  return (
    hasResultId(value) &&
    value["version"] === 1 &&
    (value["title"] === undefined || typeof value["title"] === "string") &&
    (value["saved"] === undefined || isSavedResult(value["saved"]))
  );
}

/** Guards for the parameters of requests that the notebook renderer sends. */
export const outputGuards: RequestGuards<OutputRequests> = {
  outputReady: (params): params is unknown => true,
  output: (params): params is OutputRequests["output"]["params"] =>
    hasResultId(params) && (isAbsent(params["saved"]) || isSavedResult(params["saved"])),
  openInResults: (params): params is OutputRequests["openInResults"]["params"] => hasResultId(params),
  leaveOutput: (params): params is unknown => true,
};

/** Guards for responses from the extension to the notebook renderer. */
export const isOutputAnswer: {
  readonly [Name in keyof OutputRequests]: (value: unknown) => value is OutputRequests[Name]["result"];
} = {
  outputReady: (value): value is OutputRequests["outputReady"]["result"] =>
    isRecord(value) &&
    isResultDisplaySettings(value["displaySettings"]) &&
    isRecord(value["strings"]) &&
    typeof value["language"] === "string",
  output: (value): value is OutputRequests["output"]["result"] =>
    isRecord(value) && (isAbsent(value["shown"]) || isShownResult(value["shown"])),
  openInResults: isAbsent,
  leaveOutput: isAbsent,
};

/** Whether a value is undefined or null, because JSON may turn undefined into null. */
function isAbsent(value: unknown): value is undefined {
  return value === undefined || value === null;
}

/** First rows and origin of a query result, as stored in a notebook file. */
export interface SavedResult {
  /** Id of the result on the machine where the query ran. That machine may still store all rows. */
  readonly resultId: string;
  readonly title: string;
  readonly query: string;
  readonly connection: string;
  readonly tenant?: string | undefined;
  readonly project?: string | undefined;
  /** Time when the query ran, ISO 8601 in UTC. */
  readonly ranAt: string;
  /** Number of rows of the complete result. `rows` contains only the first of them. */
  readonly rowCount: number;
  readonly columns: readonly ResultColumn[];
  /** Exact texts of the cells, by row. A missing value is null. */
  readonly rows: readonly (readonly Cell[])[];
}

const kinds: readonly ColumnKind[] = ["text", "number", "date", "boolean"];

export function isSavedResult(value: unknown): value is SavedResult {
  return (
    isRecord(value) &&
    [value["resultId"], value["title"], value["query"], value["connection"], value["ranAt"]].every(isText) &&
    isOptionalText(value["tenant"]) &&
    isOptionalText(value["project"]) &&
    isCount(value["rowCount"]) &&
    Array.isArray(value["columns"]) &&
    value["columns"].every(isColumn) &&
    Array.isArray(value["rows"]) &&
    areRows(value["rows"], value["columns"].length)
  );
}

function areRows(rows: readonly unknown[], width: number): boolean {
  return rows.every(
    (row) => Array.isArray(row) && row.length === width && row.every((cell) => cell === null || isText(cell)),
  );
}

function isColumn(value: unknown): boolean {
  return (
    isRecord(value) &&
    isText(value["name"]) &&
    kinds.some((kind) => kind === value["kind"]) &&
    (value["additivity"] === undefined || isAdditivity(value["additivity"])) &&
    (value["memberNames"] === undefined || isMemberNames(value["memberNames"]))
  );
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isOptionalText(value: unknown): boolean {
  return value === undefined || isText(value);
}
