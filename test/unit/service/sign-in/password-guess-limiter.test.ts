import assert from "node:assert/strict";
import { countOf } from "../../../../src/base/count-of.ts";
import { HttpError } from "../../../../src/service/call/call.ts";
import { PasswordGuessLimiter, passwordGuessLimits } from "../../../../src/service/sign-in/password-guess-limiter.ts";
import { MovableClock } from "../../../support/movable-clock.ts";

const { maxFailures, windowMs, blockedMs } = passwordGuessLimits;

suite("Guessing a password", () => {
  let clock: MovableClock;
  let guesses: PasswordGuessLimiter;
  let proofs: number;
  setup(() => {
    clock = new MovableClock(1_000_000);
    guesses = new PasswordGuessLimiter(clock);
    proofs = 0;
  });

  const guess = (name: string, isRight = false, isShared = false) =>
    guesses.guard(name, isShared, async () => {
      proofs++;
      return isRight ? name : undefined;
    });
  const guessWrong = async (name: string, times: number) => {
    for (let count = 0; count < times; count++) {
      assert.equal(await guess(name), undefined);
    }
  };
  const isRefused = (seconds: number) => (error: unknown) => {
    assert.ok(error instanceof HttpError);
    assert.deepEqual([error.status, error.retryAfterSeconds], [429, seconds]);
    assert.match(error.message, new RegExp(`in ${countOf(seconds, "second")}\\.$`));
    return true;
  };

  test("is refused for a while after too many wrong ones, the right password too, without a look at it", async () => {
    await guessWrong("ada", maxFailures);
    await assert.rejects(guess("ada", true), isRefused(blockedMs / 1000));
    await clock.advance(blockedMs - 500);
    await assert.rejects(guess("ada", true), isRefused(1));
    assert.equal(proofs, maxFailures);
    await clock.advance(500);
    assert.equal(await guess("ada", true), "ada");
  });

  test("may begin anew after the while", async () => {
    await guessWrong("ada", maxFailures);
    await clock.advance(blockedMs);
    await guessWrong("ada", maxFailures);
    await assert.rejects(guess("ada"), isRefused(blockedMs / 1000));
  });

  test("closes nobody else's name", async () => {
    await guessWrong("ada", maxFailures);
    assert.equal(await guess("bob", true), "bob");
  });

  test("counts for nothing once the right one has come", async () => {
    await guessWrong("ada", maxFailures - 1);
    assert.equal(await guess("ada", true), "ada");
    await guessWrong("ada", maxFailures - 1);
    assert.equal(await guess("ada", true), "ada");
  });

  test("goes on counting after the right one of a name that several users have", async () => {
    await guessWrong("ada", maxFailures - 1);
    assert.equal(await guess("ada", true, true), "ada");
    await guessWrong("ada", 1);
    await assert.rejects(guess("ada", true, true), isRefused(blockedMs / 1000));
  });

  test("counts for nothing when it was long ago", async () => {
    await guessWrong("ada", maxFailures - 1);
    await clock.advance(windowMs);
    await guessWrong("ada", maxFailures - 1);
    assert.equal(await guess("ada", true), "ada");
  });

  test("is refused as soon when many come together, and right ones that come together all pass", async () => {
    const right = await Promise.all(Array.from({ length: maxFailures * 2 }, () => guess("ada", true)));
    assert.equal(right.length, maxFailures * 2);
    proofs = 0;
    const all = await Promise.allSettled(Array.from({ length: maxFailures * 4 }, () => guess("ada")));
    assert.equal(all.filter(({ status }) => status === "rejected").length, maxFailures * 3);
    assert.equal(proofs, maxFailures);
  });

  test("leaves the count as it is when the store fails", async () => {
    await guessWrong("ada", maxFailures - 1);
    const failing = guesses.guard("ada", false, () => Promise.reject(new Error("the store is closed")));
    await assert.rejects(failing, /the store is closed/);
    assert.equal(await guess("ada", true), "ada");
  });
});
