import assert from "node:assert/strict";
import { readSqlFacts } from "../../../../src/languages/table-sql/sql-facts.ts";

suite("What a text of table-source SQL does", () => {
  test("is told with places in the text", () => {
    const text = "-- first\nDELETE FROM a;\n ; MERGE INTO db.`b c` USING x ON true WHEN MATCHED THEN DELETE ; SELECT 1";
    const { statements, written } = readSqlFacts(text);
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
    assert.equal(readSqlFacts("CREATE TABLE x; INSERT INTO").statements.length, 2);
    assert.deepEqual(readSqlFacts("").statements, []);
  });
});
