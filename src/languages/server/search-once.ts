import type { ModelSearch, ModelSearchResult } from "../core/model/model-requests.ts";
import { AnsweredPrefixes } from "./answered-prefixes.ts";

const nothing: ModelSearchResult = { entries: [], isComplete: false, isFailed: true };
/** Answers that are remembered; the oldest go first. */
const mostAnswers = 1_000;

/** Asks for names, each search once until the model changes; what failed is asked again. */
export class SearchOnce {
  readonly #ask: (search: ModelSearch) => Promise<ModelSearchResult>;
  readonly #answers = new Map<string, Promise<ModelSearchResult>>();
  readonly #prefixes = new AnsweredPrefixes();

  constructor(ask: (search: ModelSearch) => Promise<ModelSearchResult>) {
    this.#ask = ask;
  }

  async search(search: ModelSearch): Promise<ModelSearchResult> {
    const key = JSON.stringify(search);
    const known = this.#answers.get(key);
    if (known) {
      return await known;
    }
    const answered = this.#prefixes.find(search);
    if (answered) {
      return answered;
    }
    const answer = this.#answerOf(search);
    this.#answers.set(key, answer);
    for (const oldest of this.#answers.keys()) {
      if (this.#answers.size <= mostAnswers) {
        break;
      }
      this.#answers.delete(oldest);
    }
    const result = await answer;
    if (this.#answers.get(key) === answer) {
      if (result.isFailed) {
        this.#answers.delete(key);
      } else {
        this.#prefixes.add(search, result);
      }
    }
    return result;
  }

  async #answerOf(search: ModelSearch): Promise<ModelSearchResult> {
    try {
      return await this.#ask(search);
    } catch {
      // Also what is thrown before there is a promise, as by a connection that was closed.
      return nothing;
    }
  }

  forget(): void {
    this.#answers.clear();
    this.#prefixes.clear();
  }
}
