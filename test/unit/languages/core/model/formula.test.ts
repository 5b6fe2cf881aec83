import assert from "node:assert/strict";
import { isCountFormula } from "../../../../../src/languages/core/model/formula.ts";

describe("a formula of a model", () => {
  it("is a count where it counts one thing and does nothing else with it", () => {
    for (const formula of ["count over Employee", "COUNT(Employee)", "count over Employee where Country in ('A-B')"]) {
      assert.equal(isCountFormula(formula), true, formula);
    }
  });

  it("is none where it is a share, a ratio, a distinct count or a sum", () => {
    for (const formula of [
      "count(a) / count(b)",
      "count over Employee * 100",
      "count(distinct Person)",
      "sum(Pay)",
      "",
    ]) {
      assert.equal(isCountFormula(formula), false, formula);
    }
  });
});
