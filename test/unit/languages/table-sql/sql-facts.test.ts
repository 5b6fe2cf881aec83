import assert from "node:assert/strict";
import { summarizeSql } from "../../../../src/languages/table-sql/sql-summary.ts";

suite("What a text of table-source SQL does", () => {
  test("is told with places in the text", () => {
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

  test("counts statements that are refused or not whole", () => {
    assert.equal(summarizeSql("CREATE TABLE x; INSERT INTO").statements.length, 2);
    assert.deepEqual(summarizeSql("").statements, []);
  });
});
