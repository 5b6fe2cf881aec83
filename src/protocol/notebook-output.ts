import { isRecord } from "../base/guards.ts";
import type { RequestGuards } from "./channel.ts";
import { isFor } from "./guards.ts";
import { isResultDisplaySettings, type ResultDisplaySettings } from "./result-columns.ts";
import type { ResultsStrings } from "./results-strings.ts";
import { isShownResult, type ShownResult } from "./results-view.ts";
import { isSavedResult, type SavedResult } from "./saved-result.ts";

export const resultMime = "application/vnd.workforce.result+json";
export const resultRendererId = "workforce-result-renderer";

/** What stands in a cell's output: which result, not its rows. */
export interface OutputItem {
  readonly version: 1;
  readonly resultId: string;
  /** Names one of several results of a cell. */
  readonly title?: string | undefined;
  /** What the file has of it, for when its rows are not kept on this machine. */
  readonly saved?: SavedResult | undefined;
}

type For<Params> = Params & { readonly resultId: string };

/** What a renderer of outputs asks beside what every page of results asks. */
export type OutputRequests = {
  /** Its first question. */
  outputReady: {
    params: unknown;
    result: { readonly looks: ResultDisplaySettings; readonly strings: ResultsStrings; readonly language: string };
  };
  /** The result of an output; none when its rows are neither kept nor saved. */
  output: {
    params: For<{ readonly saved?: SavedResult | undefined }>;
    result: { readonly shown?: ShownResult | undefined };
  };
  /** Shows the result among the results. */
  openInResults: { params: For<unknown>; result: undefined };
  /** Puts the focus back on the cell of the output. */
  leaveOutput: { params: unknown; result: undefined };
};

export function isOutputItem(value: unknown): value is OutputItem {
  return (
    isFor(value) &&
    value["version"] === 1 &&
    (value["title"] === undefined || typeof value["title"] === "string") &&
    (value["saved"] === undefined || isSavedResult(value["saved"]))
  );
}

/** Guards for what the extension hears from the renderer. */
export const outputGuards: RequestGuards<OutputRequests> = {
  outputReady: (params): params is unknown => true,
  output: (params): params is OutputRequests["output"]["params"] =>
    isFor(params) && (isNothing(params["saved"]) || isSavedResult(params["saved"])),
  openInResults: (params): params is OutputRequests["openInResults"]["params"] => isFor(params),
  leaveOutput: (params): params is unknown => true,
};

/** Guards for what the renderer hears back. */
export const isOutputAnswer: {
  readonly [Name in keyof OutputRequests]: (value: unknown) => value is OutputRequests[Name]["result"];
} = {
  outputReady: (value): value is OutputRequests["outputReady"]["result"] =>
    isRecord(value) &&
    isResultDisplaySettings(value["looks"]) &&
    isRecord(value["strings"]) &&
    typeof value["language"] === "string",
  output: (value): value is OutputRequests["output"]["result"] =>
    isRecord(value) && (isNothing(value["shown"]) || isShownResult(value["shown"])),
  openInResults: isNothing,
  leaveOutput: isNothing,
};

/** On its way as JSON nothing may have become null. */
function isNothing(value: unknown): value is undefined {
  return value === undefined || value === null;
}
