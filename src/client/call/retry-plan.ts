import { StatusError } from "../interface/errors.ts";
import { conflictDelayMs, type RetryPolicy, retryDelayMs } from "./retry.ts";

/** What decides whether one call is sent again. */
export interface RetryFacts {
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

  /** Milliseconds to wait before the next attempt. Throws what ends the call: the failure, with the conflicts counted. */
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
