import type { JobTimes } from "../../client/jobs/job-state.ts";
import { isEndedPhase, type JobPhase } from "../../contract/job-status.ts";

/** Time of an event in a job's life, with the source of the time. */
export interface JobInstant {
  readonly atMs: number;
  /**
   * Source of the time: `window` if only this VS Code window observed or caused the event, `service` if the service
   * reported it.
   */
  readonly source: "service" | "window";
}

export type JobMoment = "submitted" | "started" | "ended";
export type DisplayedJobTimes = { readonly [Moment in JobMoment]?: JobInstant };

/** Times of job events that this VS Code window observed, in epoch milliseconds. */
export type ObservedTimes = { readonly [Moment in JobMoment]?: number };

const moments: readonly JobMoment[] = ["submitted", "started", "ended"];

/**
 * Merges the times that the service reported for a job with observed times. An observed time is used only if the
 * reported one is missing or unreadable.
 */
export function mergeTimes(reported: JobTimes, observed: ObservedTimes): DisplayedJobTimes {
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

/**
 * Returns the duration of a job in milliseconds, until `nowMs` if it is still running. Undefined if its start or end is
 * unknown.
 */
export function durationMs(times: DisplayedJobTimes, phase: JobPhase, nowMs: number): number | undefined {
  const begun = times.started ?? times.submitted;
  const end = isEndedPhase(phase) ? times.ended?.atMs : nowMs;
  return begun === undefined || end === undefined || phase === "waiting" ? undefined : Math.max(0, end - begun.atMs);
}

/**
 * Recorder of the start and end times of jobs. A time is recorded if a job's phase changed between two polls, never at
 * the first poll.
 */
export class PhaseTimes {
  readonly #phases = new Map<string, JobPhase>();
  readonly #observed = new Map<string, ObservedTimes>();

  record(key: string, phase: JobPhase, atMs: number): void {
    const before = this.#phases.get(key);
    this.#phases.set(key, phase);
    if (before === undefined || before === phase || isEndedPhase(before)) {
      return;
    }
    const isStart = before === "waiting" && phase === "running";
    this.#observed.set(key, {
      ...this.#observed.get(key),
      ...(isStart && { started: atMs }),
      ...(isEndedPhase(phase) && { ended: atMs }),
    });
  }

  observed(key: string): ObservedTimes {
    return this.#observed.get(key) ?? {};
  }
}
