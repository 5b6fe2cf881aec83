import assert from "node:assert/strict";
import { quoteSparkName } from "../../../../src/base/sql-quote.ts";
import { maskCommentsAndStrings, readSqlStatements, sqlStatementAt } from "../../../../src/client/sql/sql-statement.ts";

const kinds = (text: string) => readSqlStatements(text).map(({ verb, target }) => [verb, target]);

suite("statements of table-source SQL", () => {
  test("are parted at semicolons outside strings, names and comments", () => {
    const text = "-- one; two\nSELECT ';', `a;b` FROM t; /* ; */ DELETE FROM t WHERE a = 'it''s; \\'; ' ;\n;-- end";
    assert.deepEqual(
      readSqlStatements(text).map((statement) => statement.text),
      ["SELECT ';', `a;b` FROM t", "DELETE FROM t WHERE a = 'it''s; \\'; '"],
    );
  });

  test("keep their places in the text", () => {
    const text = "SELECT 1;\n\n  UPDATE t SET a = 2;";
    for (const { start, end, text: own } of readSqlStatements(text)) {
      assert.equal(text.slice(start, end), own);
    }
  });

  test("say what they write, however that is written", () => {
    assert.deepEqual(kinds("insert into t(a) values (1)"), [["insert", "t"]]);
    assert.deepEqual(kinds("INSERT OVERWRITE TABLE `my t` SELECT 1"), [["insert", "my t"]]);
    assert.deepEqual(kinds("INSERT INTO db.`a``b` SELECT 1"), [["insert", "a`b"]]);
    assert.deepEqual(kinds("UPDATE t AS x SET a = 1"), [["update", "t"]]);
    assert.deepEqual(kinds("DELETE /* all */ FROM t"), [["delete", "t"]]);
    assert.deepEqual(kinds("MERGE INTO t USING s ON t.a = s.a WHEN MATCHED THEN DELETE"), [["merge", "t"]]);
    assert.deepEqual(kinds("WITH s AS (SELECT 'INSERT INTO x') INSERT INTO t SELECT * FROM s"), [["insert", "t"]]);
    assert.deepEqual(kinds("FROM s INSERT INTO t SELECT a"), [["insert", "t"]]);
  });

  test("that only read write nothing", () => {
    const texts = [
      "SELECT 'DELETE FROM t'",
      "WITH a AS (SELECT 1) SELECT * FROM a",
      "VALUES (1)",
      "(SELECT 1)",
      "FROM t SELECT a",
    ];
    assert.deepEqual(
      texts.flatMap((text) => kinds(text)),
      texts.map(() => ["query", undefined]),
    );
  });

  test("of another kind are told from both", () => {
    assert.deepEqual(kinds("DROP TABLE t"), [["other", undefined]]);
    assert.equal(readSqlStatements("INSERT OVERWRITE t SELECT 1")[0]?.isOverwrite, true);
  });

  test("are found by a place, that before it between two", () => {
    const statements = readSqlStatements("SELECT 1;  SELECT 2");
    assert.equal(sqlStatementAt(statements, 10)?.text, "SELECT 1");
    assert.equal(sqlStatementAt(statements, 12)?.text, "SELECT 2");
    assert.equal(sqlStatementAt([], 3), undefined);
  });

  test("are masked without moving anything, and names are quoted", () => {
    const text = "SELECT 'a', r'\\', `b` -- c\nFROM t";
    assert.equal(maskCommentsAndStrings(text).length, text.length);
    assert.doesNotMatch(maskCommentsAndStrings(text), /['`\\]|--/);
    assert.equal(quoteSparkName("a`b"), "`a``b`");
  });
});
