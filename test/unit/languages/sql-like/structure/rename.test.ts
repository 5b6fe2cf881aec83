import assert from "node:assert/strict";
import { applyEdits } from "../../../../../src/languages/core/text/span.ts";
import { prepareRename, renameLabelAt } from "../../../../../src/languages/sql-like/structure/rename.ts";
import { cursorText } from "../../../../support/cursor-text.ts";

/** The text after the rename, or why there is none. */
function rename(marked: string, newName: string): string {
  const { part, offset } = cursorText(marked);
  const renamed = renameLabelAt(part, offset, newName);
  return renamed.kind === "edits" ? applyEdits(part.text, renamed.edits) : renamed.reason;
}

suite("Renaming a label", () => {
  const cases: readonly (readonly [title: string, marked: string, newName: string, text: string])[] = [
    ["replaces it", "SELECT a AS O|ne FROM b", "Two", "SELECT a AS Two FROM b"],
    ["adds quotes where they are needed", "SELECT a AS |One FROM b", 'My "One"', 'SELECT a AS "My ""One""" FROM b'],
    ["adds quotes around a word of the language", "SELECT a AS One| FROM b", "From", 'SELECT a AS "From" FROM b'],
    ["keeps the quotes that it has", "SELECT a AS 'O|ne' FROM b", "O'Neil", "SELECT a AS 'O''Neil' FROM b"],
    ["takes a new name in quotes", "SELECT a AS |One FROM b", '"Two words"', 'SELECT a AS "Two words" FROM b'],
    [
      "quotes a word that begins a clause of SQL when AS is missing",
      "SELECT a O|ne FROM b",
      "Order",
      'SELECT a "Order" FROM b',
    ],
    [
      "goes along to what refers to it",
      'SELECT a AS One FROM b ORDER BY "O|ne"',
      "Two",
      "SELECT a AS Two FROM b ORDER BY Two",
    ],
    ["is refused for an empty name", "SELECT a AS |One FROM b", " ", "A label is some text on one line."],
    ["is refused for a name over two lines", "SELECT a AS |One FROM b", "a\nb", "A label is some text on one line."],
    [
      "is refused for the label of another column",
      "SELECT a AS |One, b AS Two FROM c",
      "Two",
      "Another column of this query has the label `Two` already.",
    ],
    [
      "is refused for a metric",
      "SELECT hea|ds() FROM c",
      "Two",
      "Only labels can be renamed: this is a metric of the business model. Give the column a label with AS instead.",
    ],
  ];
  for (const [title, marked, newName, text] of cases) {
    test(title, () => {
      assert.equal(rename(marked, newName), text);
    });
  }

  test("offers the label without its quotes", () => {
    const { part, offset } = cursorText('SELECT a AS "O|ne" FROM b');
    assert.deepEqual(prepareRename(part, offset), { kind: "label", span: { start: 12, end: 17 }, value: "One" });
  });

  test("says where the cursor belongs when it is on nothing that has a name", () => {
    const { part, offset } = cursorText("SEL|ECT a FROM b");
    assert.deepEqual(prepareRename(part, offset), {
      kind: "refusal",
      reason: "Only labels can be renamed: put the cursor on a name after AS.",
    });
  });
});
