import assert from "node:assert/strict";
import type { Clock } from "../../../../src/base/clock.ts";
import { extendTransactionPeriodically } from "../../../../src/client/sql/sql-transaction.ts";

suite("keeping a transaction open", () => {
  test("extends it each time half of its life is over, also after an extension that failed, until its job has ended", async () => {
    const ended = new AbortController();
    const slept: number[] = [];
    const extended: number[] = [];
    const clock: Clock = {
      now: () => 0,
      sleep: async (delayMs, signal) => {
        signal?.throwIfAborted();
        slept.push(delayMs);
      },
    };
    const extend = async (seconds: number) => {
      extended.push(seconds);
      if (extended.length === 3) {
        ended.abort();
      }
      if (extended.length === 1) {
        throw new Error("busy");
      }
    };
    await extendTransactionPeriodically(extend, 60_000, clock, ended.signal);
    assert.deepEqual(extended, [60, 60, 60]);
    assert.deepEqual(slept, [30_000, 30_000, 30_000]);
  });
});
