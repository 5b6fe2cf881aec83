import assert from "node:assert/strict";
import { UnfinishedRuns, unfinishedRunsKey } from "../../../../src/features/sql-jobs/unfinished-runs-model.ts";

class MemoryState {
  value: unknown;
  get(key: string): unknown {
    assert.equal(key, unfinishedRunsKey);
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
    const runs = new UnfinishedRuns(state);
    await Promise.all([runs.store(run), runs.store({ ...run, transactionId: "t2" })]);
    await runs.store({ ...run, jobId: "j1" });
    assert.deepEqual(new UnfinishedRuns(state).list(), [
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
    assert.deepEqual(new UnfinishedRuns(state).list(), [run]);
    state.value = "x";
    assert.deepEqual(new UnfinishedRuns(state).list(), []);
  });
});
