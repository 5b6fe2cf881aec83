import assert from "node:assert/strict";
import { UnderWayRuns, underWayKey } from "../../../../src/features/sql-jobs/under-way-model.ts";

class MemoryState {
  value: unknown;
  get(key: string): unknown {
    assert.equal(key, underWayKey);
    return this.value;
  }
  async update(_: string, value: unknown): Promise<void> {
    this.value = value;
  }
}

const run = { connectionId: "local", transactionId: "t1", file: "file:///w/a.sqljob.json" };

suite("runs under way", () => {
  test("are kept by their transactions, the job beside it as soon as there is one, until they end", async () => {
    const state = new MemoryState();
    const runs = new UnderWayRuns(state);
    await Promise.all([runs.note(run), runs.note({ ...run, transactionId: "t2" })]);
    await runs.note({ ...run, jobId: "j1" });
    assert.deepEqual(new UnderWayRuns(state).list(), [
      { ...run, transactionId: "t2" },
      { ...run, jobId: "j1" },
    ]);
    await runs.forget("t2");
    await runs.forget("t1");
    assert.deepEqual(runs.list(), []);
  });

  test("of a state that something else wrote are none", () => {
    const state = new MemoryState();
    state.value = [{ transactionId: 1 }, run];
    assert.deepEqual(new UnderWayRuns(state).list(), [run]);
    state.value = "x";
    assert.deepEqual(new UnderWayRuns(state).list(), []);
  });
});
