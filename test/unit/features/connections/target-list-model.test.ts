import assert from "node:assert/strict";
import { showAsLoaded } from "../../../../src/features/connections/target-list-model.ts";
import { MovableClock } from "../../../support/movable-clock.ts";

/** Loads that end when `end` is called with their name, and what was shown of them. */
function listOf(...names: string[]) {
  const ends = new Map<string, () => void>();
  const loads = names.map((name) => new Promise<string>((resolve) => ends.set(name, () => resolve(name))));
  const shown: string[] = [];
  const clock = new MovableClock(0);
  const abort = new AbortController();
  const done = showAsLoaded(loads, (loaded) => shown.push(loaded.join(" ")), { clock, signal: abort.signal });
  const end = (...ended: string[]) => {
    for (const name of ended) {
      ends.get(name)?.();
    }
  };
  return { shown, clock, abort, done, end };
}

describe("a list of targets that loads while it is open", () => {
  it("changes once when all connections answer quickly, in their order", async () => {
    const { shown, done, end } = listOf("Local", "Test", "Prod");
    end("Prod", "Local", "Test");
    await done;
    assert.deepEqual(shown, ["Local Test Prod"]);
  });

  it("puts what comes late below what is there, however many come, at most twice a second", async () => {
    const { shown, clock, done, end } = listOf("Slow", "Local", "Test", "Prod");
    end("Test", "Local");
    await clock.advance(499);
    assert.deepEqual(shown, []);
    await clock.advance(1);
    assert.deepEqual(shown, ["Local Test"]);
    await clock.advance(500);
    assert.deepEqual(shown, ["Local Test"]);
    end("Prod");
    await clock.advance(500);
    end("Slow");
    await done;
    assert.deepEqual(shown, ["Local Test", "Local Test Prod", "Local Test Prod Slow"]);
  });

  it("does not change any more once it is closed", async () => {
    const { shown, clock, abort, done, end } = listOf("Local", "Test");
    end("Local");
    await clock.advance(100);
    abort.abort();
    end("Test");
    await done;
    assert.deepEqual(shown, []);
    assert.equal(clock.hasSleeper(400), false);
  });

  it("is complete at once without connections", async () => {
    const { shown, done } = listOf();
    await done;
    assert.deepEqual(shown, []);
  });
});
