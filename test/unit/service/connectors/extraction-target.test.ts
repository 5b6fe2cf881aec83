import assert from "node:assert/strict";
import fc from "fast-check";
import { matchesPathPattern } from "../../../../src/service/connectors/extraction-target.ts";

suite("patterns of the setting tables", () => {
  test("have stars for any text within a step", () => {
    for (const [pattern, path, matches] of [
      ["staff.csv", "staff.csv", true],
      ["staff.csv", "staffXcsv", false],
      ["staff-*.csv", "staff-.csv", true],
      ["staff-*.csv", "staff-1\n2.csv", true],
      ["staff-*.csv", "old/staff-1.csv", false],
      ["*/staff-*.csv", "old/staff-1.csv", true],
      ["*", "a/b", false],
      ["ab*ba", "aba", false],
      ["*ab*ab*", "abab", true],
      ["*ab*ab*", "aab", false],
      ["", "", true],
    ] as const) {
      assert.equal(matchesPathPattern(pattern, path), matches, `${pattern} with ${path}`);
    }
  });

  test("match what an expression with a group for each star does", () => {
    const text = (signs: string) => fc.string({ unit: fc.constantFrom(...signs), maxLength: 8 });
    fc.assert(
      fc.property(text("ab/*"), text("ab/"), (pattern, path) => {
        const expression = new RegExp(`^${pattern.replaceAll("*", "[^/]*")}$`);
        assert.equal(matchesPathPattern(pattern, path), expression.test(path));
      }),
      { numRuns: 2000 },
    );
  });

  test("take no longer for many stars", () => {
    const path = "a".repeat(4000);
    assert.equal(matchesPathPattern("*".repeat(9000), path), true);
    assert.equal(matchesPathPattern(`${"*a".repeat(3000)}*`, path), true);
    assert.equal(matchesPathPattern(`${"*a".repeat(3000)}b`, path), false);
  });
});
