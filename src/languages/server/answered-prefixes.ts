import { EntryIndex } from "../core/model/entry-index.ts";
import type { ModelSearch, ModelSearchResult } from "../core/model/model-requests.ts";

const mostHits = 100;
/** The oldest go first. */
const mostAnswers = 300;
/** Whole answers to searches by prefix. What holds a longer text holds a shorter one too, so that they answer for those. */
export class AnsweredPrefixes {
  readonly #answers = new Map<string, EntryIndex>();

  add(search: ModelSearch, { entries, isComplete }: ModelSearchResult): void {
    if (isComplete && search.names === undefined) {
      this.#answers.set(keyOf(search, search.prefix), new EntryIndex(entries));
      const [oldest] = this.#answers.keys();
      if (oldest !== undefined && this.#answers.size > mostAnswers) {
        this.#answers.delete(oldest);
      }
    }
  }

  /** The answer that follows from one to a shorter prefix, if there is one. */
  find(search: ModelSearch): ModelSearchResult | undefined {
    if (search.names !== undefined) {
      return undefined;
    }
    for (let length = search.prefix.length - 1; length >= 0; length--) {
      const answer = this.#answers.get(keyOf(search, search.prefix.slice(0, length)));
      if (answer) {
        return answer.search(search.prefix, mostHits);
      }
    }
    return undefined;
  }

  clear(): void {
    this.#answers.clear();
  }
}

function keyOf({ kind, object = "", dimension = "" }: ModelSearch, prefix: string): string {
  return JSON.stringify([kind, object, dimension, prefix.toLowerCase()]);
}
