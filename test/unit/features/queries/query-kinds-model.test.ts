import assert from "node:assert/strict";
import { QueryKindCache } from "../../../../src/features/queries/query-kinds-model.ts";
import { statementsOf } from "../../../../src/features/queries/query-text-model.ts";
import { readStatements } from "../../../../src/languages/sql-like/structure/code-lenses.ts";

suite("The kinds of queries", () => {
  test("are known by their texts, wherever they stand next", async () => {
    const kinds = new QueryKindCache();
    const asked: string[] = [];
    const readMissing = (text: string) =>
      kinds.readMissing(statementsOf(text), async (unknown) => {
        asked.push(unknown);
        return readStatements(unknown, false);
      });
    const text = "SELECT a() FROM b; garbage; -- c\nSELECT c FROM d WHERE e = 'open; SELECT 1 /* no end";
    assert.equal(await readMissing(text), true);
    const moved = "SELECT c FROM d;\nSELECT a() FROM b;\ngarbage;\nSELECT a() FROM b";
    assert.deepEqual(
      statementsOf(moved).map((statement) => kinds.find(statement)),
      [undefined, "aggregate", "none", "aggregate"],
    );
    assert.equal(await readMissing(moved), true);
    assert.equal(asked[1], "SELECT c FROM d;\n");
    assert.equal(await readMissing(moved), false);
    assert.deepEqual(
      statementsOf(moved).map((statement) => kinds.find(statement)),
      ["list", "aggregate", "none", "aggregate"],
    );
  });
});
