import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { TaskQueue } from "../../../src/base/task-queue.ts";

describe("TaskQueue", () => {
  it("begins a task when the one before it has ended, in the order of the calls", async () => {
    const queue = new TaskQueue();
    const events: string[] = [];
    const task = (name: string, turns: number) => async () => {
      events.push(`${name} begins`);
      for (let turn = 0; turn < turns; turn++) {
        await setImmediate();
      }
      events.push(`${name} ends`);
      return name;
    };
    const results = [queue.run(task("slow", 5)), queue.run(task("quick", 0))];
    await queue.settled();
    assert.deepEqual(events, ["slow begins", "slow ends", "quick begins", "quick ends"]);
    assert.deepEqual(await Promise.all(results), ["slow", "quick"]);
  });

  it("rejects with the error of a task, and goes on with the next", async () => {
    const queue = new TaskQueue();
    const failed = queue.run(async () => {
      throw new Error("it failed");
    });
    const next = queue.run(async () => "done");
    await assert.rejects(failed, /it failed/);
    assert.equal(await next, "done");
    await queue.settled();
  });
});
