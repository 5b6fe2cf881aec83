import assert from "node:assert/strict";
import { describeAge } from "../../../../src/features/language/model-age-model.ts";

describe("the age of a model", () => {
  const now = Date.UTC(2026, 0, 15, 12);
  const minute = 60_000;
  const ages: readonly (readonly [agoMs: number, text: string])[] = [
    [0, "now"],
    [minute - 1, "now"],
    [minute, "1 minute ago"],
    [3 * 60 * minute + 59 * minute, "3 hours ago"],
    [24 * 60 * minute, "yesterday"],
    [9 * 24 * 60 * minute, "9 days ago"],
    [-5 * minute, "now"],
  ];
  for (const [agoMs, text] of ages) {
    it(`of ${agoMs} ms is "${text}"`, () => {
      assert.equal(describeAge(now - agoMs, now, "en"), text);
    });
  }
});
