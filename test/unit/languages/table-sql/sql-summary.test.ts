import assert from "node:assert/strict";
import { summarizeSql } from "../../../../src/languages/table-sql/sql-summary.ts";

suite("The summary of a text of table-source SQL", () => {
  test("has the spans of statements and written tables", () => {
    const text = "-- first\nDELETE FROM a;\n ; MERGE INTO db.`b c` USING x ON true WHEN MATCHED THEN DELETE ; SELECT 1";
    const { statements, written } = summarizeSql(text);
    assert.deepEqual(
      statements.map(({ start, end }) => text.slice(start, end)),
      ["DELETE FROM a", "MERGE INTO db.`b c` USING x ON true WHEN MATCHED THEN DELETE", "SELECT 1"],
    );
    assert.deepEqual(
      written.map(({ name, start, end }) => [name, text.slice(start, end)]),
      [
        ["a", "a"],
        ["b c", "`b c`"],
      ],
    );
  });

  test("includes statements that are refused or incomplete", () => {
    assert.equal(summarizeSql("CREATE TABLE x; INSERT INTO").statements.length, 2);
    assert.deepEqual(summarizeSql("").statements, []);
  });
});
