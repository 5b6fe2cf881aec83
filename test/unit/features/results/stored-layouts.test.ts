import assert from "node:assert/strict";
import { StoredLayouts } from "../../../../src/features/results/stored-layouts.ts";

const layout = { order: ["B", "A"], hidden: [], frozen: ["B"], widths: { A: 120 } };

/** A memory that holds what it is given, as the editor's does. */
function createMemory() {
  const stored = new Map<string, unknown>();
  return {
    stored,
    get: <Value>(key: string) => stored.get(key) as Value | undefined,
    update: async (key: string, value: unknown) => void stored.set(key, structuredClone(value)),
  };
}

suite("The kept layouts of columns", () => {
  test("are found by the query, whatever its white space, also by another window", async () => {
    const memory = createMemory();
    await new StoredLayouts(memory).store("SELECT a\n  FROM b", layout);
    assert.deepEqual(new StoredLayouts(memory).find(" SELECT a FROM b "), layout);
    assert.equal(new StoredLayouts(memory).find("SELECT b FROM a"), undefined);
  });

  test("hold no text of a query", async () => {
    const memory = createMemory();
    await new StoredLayouts(memory).store("SELECT secret", layout);
    assert.doesNotMatch(JSON.stringify([...memory.stored]), /secret/);
  });

  test("are the last ones of so many queries, each once", async () => {
    const memory = createMemory();
    const layouts = new StoredLayouts(memory);
    for (let number = 0; number < 210; number++) {
      await layouts.store(`SELECT ${number}`, { ...layout, widths: { A: number } });
      await layouts.store("SELECT always", layout);
    }
    assert.equal(layouts.find("SELECT 5"), undefined);
    assert.deepEqual(layouts.find("SELECT 209")?.widths, { A: 209 });
    assert.deepEqual(layouts.find("SELECT always"), layout);
  });

  test("are left out when they are not in their form any more", async () => {
    const memory = createMemory();
    const layouts = new StoredLayouts(memory);
    await layouts.store("SELECT a", { ...layout, order: [1] } as unknown as typeof layout);
    assert.equal(layouts.find("SELECT a"), undefined);
  });
});
