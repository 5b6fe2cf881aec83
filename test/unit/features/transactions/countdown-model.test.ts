import assert from "node:assert/strict";
import { CountdownWatch, countdownOf, msUntilNextStep } from "../../../../src/features/transactions/countdown-model.ts";
import { settle } from "../../../support/fake-transactions.ts";
import { ManualClock } from "../../client/manual-clock.ts";

const minute = 60_000;

suite("a countdown", () => {
  test("counts hours and minutes, and seconds by tens only at the end", () => {
    assert.deepEqual(countdownOf(80 * minute + 59_000), { hours: 1, minutes: 20, seconds: 0 });
    assert.deepEqual(countdownOf(42 * minute + 1), { hours: 0, minutes: 42, seconds: 0 });
    assert.deepEqual(countdownOf(119_000), { hours: 0, minutes: 0, seconds: 110 });
    assert.deepEqual(countdownOf(-5), { hours: 0, minutes: 0, seconds: 0 });
  });

  test("says the same until the next step", () => {
    for (const left of [80 * minute + 59_000, 3 * minute, 119_999, 10_001]) {
      const wait = msUntilNextStep(left);
      assert.deepEqual(countdownOf(left - wait), countdownOf(left), `${left}`);
      assert.notDeepEqual(countdownOf(left - wait - 1), countdownOf(left), `${left}`);
    }
  });

  test("tells of each step that a line takes, and of none while nobody looks", async () => {
    const clock = new ManualClock();
    let steps = 0;
    const expiries = [clock.now() + 95_000, clock.now() + 10 * minute + 30_000];
    const watch = new CountdownWatch(
      clock,
      () => expiries,
      () => steps++,
    );
    const stepsAfter = async (ms: number) => {
      clock.advance(ms);
      await settle();
      return steps;
    };
    watch.setVisible(true);
    assert.equal(await stepsAfter(4999), 0);
    assert.equal(await stepsAfter(2), 1);
    watch.setVisible(false);
    assert.deepEqual([await stepsAfter(10 * minute), clock.sleeperCount], [1, 0]);
  });

  test("does not count when there is nothing that expires", () => {
    const clock = new ManualClock();
    new CountdownWatch(
      clock,
      () => [],
      () => undefined,
    ).setVisible(true);
    assert.equal(clock.sleeperCount, 0);
  });
});
