import type { RunOutcome } from "./query-runner.ts";

/** How a statement ended that ran to its end. */
export type FinishedRun = Extract<RunOutcome, { kind: "done" }> & {
  /** Epoch milliseconds. */
  readonly endedAtMs: number;
};

const mostRuns = 1000;

/** The last run of each text of each document. A changed text has none; a text that is changed back has its run again. */
export class LastRuns {
  readonly #runs = new Map<string, FinishedRun>();

  /** A run that failed or was stopped leaves no rows to tell of. */
  note(uri: string, text: string, outcome: RunOutcome, endedAtMs: number): void {
    const key = keyOf(uri, text);
    this.#runs.delete(key);
    if (outcome.kind === "done") {
      this.#runs.set(key, { ...outcome, endedAtMs });
      const [oldest] = this.#runs.keys();
      if (this.#runs.size > mostRuns && oldest !== undefined) {
        this.#runs.delete(oldest);
      }
    }
  }

  find(uri: string, text: string): FinishedRun | undefined {
    return this.#runs.get(keyOf(uri, text));
  }
}

function keyOf(uri: string, text: string): string {
  return `${uri} ${text}`;
}
