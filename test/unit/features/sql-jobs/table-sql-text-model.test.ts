import assert from "node:assert/strict";
import { readSqlStatements } from "../../../../src/client/sql/sql-statement.ts";
import {
  paddedStatement,
  positionInMessage,
  statementTitle,
  tablesWritten,
} from "../../../../src/features/sql-jobs/table-sql-text-model.ts";

suite("texts of table SQL that runs", () => {
  const text = "-- Who is here\nSELECT * FROM t;  DELETE FROM `a b`;\nINSERT INTO T SELECT 1; DELETE FROM t";
  const statements = readSqlStatements(text);

  test("are sent at the line and column where they stand", () => {
    for (const statement of statements) {
      const sent = paddedStatement(text, statement);
      const before = text.slice(0, statement.start).split("\n");
      assert.equal(sent.split("\n").length - statement.text.split("\n").length + 1, before.length);
      assert.ok(sent.endsWith(`${" ".repeat(before.at(-1)?.length ?? 0)}${statement.text}`));
    }
  });

  test("are called by the comment before them, else by what they do", () => {
    assert.deepEqual(
      statements.map((statement, index) => statementTitle(text, statement, index)),
      ["Who is here", "DELETE a b", "INSERT T", "DELETE t"],
    );
  });

  test("name the tables that they write, each once", () => {
    assert.deepEqual(tablesWritten(statements), ["a b", "T"]);
  });

  test("have places in what the service says of them", () => {
    assert.deepEqual(positionInMessage("Action 1: line 3, column 8: no"), { line: 2, character: 7 });
    assert.equal(positionInMessage("no place"), undefined);
  });
});
