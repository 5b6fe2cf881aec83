import assert from "node:assert/strict";
import { combineStatistics, type NumberStatistics } from "../../../../src/results/columns/range-statistics.ts";

function column(numberCount: number, sum: string, minimum: string, maximum: string, isExact = true): NumberStatistics {
  return { numberCount, sum, minimum, maximum, isExact };
}

suite("Sums of several columns", () => {
  test("are exact, whatever the digits of each column", () => {
    const total = combineStatistics([
      column(2, "18407634708474096985", "9203817354237048492", "9203817354237048493"),
      column(1, "-0.1000000000", "-0.1000000000", "-0.1000000000"),
      column(0, "0", "0", "0"),
    ]);
    assert.deepEqual(total, {
      numberCount: 3,
      sum: "18407634708474096984.9",
      average: "6135878236158032328.3",
      minimum: "-0.1",
      maximum: "9203817354237048493",
      isExact: true,
    });
  });

  test("round an average away from zero, six digits beyond those of its numbers", () => {
    assert.equal(combineStatistics([column(3, "-2", "-1", "0")]).average, "-0.666667");
    assert.equal(combineStatistics([column(3, "2.0", "0.5", "1.0")]).average, "0.6666667");
  });

  test("say when they are not exact", () => {
    const total = combineStatistics([column(1, "1e+300", "1e+300", "1e+300", false), column(1, "2", "2", "2")]);
    assert.deepEqual([total.isExact, total.sum, total.minimum], [false, "1e+300", "2"]);
  });
});
