import assert from "node:assert/strict";
import {
  printTableDocument,
  tableDocumentLine,
  tableDocumentUri,
} from "../../../../../src/languages/core/model/table-document.ts";

const table = {
  objectName: "sites",
  displayName: 'The "sites"',
  columns: [
    { name: "site_id", type: "INTEGER", isPrimaryTimestamp: false },
    { name: "opened", type: "DATE", isPrimaryTimestamp: true },
  ],
};

suite("The document of a table source", () => {
  test("is the definition as JSON, and its address names the table", () => {
    assert.deepEqual(JSON.parse(printTableDocument(table)), table);
    assert.deepEqual(JSON.parse(printTableDocument({ objectName: "t", columns: [] })), {
      objectName: "t",
      columns: [],
    });
    assert.equal(tableDocumentUri("a b/c"), "workforce-table-source:/a%20b%2Fc.json");
  });

  test("has a line for each column", () => {
    const lines = printTableDocument(table).split("\n");
    for (const { name } of table.columns) {
      assert.match(lines[tableDocumentLine(table, name.toUpperCase())] ?? "", new RegExp(`"name": "${name}"`));
    }
    assert.equal(tableDocumentLine(table, undefined), 0);
  });
});
