import assert from "node:assert/strict";
import { applyEdits } from "../../../../../src/languages/core/text/span.ts";
import { createIndentEdits } from "../../../../../src/languages/sql-like/format/indent.ts";
import { cursorText } from "../../../../support/cursor-text.ts";

/** The line of the cursor once it is indented. */
function indentedLine(marked: string): string | undefined {
  const { part, offset } = cursorText(marked);
  const line = part.text.slice(0, offset).split("\n").length - 1;
  return applyEdits(part.text, createIndentEdits(part, offset)).split("\n")[line];
}

suite("A new line", () => {
  const cases: readonly (readonly [title: string, marked: string, line: string])[] = [
    ["moves right behind SELECT", "SELECT\n|a", "  a"],
    ["moves right for the next item", "SELECT a,\n|", "  "],
    ["moves right for AND", "SELECT a\nFROM b\nWHERE c = 1\n|AND d = 2", "  AND d = 2"],
    ["moves right in brackets, one level for each", "SELECT a\nFROM b\nWHERE c IN (\n|", "    "],
    ["moves back for the bracket that closes", "SELECT level(\n  a, 'b'\n      |) FROM b", "  ) FROM b"],
    ["starts at the margin for a clause", "SELECT a\n    |FROM b", "FROM b"],
    ["starts at the margin behind the object of FROM", "SELECT a\nFROM b\n  |", ""],
    ["moves right for the object of FROM", "SELECT a\nFROM\n|b", "  b"],
    ["starts at the margin behind a statement", "SELECT a\nFROM b;\n   |", ""],
    ["stays where it is inside a comment", "SELECT a /* one\n       |two */", "       two */"],
    ["ignores brackets in quotes and comments", "SELECT '((', -- (\n|", "  "],
  ];
  for (const [title, marked, line] of cases) {
    test(title, () => {
      assert.equal(indentedLine(marked), line);
    });
  }
});
