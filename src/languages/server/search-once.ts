import { RecentMap } from "../../base/recent-map.ts";
import { EntryIndex } from "../core/model/entry-index.ts";
import type { ModelSearch, ModelSearchResult } from "../core/model/model-requests.ts";

const maxHits = 100;
/** Most remembered prefixes; the oldest are dropped first. */
const maxPrefixes = 300;
/**
 * Complete answers to searches by prefix. What contains a longer text contains a shorter one, so an answer also serves
 * searches for longer texts.
 */
class AnsweredPrefixes {
  readonly #answers = new RecentMap<string, EntryIndex>(maxPrefixes);

  add(search: ModelSearch, { entries, isComplete }: ModelSearchResult): void {
    if (isComplete && search.names === undefined) {
      this.#answers.set(keyOf(search, search.prefix), new EntryIndex(entries));
    }
  }

  /** Answer derived from one to a shorter prefix, if there is one. */
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

/** Runs a function after a delay in milliseconds; returns a function that cancels it. */
export type Schedule = (run: () => void, delayMs: number) => () => void;

const firstMs = 2_000;
const longestMs = 120_000;

const scheduleTimer: Schedule = (run, delayMs) => {
  const timer = setTimeout(run, delayMs);
  timer.unref();
  return () => clearTimeout(timer);
};

/** Delay after failures, doubled with each one, after which another attempt is allowed. */
export class Backoff {
  readonly #retry: () => void;
  readonly #schedule: Schedule;
  #nextMs = firstMs;
  #callOff: (() => void) | undefined;

  constructor(retry: () => void, schedule: Schedule = scheduleTimer) {
    this.#retry = retry;
    this.#schedule = schedule;
  }

  /** Whether the delay of the last failure is still running. */
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

  /** Resets after a success: no delay is pending, and the next failure starts with the shortest one. */
  reset(): void {
    this.#callOff?.();
    this.#callOff = undefined;
    this.#nextMs = firstMs;
  }
}

const nothing: ModelSearchResult = { entries: [], isComplete: false, isFailed: true };
/** Most remembered answers; the oldest are dropped first. */
const maxAnswers = 1_000;

/** Searches for names and remembers each answer until the model changes; failed searches are repeated. */
export class SearchOnce {
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
