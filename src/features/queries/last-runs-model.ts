import { RecentMap } from "../../base/recent-map.ts";
import type { RunOutcome, RunTarget } from "./query-runner.ts";

/** Outcome of a statement that ran to its end. */
export type FinishedRun = Extract<RunOutcome, { kind: "done" }> & {
  /** Epoch milliseconds. */
  readonly endedAtMs: number;
};

/** Where a statement ran. */
export type RunPlace = Pick<RunTarget, "connectionId" | "tenant" | "project">;

const maxRuns = 1000;

/**
 * The last run of each statement text in each document on each connection and tenant. A changed text has none; restoring
 * the text restores its run.
 */
export class LastRuns {
  readonly #runs = new RecentMap<string, FinishedRun>(maxRuns);

  /** Records a run; one that failed or was cancelled removes the entry, since it has no rows. */
  recordRun(uri: string, text: string, target: RunPlace, outcome: RunOutcome, endedAtMs: number): void {
    const key = keyOf(uri, text, target);
    this.#runs.delete(key);
    if (outcome.kind === "done") {
      this.#runs.set(key, { ...outcome, endedAtMs });
    }
  }

  find(uri: string, text: string, target: RunPlace): FinishedRun | undefined {
    return this.#runs.get(keyOf(uri, text, target));
  }

  /** Removes the runs of a document; another unsaved document may get its name. */
  forget(uri: string): void {
    for (const key of [...this.#runs.keys()].filter((known) => known.startsWith(`${uri} `))) {
      this.#runs.delete(key);
    }
  }
}

function keyOf(uri: string, text: string, { connectionId, tenant, project }: RunPlace): string {
  return `${uri} ${JSON.stringify([connectionId, tenant, project])} ${text}`;
}
