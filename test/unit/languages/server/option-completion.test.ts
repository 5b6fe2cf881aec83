import assert from "node:assert/strict";
import { TextDocument } from "vscode-languageserver-textdocument";
import { completeOptions } from "../../../../src/languages/server/completion.ts";
import { QueryDocument } from "../../../../src/languages/sql-like/syntax/query-document.ts";

/** Completes at the cursor, which is `|`. */
function completeAt(marked: string) {
  const offset = marked.indexOf("|");
  const document = TextDocument.create("file:///query.sqllike", "workforce-sqllike", 1, marked.replace("|", ""));
  const { part, start } = QueryDocument.create(document.getText()).statementAt(offset);
  const list = completeOptions({ document, part, start, offset: offset - start });
  return { document, items: list?.items };
}

suite("Completing options in an editor", () => {
  test("replaces what is written, in the second statement of a file too", () => {
    const { document, items } = completeAt('SELECT a FROM b;\n-- listQueryOptions: {"rec|"}\nSELECT c FROM d');
    const item = items?.find(({ label }) => label === "recordMode");
    assert.ok(item?.textEdit && "range" in item.textEdit);
    assert.equal(item.filterText, '"recordMode');
    assert.equal(
      TextDocument.applyEdits(document, [item.textEdit]),
      'SELECT a FROM b;\n-- listQueryOptions: {"recordMode": "NORMAL"}\nSELECT c FROM d',
    );
  });

  test("begins with the options of the kind of the query", () => {
    const labels = (marked: string) => completeAt(marked).items?.map(({ label }) => label);
    assert.deepEqual(labels("-- |\nSELECT exitCount() FROM Employee_Exit"), [
      "aggregateQueryOptions",
      "listQueryOptions",
    ]);
    assert.deepEqual(labels("-- |\nSELECT Age FROM Employee"), ["listQueryOptions", "aggregateQueryOptions"]);
  });

  test("leaves every other place to the language", () => {
    assert.equal(completeAt("-- a note|\nSELECT c FROM d").items, undefined);
    assert.equal(completeAt("SELECT | FROM d").items, undefined);
  });
});
