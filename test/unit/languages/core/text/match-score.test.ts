import assert from "node:assert/strict";
import { looseMatchScoreOf, matchScoreOf } from "../../../../../src/languages/core/text/match-score.ts";

suite("how well a name holds what was looked for", () => {
  test("is 1 for the same, 0 for nothing of it", () => {
    assert.equal(matchScoreOf("Headcount", "Headcount"), 1);
    assert.equal(matchScoreOf("Headcount", "headcount"), 0);
    assert.equal(looseMatchScoreOf("Headcount", "hEADCOUNT"), 1);
    assert.equal(looseMatchScoreOf("Headcount", "pay"), 0);
  });

  test("falls from the whole over the beginning and a word to the middle", () => {
    const scores = ["count", "count of people", "people count", "discounting"].map((name) =>
      looseMatchScoreOf(name, "count"),
    );
    assert.deepEqual(
      scores,
      [...scores].sort((one, other) => other - one),
    );
    assert.equal(new Set(scores).size, scores.length);
    assert.ok(scores.every((score) => score > 0 && score <= 1));
  });

  test("sees a name behind an id", () => {
    assert.ok(looseMatchScoreOf("Base Salary", "Base_S") > 0);
    assert.ok(looseMatchScoreOf("Employee count", "employeeC") > 0);
    assert.equal(looseMatchScoreOf("Base Salary", "--"), 0);
  });
});
