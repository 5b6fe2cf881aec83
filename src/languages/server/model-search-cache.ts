import { RecentMap } from "../../base/recent-map.ts";
import { EntryIndex } from "../core/model/entry-index.ts";
import type { ModelSearch, ModelSearchResult } from "../core/model/model-requests.ts";

const maxHits = 100;
/** Maximum number of search texts with cached results. The oldest results are evicted first. */
const maxPrefixes = 300;
/**
 * Cache of complete search results by search text. Names that contain a longer text also contain any prefix of it, so a
 * cached result also serves searches for longer texts.
 */
class AnsweredPrefixes {
  readonly #answers = new RecentMap<string, EntryIndex>(maxPrefixes);

  add(search: ModelSearch, { entries, isComplete }: ModelSearchResult): void {
    if (isComplete && search.names === undefined) {
      this.#answers.set(keyOf(search, search.prefix), new EntryIndex(entries));
    }
  }

  /** Derives a search result from the cached result for a shorter search text. Undefined if there is none. */
  find(search: ModelSearch): ModelSearchResult | undefined {
    if (search.names !== undefined) {
      return undefined;
    }
    for (let length = search.prefix.length - 1; length >= 0; length--) {
      const answer = this.#answers.get(keyOf(search, search.prefix.slice(0, length)));
      if (answer) {
        return answer.search(search.prefix, maxHits);
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

/** Schedules a function after a delay in milliseconds. Returns a function that cancels the timer. */
export type Schedule = (run: () => void, delayMs: number) => () => void;

const firstMs = 2_000;
const longestMs = 120_000;

const scheduleTimer: Schedule = (run, delayMs) => {
  const timer = setTimeout(run, delayMs);
  timer.unref();
  return () => clearTimeout(timer);
};

/** Exponential backoff: after a failure, no new attempt is made for a delay that doubles with each further failure. */
export class Backoff {
  readonly #retry: () => void;
  readonly #schedule: Schedule;
  #nextMs = firstMs;
  #callOff: (() => void) | undefined;

  constructor(retry: () => void, schedule: Schedule = scheduleTimer) {
    this.#retry = retry;
    this.#schedule = schedule;
  }

  /** Whether the delay after the last failure has not yet elapsed. */
  get isWaiting(): boolean {
    return this.#callOff !== undefined;
  }

  fail(): void {
    if (!this.#callOff) {
      this.#callOff = this.#schedule(() => {
        this.#callOff = undefined;
        this.#retry();
      }, this.#nextMs);
      this.#nextMs = Math.min(this.#nextMs * 2, longestMs);
    }
  }

  /**
   * Resets the backoff after a success: cancels a pending delay, and the next failure starts with the shortest delay.
   */
  reset(): void {
    this.#callOff?.();
    this.#callOff = undefined;
    this.#nextMs = firstMs;
  }
}

const nothing: ModelSearchResult = { entries: [], isComplete: false, isFailed: true };
/** Maximum number of cached search results. The oldest results are evicted first. */
const maxAnswers = 1_000;

/** Searches for model names and caches each result until the model changes. Failed searches are not cached. */
export class ModelSearchCache {
  readonly #ask: (search: ModelSearch) => Promise<ModelSearchResult>;
  readonly #answers = new RecentMap<string, Promise<ModelSearchResult>>(maxAnswers);
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
      // Also reached by an error thrown before there is a promise, such as by a closed connection.
      return nothing;
    }
  }

  forget(): void {
    this.#answers.clear();
    this.#prefixes.clear();
  }
}
