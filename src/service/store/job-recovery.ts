import type { SqlRow } from "../../duckdb/database.ts";
import { textOf } from "./row-values.ts";

/** Kind of the jobs that receive files. */
export const receivingKind = "receive";

/**
 * Describes what to do to repeat the work of a failed job. A receiving job cannot be started: its transaction or
 * session is over, and its files are gone.
 */
export function describeRecovery({ kind, request }: { readonly kind: string; readonly request: string }): string {
  if (kind !== receivingKind) {
    return "start it again";
  }
  const { kind: origin }: { kind?: string } = JSON.parse(request);
  return origin === "extraction" ? "start the extraction again" : "send its data again";
}

/** Message of a job, a row of the table of jobs, that the end of the service interrupted. */
export function describeInterruption({ state, kind, request }: SqlRow): string {
  const when = state === "running" ? "while the job was running" : "before the job was started";
  return `The service ended ${when}; ${describeRecovery({ kind: textOf(kind) ?? "", request: textOf(request) ?? "{}" })}.`;
}
