import assert from "node:assert/strict";
import { watchIdleness } from "../../../../src/service/process/service.ts";
import { MovableClock } from "../../../support/movable-clock.ts";

const minute = 60_000;

suite("the watch for idleness", () => {
  function watch() {
    const clock = new MovableClock(0);
    const state = { isBusy: false, idle: 0 };
    const idle = watchIdleness(
      clock,
      10 * minute,
      () => state.isBusy,
      () => state.idle++,
    );
    return { clock, state, idle };
  }

  test("tells once that nobody has been in touch", async () => {
    const { clock, state } = watch();
    await clock.advance(10 * minute - 1);
    assert.equal(state.idle, 0);
    await clock.advance(1);
    assert.equal(state.idle, 1);
    await clock.advance(100 * minute);
    assert.equal(state.idle, 1);
  });

  test("begins anew with every touch", async () => {
    const { clock, state, idle } = watch();
    for (let step = 0; step < 5; step++) {
      await clock.advance(9 * minute);
      idle.touch();
    }
    assert.equal(state.idle, 0);
    await clock.advance(9 * minute);
    await clock.advance(minute);
    assert.equal(state.idle, 1);
  });

  test("waits for what is running", async () => {
    const { clock, state } = watch();
    state.isBusy = true;
    await clock.advance(30 * minute);
    assert.equal(state.idle, 0);
    state.isBusy = false;
    await clock.advance(1000);
    assert.equal(state.idle, 1);
  });

  test("is silent once it is stopped", async () => {
    const { clock, state, idle } = watch();
    idle.stop();
    await clock.advance(20 * minute);
    assert.equal(state.idle, 0);
  });
});
