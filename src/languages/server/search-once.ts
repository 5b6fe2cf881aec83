import { EntryIndex } from "../core/model/entry-index.ts";
import type { ModelSearch, ModelSearchResult } from "../core/model/model-requests.ts";

const mostHits = 100;
/** The oldest go first. */
const mostPrefixes = 300;
/** Whole answers to searches by prefix. What holds a longer text holds a shorter one too, so that they answer for those. */
class AnsweredPrefixes {
  readonly #answers = new Map<string, EntryIndex>();

  add(search: ModelSearch, { entries, isComplete }: ModelSearchResult): void {
    if (isComplete && search.names === undefined) {
      this.#answers.set(keyOf(search, search.prefix), new EntryIndex(entries));
      const [oldest] = this.#answers.keys();
      if (oldest !== undefined && this.#answers.size > mostPrefixes) {
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

/** Runs something later, in milliseconds; gives how to call it off. */
export type Schedule = (run: () => void, delayMs: number) => () => void;

const firstMs = 2_000;
const longestMs = 120_000;

const scheduleTimer: Schedule = (run, delayMs) => {
  const timer = setTimeout(run, delayMs);
  timer.unref();
  return () => clearTimeout(timer);
};

/** Waits after failures, twice as long after each, and then lets it be tried again. */
export class Backoff {
  readonly #retry: () => void;
  readonly #schedule: Schedule;
  #nextMs = firstMs;
  #callOff: (() => void) | undefined;

  constructor(retry: () => void, schedule: Schedule = scheduleTimer) {
    this.#retry = retry;
    this.#schedule = schedule;
  }

  /** While it is, there is no use in trying. */
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

  /** All is well: nothing is waited for, and the next failure starts anew. */
  reset(): void {
    this.#callOff?.();
    this.#callOff = undefined;
    this.#nextMs = firstMs;
  }
}

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
