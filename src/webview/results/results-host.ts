import { isRecordsQuery } from "../../base/cell-members.ts";
import { isCount, isRecord } from "../../base/guards.ts";
import { type Channel, ChannelError } from "../../protocol/channel.ts";
import { isChartData, isChartSpecFile } from "../../protocol/chart.ts";
import type { Cell, ResultColumn, RowRange } from "../../protocol/data-worker.ts";
import { fillText } from "../../protocol/fill-text.ts";
import { isPivotRequest } from "../../protocol/pivot.ts";
import { isColumnAnswer, isResultDisplaySettings } from "../../protocol/result-columns.ts";
import type { ResultsStrings } from "../../protocol/results-strings.ts";
import type { EventsToResultsView, RequestsFromResultsView } from "../../protocol/results-view.ts";
import { isStoredResultAnswer } from "../../protocol/stored-results.ts";
import { isViewAnswer } from "../../protocol/view-requests.ts";

type NoMessages = Record<never, never>;

export type ResultsChannel = Channel<RequestsFromResultsView, NoMessages, NoMessages, EventsToResultsView>;

/**
 * Sends requests of the results page to the extension and checks the responses. Throws an Error if a response is
 * malformed.
 */
export class ResultsHost {
  readonly #channel: ResultsChannel;
  readonly #strings: ResultsStrings;
  readonly #onDidLose = new Set<(resultId: string) => void>();

  constructor(channel: ResultsChannel, strings: ResultsStrings) {
    this.#channel = channel;
    this.#strings = strings;
  }

  async request<Name extends CheckedRequest>(
    name: Name,
    params: RequestsFromResultsView[Name]["params"],
    signal?: AbortSignal,
  ): Promise<RequestsFromResultsView[Name]["result"]> {
    const answer: unknown = await this.#noticing(params, this.#channel.request(name, params, signal));
    const isAnswer: (value: unknown) => value is RequestsFromResultsView[Name]["result"] = isResultsAnswer[name];
    if (!isAnswer(answer)) {
      throw new Error(fillText(this.#strings.malformedAnswer, name));
    }
    return answer;
  }

  /** Requests rows. Returns the response without checking it. */
  requestRows(resultId: string, range: RowRange, signal: AbortSignal): Promise<unknown> {
    return this.#noticing({ resultId }, this.#channel.request("rows", { resultId, ...range }, signal));
  }

  /** Registers a callback for results that are no longer stored. Returns a function that unregisters it. */
  onDidLose(callback: (resultId: string) => void): () => void {
    this.#onDidLose.add(callback);
    return () => this.#onDidLose.delete(callback);
  }

  async #noticing<Answer>(params: unknown, pending: Promise<Answer>): Promise<Answer> {
    try {
      return await pending;
    } catch (error) {
      const { resultId } = (params ?? {}) as { readonly resultId?: unknown };
      if (error instanceof ChannelError && error.code === "unknownResult" && typeof resultId === "string") {
        for (const callback of this.#onDidLose) {
          callback(resultId);
        }
      }
      throw error;
    }
  }
}

/**
 * Names of the requests whose responses `ResultsHost` checks. Responses with rows are checked by the window loader,
 * which knows the requested range.
 */
export type CheckedRequest = Exclude<keyof RequestsFromResultsView, "rows">;

const kinds = ["text", "number", "date", "boolean"];

/** Type guards for the extension's responses, by request name. */
export const isResultsAnswer: {
  readonly [Name in CheckedRequest]: (value: unknown) => value is RequestsFromResultsView[Name]["result"];
} = {
  ...isColumnAnswer,
  ...isStoredResultAnswer,
  ...isViewAnswer,
  // Each result is checked separately, so that an invalid one does not hide the others.
  ready: (value): value is RequestsFromResultsView["ready"]["result"] =>
    isRecord(value) &&
    Array.isArray(value["results"]) &&
    (value["activeId"] === undefined || typeof value["activeId"] === "string") &&
    isResultDisplaySettings(value["displaySettings"]),
  cell: isCell,
  recordsQuery: isRecordsQuery,
  runRecordsQuery: isAbsent,
  arrange: (value): value is RequestsFromResultsView["arrange"]["result"] =>
    isRecord(value) && isCount(value["rowCount"]),
  columnTypes: (value): value is RequestsFromResultsView["columnTypes"]["result"] =>
    isRecord(value) && Array.isArray(value["columns"]) && value["columns"].every(isColumn),
  copy: isAbsent,
  chartData: isChartData,
  chartSpec: isChartSpecFile,
  editChartSpec: isAbsent,
  saveChart: (value): value is RequestsFromResultsView["saveChart"]["result"] =>
    isRecord(value) && typeof value["isWritten"] === "boolean",
  pivot: (value): value is RequestsFromResultsView["pivot"]["result"] =>
    isRecord(value) &&
    typeof value["resultId"] === "string" &&
    isCount(value["rowCount"]) &&
    Array.isArray(value["columns"]) &&
    value["columns"].every(isColumn),
  suggestPivot: (value): value is RequestsFromResultsView["suggestPivot"]["result"] =>
    isRecord(value) && (isAbsent(value["request"]) || isPivotRequest(value["request"])),
  cancel: isAbsent,
  rerun: isAbsent,
  correctConnection: isAbsent,
  goTo: isAbsent,
  close: isAbsent,
  setActive: isAbsent,
  touch: isAbsent,
  rename: isAbsent,
  compareWithPrevious: isAbsent,
  focusEditor: isAbsent,
  copyText: isAbsent,
  openValue: isAbsent,
};

function isColumn(value: unknown): value is ResultColumn {
  return isRecord(value) && typeof value["name"] === "string" && kinds.includes(String(value["kind"]));
}

function isCell(value: unknown): value is Cell {
  return value === null || typeof value === "string";
}

/** Accepts null, too, because JSON may turn undefined into null. */
function isAbsent(value: unknown): value is undefined {
  return value === undefined || value === null;
}
