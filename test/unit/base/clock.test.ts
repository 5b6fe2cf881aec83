import assert from "node:assert/strict";
import { longestTimerMs, systemClock } from "../../../src/base/clock.ts";

suite("the system's clock", () => {
  test("does not end a sleep at once that is longer than a timer can be", async () => {
    const stopping = new AbortController();
    const long = systemClock.sleep(longestTimerMs + 1, stopping.signal).then(() => "long");
    assert.equal(await Promise.race([long, systemClock.sleep(20).then(() => "short")]), "short");
    stopping.abort(new Error("stopped"));
    await assert.rejects(long, /stopped/);
  });
});
