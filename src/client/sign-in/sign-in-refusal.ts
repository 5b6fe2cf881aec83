import type { Clock } from "../../base/clock.ts";
import { ApiError, SignInError, StatusError } from "../interface/errors.ts";

/** Refused credentials are not sent again for this long, so that a busy window does not lock an account. */
const refusalMs = 30_000;
const refusals: ReadonlySet<number> = new Set([400, 401, 403]);

/** Whether the service said no to what was sent, and not that it has a problem of its own. */
export function isRefusal(error: unknown): error is StatusError {
  return error instanceof StatusError && refusals.has(error.status);
}

/** What a refused request for a token means to the user; `advice` says what to do. */
export function refusedError(error: StatusError, advice: string): SignInError {
  const said = error.serverMessage ? `: ${error.serverMessage}` : ".";
  return new SignInError(error.operation, `the service refused the sign-in (status ${error.status})${said} ${advice}`, {
    status: error.status,
    cause: error,
  });
}

/** Name of an error of the connection's functions whose message is for the user, as it is. */
const toldProblem = "SignInProblem";

/**
 * Reads what is sent; anything but an ApiError that it throws becomes a SignInError, with `problem` unless it tells one
 * itself.
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

/** Remembers for a while what was refused, so that the same is not sent again at once; something changed is. */
export class RefusalMemory {
  readonly #clock: Clock;
  #last: { readonly sent: string; readonly error: SignInError; readonly until: number } | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Throws what `send` throws; a SignInError again, without another `send`, for a while after it. */
  async guard<Value>(sent: unknown, send: () => Promise<Value>): Promise<Value> {
    const key = JSON.stringify(sent);
    const last = this.#last;
    if (last && this.#clock.now() < last.until && last.sent === key) {
      throw last.error;
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
