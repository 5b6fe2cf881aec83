import assert from "node:assert/strict";
import { evaluateQuery } from "../../../support/evaluator/evaluate.ts";
import { smallWorkforce } from "./small-workforce.ts";

/** Codes of the workers of 20 June 2024 that pass: a leads, b has left on the 15th, c has almost no values. */
function passing(condition: string): string {
  const range = 'Service_Time BETWEEN date("2024-06-10") AND date("2024-06-20")';
  const { rows } = evaluateQuery(smallWorkforce, `SELECT Code FROM Worker WHERE ${range} AND (${condition})`);
  return rows.map(([code]) => code).join("");
}

suite("The evaluator's conditions", () => {
  for (const [condition, codes] of [
    ["isLead", "a"],
    ["isLead = TRUE", "a"],
    ["isLead = FALSE", "b"],
    ["NOT isLead", "b"],
    ["isLead != TRUE", "b"],
    ["isLead IS NULL", "c"],
    ["isLead = TRUE OR isLead = FALSE", "ab"],
    ["Pay > 90", "a"],
    ["NOT Pay > 90", "b"],
    ["Pay IS NOT NULL", "ab"],
    ["Pay IN (90, 1e2)", "b"],
    ["Pay NOT IN (90)", "a"],
    ["Pay BETWEEN 90 AND 150", "ab"],
    ["Pay NOT BETWEEN 91 AND 149.5", "ab"],
    ["Pay > 90 OR isLead IS NULL", "ac"],
    ["NOT (Pay > 90 AND isLead = TRUE)", "b"],
    ["Place IN ('South')", "a"],
    ["Place = 'Rome'", "a"],
    ['Place != "South.Rome"', "bc"],
    ["Place NOT IN ('North', 'South')", "c"],
    ["NOT Place IN ('North', 'South')", "c"],
    ["Place IS NULL", "c"],
    ["Unit IN ('All.Works', 'Sales')", "bc"],
    ["Unit = 'All'", "abc"],
    ["Code < 'b'", "a"],
    ["Code > 'A'", "abc"],
    ["Joined >= date('2024-02-01T00:00:00.000')", "b"],
    ["NOT Joined = date('2020-01-01')", "b"],
    ["Boss.isLead", "b"],
    ["Boss.Place NOT IN ('South')", "ac"],
    ["Boss.Code IS NULL", "ac"],
    ["Boss.Code != 'z'", "b"],
    ["isLead = TRUE OR Pay = 90 AND isLead = TRUE", "a"],
  ] as const) {
    test(`keep ${codes || "nobody"} where ${condition}`, () => {
      assert.equal(passing(condition), codes);
    });
  }

  test("refuse a member name that two members have", () => {
    assert.throws(() => passing("Place = 'Nowhere'"), /names no single member/);
  });
});
