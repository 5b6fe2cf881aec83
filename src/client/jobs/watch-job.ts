import type { Clock } from "../../base/clock.ts";
import { PollDelay } from "../../base/poll-delay.ts";
import { isEndedPhase } from "../../contract/job-status.ts";
import { NetworkError, StatusError, TimeoutError } from "../interface/errors.ts";
import { isSameJobState, type JobState } from "./job-state.ts";

/** Intervals and limits for polling a job. */
interface WatchPolicy {
  readonly firstDelayMs: number;
  /** Maximum interval. The interval grows by half while nothing changes and is reset by a change. */
  readonly maximumDelayMs: number;
  /** Number of consecutive polls with transient failures after which watching fails. */
  readonly maxFailures: number;
}

const defaultWatchPolicy: WatchPolicy = { firstDelayMs: 1000, maximumDelayMs: 30_000, maxFailures: 10 };

export interface WatchOptions {
  readonly clock: Clock;
  /** Returns a number in [0, 1). */
  readonly random: () => number;
  readonly signal?: AbortSignal | undefined;
  readonly policy?: Partial<WatchPolicy> | undefined;
  /** Called after a transient failure. The next successful poll yields the state again. */
  readonly onUnreachable?: (() => void) | undefined;
}

/**
 * Polls a job until it has ended, and yields its first state and each change. Throws the signal's reason, the ApiError
 * of a permanent failure, or the last ApiError of too many consecutive transient failures.
 */
export async function* watchJob(
  poll: (signal: AbortSignal | undefined) => Promise<JobState>,
  { clock, random, signal, policy, onUnreachable }: WatchOptions,
): AsyncGenerator<JobState, void, undefined> {
  const { firstDelayMs, maximumDelayMs, maxFailures } = { ...defaultWatchPolicy, ...policy };
  let previous: JobState | undefined;
  const delay = new PollDelay({ firstMs: firstDelayMs, longestMs: maximumDelayMs, random });
  let failures = 0;
  for (;;) {
    signal?.throwIfAborted();
    let isNew = false;
    try {
      const state = await poll(signal);
      failures = 0;
      isNew = !previous || !isSameJobState(previous, state);
      previous = state;
      if (isNew) {
        yield state;
      }
      if (isEndedPhase(state.phase)) {
        return;
      }
    } catch (error) {
      failures++;
      if (!isTransientError(error) || failures >= maxFailures) {
        throw error;
      }
      previous = undefined;
      onUnreachable?.();
    }
    await clock.sleep(delay.next(isNew), signal);
  }
}

/** Whether a failure is transient; the job continues in the service in the meantime. */
function isTransientError(error: unknown): boolean {
  return (
    error instanceof NetworkError ||
    error instanceof TimeoutError ||
    (error instanceof StatusError && (error.status >= 500 || error.status === 408 || error.status === 429))
  );
}
