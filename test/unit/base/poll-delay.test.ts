import assert from "node:assert/strict";
import { PollDelay } from "../../../src/base/poll-delay.ts";

const options = { firstMs: 1000, longestMs: 3000, random: () => 0.5 };

suite("Polling intervals", () => {
  test("grow by half up to the longest while nothing changes, and start over on a change", () => {
    const delay = new PollDelay(options);
    const found = [true, false, false, false, false, true, false];
    assert.deepEqual(
      found.map((isChanged) => delay.next(isChanged)),
      [1000, 1500, 2250, 3000, 3000, 1000, 1500],
    );
  });

  test("begin with the first, whether the first poll found a change or failed", () => {
    const delay = new PollDelay(options);
    assert.deepEqual([delay.next(false), delay.next(false)], [1000, 1500]);
  });

  test("are the longest once slowed down, until a change", () => {
    const delay = new PollDelay(options);
    delay.slowDown();
    assert.deepEqual([delay.next(false), delay.next(true)], [3000, 1000]);
  });

  test("differ by up to a fifth, so that many do not ask at once", () => {
    const spread = [0, 0.25, 0.999].map((random) => new PollDelay({ ...options, random: () => random }).next(true));
    assert.deepEqual(spread, [800, 900, 1200]);
  });
});
