import assert from "node:assert/strict";
import { selectionSpansAt } from "../../../../../src/languages/sql-like/structure/selection-ranges.ts";
import { cursorText } from "../../../../support/cursor-text.ts";

function selections(marked: string): string[] {
  const { part, offset } = cursorText(marked);
  return selectionSpansAt(part, offset).map(({ start, end }) => part.text.slice(start, end));
}

suite("The selection grows", () => {
  test("from a word over its path, call, item and clause to the statement", () => {
    assert.deepEqual(selections('SELECT level(Recruiter.Loc|ation, "x") AS y, z FROM b;'), [
      "Location",
      "Recruiter.Location",
      'level(Recruiter.Location, "x")',
      'level(Recruiter.Location, "x") AS y',
      'SELECT level(Recruiter.Location, "x") AS y, z',
      'SELECT level(Recruiter.Location, "x") AS y, z FROM b',
      'SELECT level(Recruiter.Location, "x") AS y, z FROM b;',
    ]);
  });

  test("from the text in quotes over its condition and brackets to WHERE", () => {
    assert.deepEqual(selections("SELECT a FROM b WHERE (c = 'x |y' OR d = 1) AND e = 2"), [
      "x y",
      "'x y'",
      "c = 'x y'",
      "c = 'x y' OR d = 1",
      "(c = 'x y' OR d = 1)",
      "(c = 'x y' OR d = 1) AND e = 2",
      "WHERE (c = 'x y' OR d = 1) AND e = 2",
      "SELECT a FROM b WHERE (c = 'x y' OR d = 1) AND e = 2",
    ]);
  });

  test("from a comment to what it stands in", () => {
    assert.deepEqual(selections("SELECT a -- o|ne\nFROM b"), ["-- one", "SELECT a -- one\nFROM b"]);
  });
});
