import { type Channel, ChannelError } from "../../protocol/channel.ts";
import type { RowRange } from "../../protocol/data-worker.ts";
import { fillText, type ResultsStrings } from "../../protocol/results-strings.ts";
import type { ResultsViewEvents, ResultsViewRequests } from "../../protocol/results-view.ts";
import { type CheckedRequest, isResultsAnswer } from "./results-answers.ts";

type NoMessages = Record<never, never>;

export type ResultsChannel = Channel<ResultsViewRequests, NoMessages, NoMessages, ResultsViewEvents>;

/** Sends requests to the extension and checks the responses. Throws an Error if a response is malformed. */
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
    params: ResultsViewRequests[Name]["params"],
    signal?: AbortSignal,
  ): Promise<ResultsViewRequests[Name]["result"]> {
    const answer: unknown = await this.#noticing(params, this.#channel.request(name, params, signal));
    const isAnswer: (value: unknown) => value is ResultsViewRequests[Name]["result"] = isResultsAnswer[name];
    if (!isAnswer(answer)) {
      throw new Error(fillText(this.#strings.malformedAnswer, name));
    }
    return answer;
  }

  /** Requests rows; returns the unchecked response. */
  requestRows(resultId: string, range: RowRange, signal: AbortSignal): Promise<unknown> {
    return this.#noticing({ resultId }, this.#channel.request("rows", { resultId, ...range }, signal));
  }

  /** Registers a callback for results that are no longer stored. Returns a function that removes it. */
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
