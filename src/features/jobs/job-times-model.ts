import type { JobTimes } from "../../client/jobs/job-state.ts";
import { isEnded, type JobPhase } from "../../contract/job-status.ts";

/** When something happened to a job, and where the time comes from. */
export interface JobInstant {
  readonly atMs: number;
  /** `window` if this window observed or caused it and no answer of the service reports it. */
  readonly source: "service" | "window";
}

export type JobMoment = "submitted" | "started" | "ended";
export type DisplayedTimes = { readonly [Moment in JobMoment]?: JobInstant };

/** Times of a job that this window observed, in epoch milliseconds. */
export type ObservedTimes = { readonly [Moment in JobMoment]?: number };

const moments: readonly JobMoment[] = ["submitted", "started", "ended"];

/** Combines the service's times with observed times for those that are missing or unreadable. */
export function mergeTimes(reported: JobTimes, observed: ObservedTimes): DisplayedTimes {
  const entries = moments.flatMap((moment): [JobMoment, JobInstant][] => {
    const atMs = Date.parse(reported[moment] ?? "");
    const observedMs = observed[moment];
    if (!Number.isNaN(atMs)) {
      return [[moment, { atMs, source: "service" }]];
    }
    return observedMs === undefined ? [] : [[moment, { atMs: observedMs, source: "window" }]];
  });
  return Object.fromEntries(entries);
}

/** Duration of a job in milliseconds, until `nowMs` if it still runs; undefined if its start or end is not known. */
export function durationMs(times: DisplayedTimes, phase: JobPhase, nowMs: number): number | undefined {
  const begun = times.started ?? times.submitted;
  const end = isEnded(phase) ? times.ended?.atMs : nowMs;
  return begun === undefined || end === undefined || phase === "waiting" ? undefined : Math.max(0, end - begun.atMs);
}

/** Records when jobs were observed to start and end: from changes between two polls, never from the first. */
export class PhaseTimes {
  readonly #phases = new Map<string, JobPhase>();
  readonly #observed = new Map<string, ObservedTimes>();

  record(key: string, phase: JobPhase, atMs: number): void {
    const before = this.#phases.get(key);
    this.#phases.set(key, phase);
    if (before === undefined || before === phase || isEnded(before)) {
      return;
    }
    const isStart = before === "waiting" && phase === "running";
    this.#observed.set(key, {
      ...this.#observed.get(key),
      ...(isStart && { started: atMs }),
      ...(isEnded(phase) && { ended: atMs }),
    });
  }

  observed(key: string): ObservedTimes {
    return this.#observed.get(key) ?? {};
  }
}
