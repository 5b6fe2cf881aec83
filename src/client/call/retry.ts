import { NetworkError, StatusError } from "../interface/errors.ts";

/** Properties of a call that determine whether it is sent again. */
interface RetryOptions {
  readonly policy: RetryPolicy;
  /** Whether the call may be sent again after a transient failure. */
  readonly isIdempotent: boolean;
  /** Whether a 409 means that the same call should be repeated (service-api, "Errors"). */
  readonly repeatsOnConflict: boolean;
  readonly random: () => number;
}

/** Counts the failures of one call and computes the delay before each retry. */
export class RetryPlan {
  readonly #options: RetryOptions;
  #failures = 0;
  #conflicts = 0;

  constructor(options: RetryOptions) {
    this.#options = options;
  }

  /** Returns the delay before the next attempt, in milliseconds. Throws the given error if there is no next attempt. */
  delayAfter(error: unknown): number {
    const { policy, isIdempotent, repeatsOnConflict, random } = this.#options;
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
    advice: `Another change was in progress during ${attempts}; try again when it is done.`,
  });
}

/** Number of attempts and delays between them, for idempotent calls. */
export interface RetryPolicy {
  /** Total number of attempts, including the first. */
  readonly attempts: number;
  readonly firstDelayMs: number;
  /** Maximum delay in milliseconds. The delay doubles with each attempt. */
  readonly maximumDelayMs: number;
  /** Longest `Retry-After` to wait for, in milliseconds. After a longer one the call fails. */
  readonly maximumRetryAfterMs: number;
  /** Maximum number of attempts of a call that conflicts with another change. */
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
 * Returns the delay before the next attempt of an idempotent call, in milliseconds. Undefined if there is no next
 * attempt. `attempt` is the number of failed attempts so far. `random` is in [0, 1).
 */
export function retryDelayMs(
  policy: RetryPolicy,
  attempt: number,
  error: unknown,
  random: () => number,
): number | undefined {
  return attempt < policy.attempts && isTransientError(error)
    ? backoffDelayMs(policy, attempt, error, random)
    : undefined;
}

/** Same as `retryDelayMs`, for a call that conflicts with another change and has a separate number of attempts. */
function conflictDelayMs(
  policy: RetryPolicy,
  conflict: number,
  error: StatusError,
  random: () => number,
): number | undefined {
  return conflict < policy.conflictAttempts ? backoffDelayMs(policy, conflict, error, random) : undefined;
}

function backoffDelayMs(
  policy: RetryPolicy,
  attempt: number,
  error: unknown,
  random: () => number,
): number | undefined {
  const requestedMs = error instanceof StatusError ? error.retryAfterMs : undefined;
  if (requestedMs !== undefined) {
    return requestedMs <= policy.maximumRetryAfterMs ? requestedMs : undefined;
  }
  const full = Math.min(policy.firstDelayMs * 2 ** (attempt - 1), policy.maximumDelayMs);
  return Math.round(full / 2 + (random() * full) / 2);
}

/**
 * Converts the value of a `Retry-After` header, seconds or an HTTP date, to milliseconds from `nowMs`. Undefined for an
 * invalid value.
 */
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

function isTransientError(error: unknown): boolean {
  return (
    (error instanceof NetworkError && error.isTransient) ||
    (error instanceof StatusError && retriedStatuses.has(error.status))
  );
}
