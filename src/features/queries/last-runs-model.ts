import { RecentMap } from "../../base/recent-map.ts";
import type { RunOutcome } from "./query-runner.ts";

/** Outcome of a statement that ran to its end. */
export type FinishedRun = Extract<RunOutcome, { kind: "done" }> & {
  /** Epoch milliseconds. */
  readonly endedAtMs: number;
};

const maxRuns = 1000;

/**
 * The last run of each statement text in each document. A changed text has none; restoring the text restores its run.
 */
export class LastRuns {
  readonly #runs = new RecentMap<string, FinishedRun>(maxRuns);

  /** Records a run; one that failed or was cancelled removes the entry, since it has no rows. */
  recordRun(uri: string, text: string, outcome: RunOutcome, endedAtMs: number): void {
    const key = keyOf(uri, text);
    this.#runs.delete(key);
    if (outcome.kind === "done") {
      this.#runs.set(key, { ...outcome, endedAtMs });
    }
  }

  find(uri: string, text: string): FinishedRun | undefined {
    return this.#runs.get(keyOf(uri, text));
  }
}

function keyOf(uri: string, text: string): string {
  return `${uri} ${text}`;
}
