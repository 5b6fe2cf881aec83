import { RecentMap } from "../../base/recent-map.ts";
import type { RunOutcome, RunTarget } from "./query-runner.ts";

/** Outcome of a statement that ran to completion. */
export type FinishedRun = Extract<RunOutcome, { kind: "done" }> & {
  /** Time when the run ended, in epoch milliseconds. */
  readonly endedAtMs: number;
};

/** Connection, tenant and project on which a statement ran. */
export type StatementTarget = Pick<RunTarget, "connectionId" | "tenant" | "project">;

const maxRuns = 1000;

/**
 * Last run of each statement by document, statement text, connection and tenant. A changed statement has no last run
 * until its old text is restored.
 */
export class LastRuns {
  readonly #runs = new RecentMap<string, FinishedRun>(maxRuns);

  /** Records the run of a statement. A run that failed or was cancelled deletes the entry, because it has no rows. */
  recordRun(uri: string, text: string, target: StatementTarget, outcome: RunOutcome, endedAtMs: number): void {
    const key = keyOf(uri, text, target);
    this.#runs.delete(key);
    if (outcome.kind === "done") {
      this.#runs.set(key, { ...outcome, endedAtMs });
    }
  }

  find(uri: string, text: string, target: StatementTarget): FinishedRun | undefined {
    return this.#runs.get(keyOf(uri, text, target));
  }

  /** Removes the recorded runs of a document, because another unsaved document may get the same name. */
  forget(uri: string): void {
    for (const key of [...this.#runs.keys()].filter((known) => known.startsWith(`${uri} `))) {
      this.#runs.delete(key);
    }
  }
}

/**
 * Returns the target on which a statement ran, with the login tenant if the target names none: a target from before the
 * first sign-in does not know it. After a run without rows the target stays as it is, so that nobody is asked to sign in.
 */
export async function targetOfRun(
  target: StatementTarget & Pick<RunTarget, "loginTenant">,
  { kind }: RunOutcome,
): Promise<StatementTarget> {
  if (kind !== "done") {
    return target;
  }
  const { connectionId, project } = target;
  const tenant = target.tenant ?? (await target.loginTenant().catch(() => undefined));
  return { connectionId, tenant, project };
}

function keyOf(uri: string, text: string, { connectionId, tenant, project }: StatementTarget): string {
  return `${uri} ${JSON.stringify([connectionId, tenant, project])} ${text}`;
}
