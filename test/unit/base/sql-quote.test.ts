import assert from "node:assert/strict";
import { quoteName, quoteSparkName, quoteText } from "../../../src/base/sql-quote.ts";
import { Database } from "../../../src/duckdb/database.ts";
import { lexSql, unquotedNameOf } from "../../../src/languages/table-sql/syntax/lexer.ts";

const texts = [
  "plain",
  "",
  "it's",
  "''",
  "'; DROP TABLE t; --",
  'a "b"',
  '"',
  "a `b`",
  "``",
  "a\\",
  "line\nend",
  "日本 €",
];

suite("Quoting in SQL", () => {
  test("gives DuckDB the text and the name that were meant", async () => {
    const database = await Database.open(":memory:", { threads: 1 });
    try {
      for (const text of texts) {
        const name = text || "n";
        const rows = await database.use((connection) =>
          connection.rows(`SELECT x AS value FROM (SELECT ${quoteText(text)} AS ${quoteName(name)}) AS t(x)`),
        );
        assert.deepEqual(rows, [{ value: text }]);
        const named = await database.use((connection) => connection.rows(`SELECT 1 AS ${quoteName(name)}`));
        assert.deepEqual(Object.keys(named[0] ?? {}), [name]);
      }
    } finally {
      database.close();
    }
  });

  test("gives Spark's lexer one name that is the one that was meant", () => {
    for (const text of texts) {
      const [token, end] = lexSql(quoteSparkName(text));
      assert.deepEqual([token && unquotedNameOf(token), end?.kind], [text, "end"]);
    }
  });
});
