import assert from "node:assert/strict";
import { foldingRangesOf } from "../../../../../src/languages/sql-like/structure/folding.ts";
import { cursorText } from "../../../../support/cursor-text.ts";

/** The first and last line of each fold, from 1. */
function folds(text: string): string[] {
  const { part } = cursorText(text);
  const lineOf = (offset: number) => part.text.slice(0, offset).split("\n").length;
  return foldingRangesOf(part).map(({ kind, start, end }) => `${kind} ${lineOf(start)}-${lineOf(end)}`);
}

suite("Folding", () => {
  test("takes statements, clauses and lists over several lines", () => {
    const text = 'SELECT\n  a,\n  b\nFROM c\nWHERE d IN (\n  "e",\n  "f"\n)\n  AND g = 1';
    assert.deepEqual(folds(text), ["code 1-9", "code 1-3", "code 5-9", "code 5-8"]);
  });

  test("has nothing to fold on one line", () => {
    assert.deepEqual(folds("SELECT a FROM b WHERE (c = 1)"), []);
  });

  test("takes comment lines that follow each other as one, and long comments", () => {
    assert.deepEqual(folds("-- one\n-- two\n\n-- three\nSELECT a /* four\n five */ FROM b"), [
      "comment 1-2",
      "code 5-6",
      "code 5-6".replace("code", "comment"),
    ]);
  });
});
