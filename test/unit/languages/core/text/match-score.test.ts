import assert from "node:assert/strict";
import { looseScore, matchScore } from "../../../../../src/languages/core/text/match-score.ts";

suite("how well a name holds what was looked for", () => {
  test("is 1 for the same, 0 for nothing of it", () => {
    assert.equal(matchScore("Headcount", "Headcount"), 1);
    assert.equal(matchScore("Headcount", "headcount"), 0);
    assert.equal(looseScore("Headcount", "hEADCOUNT"), 1);
    assert.equal(looseScore("Headcount", "pay"), 0);
  });

  test("falls from the whole over the beginning and a word to the middle", () => {
    const scores = ["count", "count of people", "people count", "discounting"].map((name) => looseScore(name, "count"));
    assert.deepEqual(
      scores,
      [...scores].sort((one, other) => other - one),
    );
    assert.equal(new Set(scores).size, scores.length);
    assert.ok(scores.every((score) => score > 0 && score <= 1));
  });

  test("sees a name behind an id", () => {
    assert.ok(looseScore("Base Salary", "Base_S") > 0);
    assert.ok(looseScore("Employee count", "employeeC") > 0);
    assert.equal(looseScore("Base Salary", "--"), 0);
  });
});
