import type { Clock } from "../../base/clock.ts";
import type { JobStore } from "../store/job-store.ts";

/** Time between two stored reports of a job. */
const reportPauseMs = 500;

/** Stores the latest report of a job, at most one each half second. */
export class ProgressReports {
  readonly #id: string;
  readonly #store: JobStore;
  readonly #clock: Clock;
  readonly #onFailure: (error: unknown) => void;
  readonly #closing = new AbortController();
  #latest: string | undefined;
  #writing: Promise<void> | undefined;

  constructor(id: string, store: JobStore, clock: Clock, onFailure: (error: unknown) => void) {
    this.#id = id;
    this.#store = store;
    this.#clock = clock;
    this.#onFailure = onFailure;
  }

  add(text: string): void {
    this.#latest = text;
    this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined;
    });
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#writing;
  }

  async #write(): Promise<void> {
    for (let written: string | undefined; written !== this.#latest && !this.#closing.signal.aborted; ) {
      written = this.#latest;
      await this.#store.setProgress(this.#id, written ?? "").catch(this.#onFailure);
      await this.#clock.sleep(reportPauseMs, this.#closing.signal).catch(() => {
        // The job has ended.
      });
    }
  }
}
