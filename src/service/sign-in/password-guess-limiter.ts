import type { Clock } from "../../base/clock.ts";
import { countOf } from "../../base/count-of.ts";
import { HttpError } from "../call/call.ts";
import { hashSecret } from "../store/secrets.ts";

/** Limits of wrong passwords: after `maxFailures` within `windowMs`, a user name is blocked for `blockedMs`. */
export const passwordGuessLimits = { maxFailures: 5, windowMs: 5 * 60_000, blockedMs: 2 * 60_000 } as const;

interface GuessState {
  /** Times of the wrong passwords, in epoch milliseconds. */
  failures: readonly number[];
  blockedUntil: number;
  waiting: number;
  last: Promise<unknown>;
}

/**
 * Slows down password guessing. After several wrong passwords, a user name is blocked for a while, whether or not the
 * user exists and even for the right password. The counts are in memory only.
 */
export class PasswordGuessLimiter {
  readonly #clock: Clock;
  readonly #byName = new Map<string, GuessState>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Calls `verify` and returns its result, which is undefined for a wrong password. The right password resets the count,
   * unless several users have the name: it may be that of another than the one whose password is guessed. Throws a 429
   * without calling `verify` while the user name is blocked.
   */
  async guard<Value>(
    username: string,
    isShared: boolean,
    verify: () => Promise<Value | undefined>,
  ): Promise<Value | undefined> {
    const state = this.#state(username);
    state.waiting++;
    // Sequential, because otherwise concurrent guesses would all be checked before the first one counts.
    const turn = state.last.then(() => this.#verify(state, isShared, verify)).finally(() => state.waiting--);
    state.last = turn.catch(() => undefined);
    return await turn;
  }

  async #verify<Value>(
    state: GuessState,
    isShared: boolean,
    verify: () => Promise<Value | undefined>,
  ): Promise<Value | undefined> {
    const remainingMs = state.blockedUntil - this.#clock.now();
    if (remainingMs > 0) {
      throw tooManyGuesses(Math.ceil(remainingMs / 1000));
    }
    const value = await verify();
    if (value !== undefined) {
      state.failures = isShared ? state.failures : [];
      return value;
    }
    const now = this.#clock.now();
    const failures = [...state.failures.filter((time) => isRecent(time, now)), now];
    const isTooMany = failures.length >= passwordGuessLimits.maxFailures;
    state.failures = isTooMany ? [] : failures;
    state.blockedUntil = isTooMany ? now + passwordGuessLimits.blockedMs : 0;
    return undefined;
  }

  #state(username: string): GuessState {
    // Stores a hash: a name may be long, or a password that was typed into the wrong field.
    const key = hashSecret(username);
    const known = this.#byName.get(key);
    if (known) {
      return known;
    }
    this.#removeOld();
    const state: GuessState = { failures: [], blockedUntil: 0, waiting: 0, last: Promise.resolve() };
    this.#byName.set(key, state);
    return state;
  }

  #removeOld(): void {
    const now = this.#clock.now();
    for (const [key, { failures, blockedUntil, waiting }] of this.#byName) {
      if (!failures.some((time) => isRecent(time, now)) && blockedUntil <= now && waiting === 0) {
        this.#byName.delete(key);
      }
    }
  }
}

function isRecent(time: number, now: number): boolean {
  return time > now - passwordGuessLimits.windowMs;
}

function tooManyGuesses(seconds: number): HttpError {
  return new HttpError(
    429,
    "PASSWORD_GUESSES",
    `There were too many wrong passwords for this user name; sign in again in ${countOf(seconds, "second")}.`,
    { retryAfterSeconds: seconds },
  );
}
