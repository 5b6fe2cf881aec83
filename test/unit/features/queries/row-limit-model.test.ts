import assert from "node:assert/strict";
import { parseRowLimit, rowLimitChoices } from "../../../../src/features/queries/row-limit-model.ts";

describe("a row limit", () => {
  it("is read with and without separators of thousands", () => {
    const texts = ["1", " 250 ", "25,000", "25.000", "25 000", "1'000'000", "1_000", "2147483646"];
    assert.deepEqual(texts.map(parseRowLimit), [1, 250, 25_000, 25_000, 25_000, 1_000_000, 1000, 2_147_483_646]);
  });

  it("is a whole number from 1 on that a service can be asked for one more of", () => {
    for (const text of ["", "0", "-1", "1.5", "1,5", "2,50,00", "1e3", "ten", "2147483647", "99999999999999999999"]) {
      assert.equal(parseRowLimit(text), undefined, text);
    }
  });

  it("is chosen among all rows, round numbers, and the one that is set", () => {
    assert.deepEqual(rowLimitChoices(0), [0, 1000, 10_000, 100_000, 1_000_000]);
    assert.deepEqual(rowLimitChoices(2500), [0, 1000, 2500, 10_000, 100_000, 1_000_000]);
  });
});
