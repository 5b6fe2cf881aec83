import type { Clock } from "../../base/clock.ts";
import { countOf } from "../../base/count-of.ts";
import { ApiError, SignInError, StatusError } from "../interface/errors.ts";

/** Time for which refused credentials are not sent again, so that frequent calls do not lock an account. */
const refusalMs = 30_000;
const refusals: ReadonlySet<number> = new Set([400, 401, 403]);

/** Whether an error means that the service refused the credentials, as opposed to a failure of the service. */
export function isCredentialRefusal(error: unknown): error is StatusError {
  return error instanceof StatusError && refusals.has(error.status);
}

/** Converts a refused token request to a SignInError. `advice` tells the user what to do. */
export function toSignInError(error: StatusError, advice: string): SignInError {
  const reason = error.serverMessage ? `: ${error.serverMessage}` : ".";
  return new SignInError(error.operation, `the service refused the sign-in${reason} ${advice}`, {
    status: error.status,
    cause: error,
  });
}

/** Name of errors from the connection's functions whose messages are shown to the user unchanged. */
const toldProblem = "SignInProblem";

/**
 * Calls a function of the connection that returns a secret. Converts its errors to a SignInError with the message
 * `problem`, or with the message of a `SignInProblem`. Rethrows an ApiError.
 */
export async function readSecret<Value>(
  operation: string,
  problem: string,
  read: () => Promise<Value>,
): Promise<Value> {
  try {
    return await read();
  } catch (error) {
    throw error instanceof ApiError ? error : new SignInError(operation, toldBy(error) ?? problem, { cause: error });
  }
}

function toldBy(error: unknown): string | undefined {
  return error instanceof Error && error.name === toldProblem ? error.message : undefined;
}

/**
 * Remembers refused credentials for a while, so that the same credentials are not sent again. Changed credentials are
 * sent.
 */
export class RefusalMemory {
  readonly #clock: Clock;
  #last: { readonly sent: string; readonly error: SignInError; readonly until: number } | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Runs `send` and returns its result. For a while after a SignInError, throws the same problem without calling
   * `send`, with the time in seconds until the next attempt.
   */
  async guard<Value>(sent: unknown, send: () => Promise<Value>): Promise<Value> {
    const key = JSON.stringify(sent);
    const last = this.#last;
    const waitMs = last?.sent === key ? last.until - this.#clock.now() : 0;
    if (last && waitMs > 0) {
      throw toRepeatedError(last.error, waitMs);
    }
    try {
      const value = await send();
      this.#last = undefined;
      return value;
    } catch (error) {
      if (error instanceof SignInError) {
        this.#last = { sent: key, error, until: this.#clock.now() + refusalMs };
      }
      throw error;
    }
  }
}

function toRepeatedError(error: SignInError, waitMs: number): SignInError {
  const seconds = Math.ceil(waitMs / 1000);
  const time = countOf(seconds, "second");
  return new SignInError(
    error.operation,
    `${error.message} This is the service's last answer: the same credentials are sent again in ${time} at the earliest, or at once by Test Connection.`,
    { ...(error.status !== undefined && { status: error.status }), cause: error },
  );
}
