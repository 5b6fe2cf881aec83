import assert from "node:assert/strict";
import { Scheduler } from "../../../../src/service/jobs/scheduler.ts";
import { MovableClock } from "../../../support/movable-clock.ts";

suite("scheduler", () => {
  const setUp = (times: number[]) => {
    const clock = new MovableClock(0);
    const rung: number[] = [];
    const alarm = new Scheduler(
      clock,
      () => times[0],
      async () => {
        rung.push(clock.now());
        times.shift();
      },
    );
    return { clock, rung, alarm };
  };

  test("rings at each time, and for those that have passed at once", async () => {
    const { clock, rung, alarm } = setUp([100, 150, 400]);
    await clock.advance(99);
    assert.deepEqual(rung, []);
    await clock.advance(101);
    assert.deepEqual(rung, [200, 200]);
    await clock.advance(200);
    assert.deepEqual(rung, [200, 200, 400]);
    await alarm.close();
  });

  test("rings at an earlier time that comes up", async () => {
    const times = [1000];
    const { clock, rung, alarm } = setUp(times);
    times.unshift(10);
    alarm.reset();
    await clock.advance(0);
    await clock.advance(10);
    assert.deepEqual(rung, [10]);
    await alarm.close();
  });

  test("rings for a time that is weeks away", async () => {
    const month = 30 * 24 * 3600 * 1000;
    const { clock, rung, alarm } = setUp([month]);
    await clock.advance(month - 1);
    await clock.advance(1);
    assert.deepEqual(rung, [month]);
    await alarm.close();
  });

  test("rings no more once it is closed", async () => {
    const { clock, rung, alarm } = setUp([100]);
    await alarm.close();
    await clock.advance(200);
    assert.deepEqual(rung, []);
  });
});
