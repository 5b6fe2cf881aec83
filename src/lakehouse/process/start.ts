import type { DryRunReport } from "../../client/sql/dry-run-report.ts";
import type { OnAction, RehearsalRequest } from "../rehearse.ts";

/** Requests from the extension host to the rehearsal process. */
export type RehearsalRequests = {
  /** Rehearses one job. The process serves no second one. */
  rehearse: { params: RehearsalRequest; result: DryRunReport };
};

/** Events from the rehearsal process. */
export type RehearsalEvents = {
  /** An action begins. */
  action: { readonly action: Parameters<OnAction>[0]; readonly count: number };
};

/**
 * Start parameters of a rehearsal: a Node process with a message channel, over which it gets settings and tokens, so that
 * they are in no argument and no variable.
 */
export function createRehearsalStart(extensionFolder: string) {
  return { modulePath: `${extensionFolder}/dist/rehearsal.js`, args: [], heapLimitMb: 1024, threads: 4 } as const;
}
