import type { Clock } from "../../base/clock.ts";
import { HttpError } from "../call/call.ts";
import { hashSecret } from "../store/secrets.ts";

/** A user name is blocked for `refusedMs` after `most` wrong passwords within `withinMs`. */
export const guessLimits = { most: 5, withinMs: 5 * 60_000, refusedMs: 2 * 60_000 } as const;

interface Guessed {
  /** Times of the wrong passwords, in epoch milliseconds. */
  failures: readonly number[];
  refusedUntil: number;
  waiting: number;
  last: Promise<unknown>;
}

/**
 * Slows down password guessing: after several wrong passwords, a user name is refused for a while, even with the right
 * password and whether or not the user exists. Held in memory, because restarting the service takes longer than the
 * block lasts.
 */
export class PasswordGuesses {
  readonly #clock: Clock;
  readonly #byName = new Map<string, Guessed>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Returns the result of `prove`, which is `undefined` for a wrong password. While the name is blocked, throws an
   * HttpError 429 without calling `prove`.
   */
  async guard<Value>(username: string, prove: () => Promise<Value | undefined>): Promise<Value | undefined> {
    const guessed = this.#guessed(username);
    guessed.waiting++;
    // Sequential, because otherwise concurrent guesses would all be checked before the first one counts.
    const turn = guessed.last.then(() => this.#prove(guessed, prove)).finally(() => guessed.waiting--);
    guessed.last = turn.catch(() => undefined);
    return await turn;
  }

  async #prove<Value>(guessed: Guessed, prove: () => Promise<Value | undefined>): Promise<Value | undefined> {
    const remainingMs = guessed.refusedUntil - this.#clock.now();
    if (remainingMs > 0) {
      throw tooManyGuesses(Math.ceil(remainingMs / 1000));
    }
    const value = await prove();
    if (value !== undefined) {
      guessed.failures = [];
      return value;
    }
    const now = this.#clock.now();
    const failures = [...guessed.failures.filter((time) => isRecent(time, now)), now];
    const isTooMany = failures.length >= guessLimits.most;
    guessed.failures = isTooMany ? [] : failures;
    guessed.refusedUntil = isTooMany ? now + guessLimits.refusedMs : 0;
    return undefined;
  }

  #guessed(username: string): Guessed {
    // Stores a hash: a name may be long, or a password that was typed into the wrong field.
    const key = hashSecret(username);
    const known = this.#byName.get(key);
    if (known) {
      return known;
    }
    this.#forgetOld();
    const guessed: Guessed = { failures: [], refusedUntil: 0, waiting: 0, last: Promise.resolve() };
    this.#byName.set(key, guessed);
    return guessed;
  }

  #forgetOld(): void {
    const now = this.#clock.now();
    for (const [key, { failures, refusedUntil, waiting }] of this.#byName) {
      if (!failures.some((time) => isRecent(time, now)) && refusedUntil <= now && waiting === 0) {
        this.#byName.delete(key);
      }
    }
  }
}

function isRecent(time: number, now: number): boolean {
  return time > now - guessLimits.withinMs;
}

function tooManyGuesses(seconds: number): HttpError {
  return new HttpError(
    429,
    "PASSWORD_GUESSES",
    `There were too many wrong passwords for this user name; sign in again in ${seconds} seconds.`,
    { retryAfterSeconds: seconds },
  );
}
