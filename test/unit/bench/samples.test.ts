import assert from "node:assert/strict";
import { alternate, median, ratioToBest } from "../../bench/samples.ts";

suite("Samples of a benchmark", () => {
  test("have the middle value as median, whatever their order", () => {
    assert.equal(median([9, 1, 5]), 5);
    assert.equal(median([7]), 7);
  });

  test("have a median between the two middle values when there is an even count", () => {
    assert.equal(median([10, 1, 4, 2]), 3);
  });

  test("have no median when there are none", () => {
    assert.throws(() => median([]), /at least one/);
  });

  test("do not change when their median is taken", () => {
    const samples = [3, 1, 2];
    median(samples);
    assert.deepEqual(samples, [3, 1, 2]);
  });

  test("are compared with the quickest of the others, an outlier aside", () => {
    assert.equal(
      ratioToBest(
        [12, 12, 900],
        [
          [20, 20, 20],
          [10, 10, 1],
        ],
      ),
      1.2,
    );
  });

  test("are taken in turn, each run once before, and the first changes", async () => {
    const order: string[] = [];
    const run = (name: string) => async () => order.push(name);
    const samples = await alternate({ a: run("a"), b: run("b") }, 3);
    assert.deepEqual(order, ["a", "b", "a", "b", "b", "a", "a", "b"]);
    assert.deepEqual(samples, { a: [3, 6, 7], b: [4, 5, 8] });
  });

  test("end with the failure of what is measured", async () => {
    const failing = alternate({ a: async () => 1, b: () => Promise.reject(new Error("broken")) }, 2);
    await assert.rejects(failing, /broken/);
  });
});
