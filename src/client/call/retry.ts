import { NetworkError, StatusError } from "../interface/errors.ts";

/** What decides whether one call is sent again. */
interface RetryFacts {
  readonly policy: RetryPolicy;
  /** Whether the call may be sent again after a failure that may pass. */
  readonly isIdempotent: boolean;
  /** Whether a 409 only asks for the same call again (service-api, "Errors"). */
  readonly repeatsOnConflict: boolean;
  readonly random: () => number;
}

/** Counts the failures of one call and says how long to wait after each. */
export class RetryPlan {
  readonly #facts: RetryFacts;
  #failures = 0;
  #conflicts = 0;

  constructor(facts: RetryFacts) {
    this.#facts = facts;
  }

  /**
   * Milliseconds to wait before the next attempt. Throws what ends the call: the failure, with the conflicts counted.
   */
  delayAfter(error: unknown): number {
    const { policy, isIdempotent, repeatsOnConflict, random } = this.#facts;
    if (repeatsOnConflict && error instanceof StatusError && error.status === 409) {
      const delayMs = conflictDelayMs(policy, ++this.#conflicts, error, random);
      if (delayMs === undefined) {
        throw conflictError(error, this.#conflicts);
      }
      return delayMs;
    }
    const delayMs = isIdempotent ? retryDelayMs(policy, ++this.#failures, error, random) : undefined;
    if (delayMs === undefined) {
      throw error;
    }
    return delayMs;
  }
}

function conflictError(error: StatusError, conflicts: number): StatusError {
  const { operation, status, serverMessage, code, rci, userError, retryAfterMs } = error;
  const attempts = conflicts === 1 ? "the only attempt" : `each of ${conflicts} attempts`;
  return new StatusError(operation, status, {
    serverMessage,
    code,
    rci,
    userError,
    retryAfterMs,
    advice: `Another change stood in the way of ${attempts}; try again when it is done.`,
  });
}

/** When an idempotent call is repeated, and after which wait. */
export interface RetryPolicy {
  /** Attempts altogether, the first included. */
  readonly attempts: number;
  readonly firstDelayMs: number;
  /** Bound of the wait that doubles with each attempt. */
  readonly maximumDelayMs: number;
  /** A server that asks for a longer wait than this is not waited for. */
  readonly maximumRetryAfterMs: number;
  /** Attempts altogether of a call that is repeated while it conflicts with another change. */
  readonly conflictAttempts: number;
}

export const defaultRetryPolicy: RetryPolicy = {
  attempts: 3,
  firstDelayMs: 300,
  maximumDelayMs: 10_000,
  maximumRetryAfterMs: 60_000,
  conflictAttempts: 30,
};

const retriedStatuses: ReadonlySet<number> = new Set([408, 429, 502, 503, 504]);

/**
 * Wait before the next attempt of an idempotent call, or undefined when it is over. `attempt` counts the failed ones
 * from 1; `random` is in [0, 1).
 */
export function retryDelayMs(
  policy: RetryPolicy,
  attempt: number,
  error: unknown,
  random: () => number,
): number | undefined {
  return attempt < policy.attempts && mayPass(error) ? delayOf(policy, attempt, error, random) : undefined;
}

/** The same for a call that conflicts with another change, which has attempts of its own. */
function conflictDelayMs(
  policy: RetryPolicy,
  conflict: number,
  error: StatusError,
  random: () => number,
): number | undefined {
  return conflict < policy.conflictAttempts ? delayOf(policy, conflict, error, random) : undefined;
}

function delayOf(policy: RetryPolicy, attempt: number, error: unknown, random: () => number): number | undefined {
  const asked = error instanceof StatusError ? error.retryAfterMs : undefined;
  if (asked !== undefined) {
    return asked <= policy.maximumRetryAfterMs ? asked : undefined;
  }
  const full = Math.min(policy.firstDelayMs * 2 ** (attempt - 1), policy.maximumDelayMs);
  return Math.round(full / 2 + (random() * full) / 2);
}

/** `Retry-After` in milliseconds from `nowMs`: whole seconds or an HTTP date; undefined for anything else. */
export function parseRetryAfter(value: string | undefined, nowMs: number): number | undefined {
  if (value === undefined) {
    return undefined;
  }
  if (/^\s*\d+\s*$/.test(value)) {
    return Number(value) * 1000;
  }
  const date = /[A-Za-z]/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs);
}

function mayPass(error: unknown): boolean {
  return (
    (error instanceof NetworkError && error.isTransient) ||
    (error instanceof StatusError && retriedStatuses.has(error.status))
  );
}
