import type { Clock } from "../../base/clock.ts";
import { isEnded } from "../../contract/job-status.ts";
import { NetworkError, StatusError, TimeoutError } from "../interface/errors.ts";
import { isSameState, type JobState } from "./job-state.ts";

/** How often a job is looked at. */
interface WatchPolicy {
  readonly firstDelayMs: number;
  /** Bound of the wait, which grows by half while nothing changes and starts over when something does. */
  readonly maximumDelayMs: number;
  /** Looks in a row that may fail for reasons that pass before the watching fails. */
  readonly mostFailures: number;
}

const defaultWatchPolicy: WatchPolicy = { firstDelayMs: 1000, maximumDelayMs: 30_000, mostFailures: 10 };

export interface WatchOptions {
  readonly clock: Clock;
  /** Gives a number in [0, 1). */
  readonly random: () => number;
  readonly signal?: AbortSignal | undefined;
  readonly policy?: Partial<WatchPolicy> | undefined;
  /** Told of a look that failed, before the next one; the state is told again after it. */
  readonly onAway?: (() => void) | undefined;
}

const growth = 1.5;
const jitter = 0.2;

/**
 * The states of a job as they change, the first at once, until it has ended. Throws the signal's reason, the ApiError of a
 * look that cannot pass, or that of the last of too many looks that could have.
 */
export async function* watchJob(
  look: (signal: AbortSignal | undefined) => Promise<JobState>,
  { clock, random, signal, policy, onAway }: WatchOptions,
): AsyncGenerator<JobState, void, undefined> {
  const { firstDelayMs, maximumDelayMs, mostFailures } = { ...defaultWatchPolicy, ...policy };
  let known: JobState | undefined;
  let delayMs = firstDelayMs;
  let failures = 0;
  for (;;) {
    signal?.throwIfAborted();
    try {
      const state = await look(signal);
      failures = 0;
      const isNew = !known || !isSameState(known, state);
      known = state;
      if (isNew) {
        delayMs = firstDelayMs;
        yield state;
      }
      if (isEnded(state.phase)) {
        return;
      }
    } catch (error) {
      failures++;
      if (!mayPass(error) || failures >= mostFailures) {
        throw error;
      }
      known = undefined;
      onAway?.();
    }
    // Many jobs that began together would be asked for together, too.
    await clock.sleep(Math.round(delayMs * (1 - jitter + 2 * jitter * random())), signal);
    delayMs = Math.min(delayMs * growth, maximumDelayMs);
  }
}

/** The service may be away for a while; the job goes on without it being asked. */
function mayPass(error: unknown): boolean {
  return (
    error instanceof NetworkError ||
    error instanceof TimeoutError ||
    (error instanceof StatusError && (error.status >= 500 || error.status === 408 || error.status === 429))
  );
}
