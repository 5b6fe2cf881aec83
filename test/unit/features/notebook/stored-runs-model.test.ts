import assert from "node:assert/strict";
import { occurrenceOf, StoredRuns } from "../../../../src/features/notebook/stored-runs-model.ts";

function memory() {
  const values = new Map<string, unknown>();
  return {
    get: <Value>(key: string) => values.get(key) as Value | undefined,
    update: async (key: string, value: unknown) => void values.set(key, value),
    text: () => JSON.stringify([...values]),
  };
}

const place = { notebookId: "n1", language: "workforce-sqllike", text: "SELECT secret", occurrence: 0 };
const runs = [{ resultId: "r1", title: "People" }];

describe("the kept runs of cells", () => {
  it("are found by notebook, text, language and occurrence, and by nothing else", async () => {
    const stored = new StoredRuns(memory());
    await stored.store(place, runs);
    assert.deepEqual(stored.find({ ...place }), runs);
    for (const other of [
      { notebookId: "n2" },
      { text: "SELECT" },
      { language: "workforce-tablesql" },
      { occurrence: 1 },
    ]) {
      assert.deepEqual(stored.find({ ...place, ...other }), []);
    }
  });

  it("are forgotten by keeping none, and the oldest by keeping many", async () => {
    const stored = new StoredRuns(memory());
    await stored.store(place, runs);
    await stored.store(place, []);
    assert.deepEqual(stored.find(place), []);
    for (let index = 0; index <= 500; index++) {
      await stored.store({ ...place, text: String(index) }, runs);
    }
    assert.deepEqual(stored.find({ ...place, text: "0" }), []);
    assert.deepEqual(stored.find({ ...place, text: "1" }), runs);
  });

  it("do not hold the text of a query", async () => {
    const state = memory();
    await new StoredRuns(state).store(place, runs);
    assert.doesNotMatch(state.text(), /secret/);
  });

  it("count which of several cells of the same text one is", () => {
    const cells = ["a", "b", "a", "a"].map((text) => ({ language: "workforce-sqllike", text }));
    assert.deepEqual(
      cells.map((_, index) => occurrenceOf(cells, index)),
      [0, 0, 1, 2],
    );
  });
});
