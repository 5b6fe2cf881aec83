import assert from "node:assert/strict";
import { LastRuns } from "../../../../src/features/queries/last-runs-model.ts";

const done = { kind: "done", rows: 3, tookMs: 20, isCut: false } as const;

suite("The last runs", () => {
  test("are those of a text in its document", () => {
    const runs = new LastRuns();
    runs.recordRun("file:///a", "SELECT 1", done, 5);
    assert.deepEqual(runs.find("file:///a", "SELECT 1"), { ...done, endedAtMs: 5 });
    assert.equal(runs.find("file:///a", "SELECT 2"), undefined);
    assert.equal(runs.find("file:///b", "SELECT 1"), undefined);
  });

  test("are forgotten when the text runs again and fails", () => {
    const runs = new LastRuns();
    runs.recordRun("file:///a", "SELECT 1", done, 5);
    runs.recordRun("file:///a", "SELECT 1", { kind: "failed", message: "no" }, 6);
    assert.equal(runs.find("file:///a", "SELECT 1"), undefined);
  });

  test("do not grow without end", () => {
    const runs = new LastRuns();
    for (let index = 0; index <= 1000; index++) {
      runs.recordRun("file:///a", `SELECT ${index}`, done, index);
    }
    assert.equal(runs.find("file:///a", "SELECT 0"), undefined);
    assert.equal(runs.find("file:///a", "SELECT 1000")?.endedAtMs, 1000);
  });
});
