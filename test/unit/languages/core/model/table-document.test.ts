import assert from "node:assert/strict";
import {
  createTableDocumentUri,
  findTableDocumentLine,
  formatTableDocument,
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
    assert.deepEqual(JSON.parse(formatTableDocument(table)), table);
    assert.deepEqual(JSON.parse(formatTableDocument({ objectName: "t", columns: [] })), {
      objectName: "t",
      columns: [],
    });
    assert.equal(createTableDocumentUri("a b/c"), "workforce-table-source:/a%20b%2Fc.json");
  });

  test("has a line for each column", () => {
    const lines = formatTableDocument(table).split("\n");
    for (const { name } of table.columns) {
      assert.match(lines[findTableDocumentLine(table, name.toUpperCase())] ?? "", new RegExp(`"name": "${name}"`));
    }
    assert.equal(findTableDocumentLine(table, undefined), 0);
  });
});
