import type { JobTimes } from "../../client/jobs/job-state.ts";
import { isEnded, type JobPhase } from "../../contract/job-status.ts";

/** When something happened to a job, in epoch milliseconds, and who knows it. */
export interface JobInstant {
  readonly atMs: number;
  /** `window`: what this window saw or did, since no answer of the service says it. */
  readonly saidBy: "service" | "window";
}

export type JobMoment = "submitted" | "started" | "ended";
export type ShownTimes = { readonly [Moment in JobMoment]?: JobInstant };

/** What this window saw of a job while it looked, in epoch milliseconds. */
export type ObservedTimes = { readonly [Moment in JobMoment]?: number };

const moments: readonly JobMoment[] = ["submitted", "started", "ended"];

/** The service's times and, where it says none that can be read, what was seen. */
export function shownTimes(said: JobTimes, seen: ObservedTimes): ShownTimes {
  const entries = moments.flatMap((moment): [JobMoment, JobInstant][] => {
    const atMs = Date.parse(said[moment] ?? "");
    const seenMs = seen[moment];
    if (!Number.isNaN(atMs)) {
      return [[moment, { atMs, saidBy: "service" }]];
    }
    return seenMs === undefined ? [] : [[moment, { atMs: seenMs, saidBy: "window" }]];
  });
  return Object.fromEntries(entries);
}

/** How long a job took, or has run until `nowMs`; `undefined` where its beginning or its end is not known. */
export function durationMs(times: ShownTimes, phase: JobPhase, nowMs: number): number | undefined {
  const begun = times.started ?? times.submitted;
  const end = isEnded(phase) ? times.ended?.atMs : nowMs;
  return begun === undefined || end === undefined || phase === "waiting" ? undefined : Math.max(0, end - begun.atMs);
}

/** Remembers when jobs were seen to start and to end: a change between two looks, never the first look itself. */
export class PhaseTimes {
  readonly #phases = new Map<string, JobPhase>();
  readonly #seen = new Map<string, ObservedTimes>();

  see(key: string, phase: JobPhase, atMs: number): void {
    const before = this.#phases.get(key);
    this.#phases.set(key, phase);
    if (before === undefined || before === phase || isEnded(before)) {
      return;
    }
    const isStart = before === "waiting" && phase === "running";
    this.#seen.set(key, {
      ...this.#seen.get(key),
      ...(isStart && { started: atMs }),
      ...(isEnded(phase) && { ended: atMs }),
    });
  }

  of(key: string): ObservedTimes {
    return this.#seen.get(key) ?? {};
  }
}
