import assert from "node:assert/strict";
import { Slots } from "../../run/slots.mjs";

/** Tasks of two slots of places, and what has begun; a task ends when it is told to. */
function tasksOf(slots: Slots) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const results: Promise<string>[] = [];
  return {
    begun,
    ask(name: string, places: number) {
      const task = () => {
        begun.push(name);
        return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
      };
      const result = slots.run(places, task);
      results.push(result);
      return result;
    },
    async end(name: string) {
      ends.get(name)?.();
      await new Promise(setImmediate);
    },
  };
}

describe("Slots of the test run", () => {
  it("run what fits, in the order in which it was asked", async () => {
    const { begun, ask, end } = tasksOf(new Slots(6));
    const first = ask("first", 3);
    for (const [name, places] of Object.entries({ second: 3, large: 4, small: 2 })) {
      void ask(name, places);
    }
    await new Promise(setImmediate);
    assert.deepEqual(begun, ["first", "second"]);
    await end("first");
    assert.equal(await first, "first");
    assert.deepEqual(begun, ["first", "second"], "a small one overtook the large one");
    await end("second");
    assert.deepEqual(begun, ["first", "second", "large", "small"]);
  });

  it("are free again after a task that failed, which says so", async () => {
    const slots = new Slots(1);
    await assert.rejects(
      slots.run(1, () => Promise.reject(new Error("broken"))),
      /broken/,
    );
    assert.equal(await slots.run(1, async () => "next"), "next");
  });
});
