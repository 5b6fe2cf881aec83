import assert from "node:assert/strict";
import { checkText } from "../../../../src/languages/table-sql/check-text.ts";
import { engineDifferences } from "../../../../src/languages/table-sql/engine-differences.ts";
import { createOptions } from "./workforce-tables.ts";

async function differencesOf(text: string): Promise<string[]> {
  const problems = await checkText(text, undefined, createOptions());
  return problems.filter(({ code }) => code === "TS601").map(({ start, end }) => text.slice(start, end));
}

suite("Where the embedded engine differs from Spark", () => {
  test("is said of every construct in its place", async () => {
    const cases: readonly (readonly [string, readonly string[]])[] = [
      ["SELECT nvl(name, 'a'), Concat(name, 'b') FROM sites", ["nvl", "Concat"]],
      ["SELECT name <=> 'a' FROM sites", ["<=>"]],
      ["SELECT 7 DIV 2 FROM sites WHERE name RLIKE 'a'", ["DIV", "RLIKE"]],
      ["INSERT OVERWRITE sites SELECT * FROM sites", ["INSERT OVERWRITE"]],
      ["SELECT 1 FROM sites LEFT SEMI JOIN salaries ON true", ["LEFT SEMI"]],
      ["SELECT substring(name, 0, 2), substring(name, 1, 2) FROM sites", ["substring"]],
      ["SELECT name FROM sites ORDER BY name", ["ORDER BY"]],
      ["SELECT name FROM sites ORDER BY name NULLS LAST", []],
      ["SELECT 1 / 2, coalesce(name, 'a'), 'nvl(a)' FROM sites -- nvl(a)", []],
    ];
    for (const [text, expected] of cases) {
      assert.deepEqual(await differencesOf(text), expected, text);
    }
  });

  test("has a row for each construct, with words of its own", () => {
    const constructs = engineDifferences.map(({ construct }) => construct);
    assert.equal(new Set(constructs).size, constructs.length);
    for (const construct of ["concat", "ORDER BY", "CAST", "datediff", "date_format", "get_json_object", "DIV"]) {
      assert.ok(constructs.includes(construct), construct);
    }
    assert.ok(engineDifferences.every(({ difference }) => difference.endsWith(".")));
  });
});
