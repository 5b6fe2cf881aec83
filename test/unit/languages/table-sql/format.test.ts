import assert from "node:assert/strict";
import { applyEdits } from "../../../../src/languages/core/text/span.ts";
import { formatSqlText, unformattedStatements } from "../../../../src/languages/table-sql/format.ts";
import { lexSql } from "../../../../src/languages/table-sql/syntax/lexer.ts";
import { soundStatements } from "./statements.ts";

function format(text: string): string {
  return applyEdits(text, formatSqlText(text));
}

suite("Formatting table-source SQL", () => {
  test("names the statements that it leaves as they are because of an error", () => {
    const text = "select 1; select (2 from t; select '3";
    const spans = unformattedStatements(text).map(({ start, end }) => text.slice(start, end));
    assert.deepEqual(spans, ["select (2 from t;", "select '3"]);
    assert.deepEqual(unformattedStatements(text, { start: 0, end: 4 }), []);
  });

  test("puts every clause on a new line", () => {
    assert.equal(
      format("select a,b  from t where a=1 and b in(1,2) group by a,b order by a desc limit 3"),
      "select a, b\nfrom t\nwhere a = 1 and b in (1, 2)\ngroup by a, b\norder by a desc\nlimit 3",
    );
    assert.equal(
      format("select 1 from a left join b on a.x=b.x union all select 2 from c"),
      "select 1\nfrom a\nleft join b on a.x = b.x\nunion all\nselect 2\nfrom c",
    );
    assert.equal(
      format("insert into t(a) select a from b; delete from t where a is not distinct from 1"),
      "insert into t(a)\nselect a\nfrom b;\ndelete from t\nwhere a is not distinct from 1",
    );
    assert.equal(
      format("merge into t using s on t.a=s.a when matched then update set * when not matched then insert *"),
      "merge into t\nusing s\non t.a = s.a\nwhen matched then update set *\nwhen not matched then insert *",
    );
  });

  test("breaks long lists at commas, conditions at AND and OR, and CASE at its branches", () => {
    const long = "a_rather_long_name_of_a_column";
    assert.equal(
      format(`SELECT ${long}1, ${long}2, ${long}3, ${long}4 FROM t`),
      `SELECT\n  ${long}1,\n  ${long}2,\n  ${long}3,\n  ${long}4\nFROM t`,
    );
    assert.equal(
      format(`SELECT 1 FROM t WHERE ${long} BETWEEN 1 AND 2 AND ${long} = 'x' OR ${long} IS NULL`),
      `SELECT 1\nFROM t\nWHERE ${long} BETWEEN 1 AND 2\n  AND ${long} = 'x'\n  OR ${long} IS NULL`,
    );
    assert.equal(
      format(`SELECT CASE WHEN ${long} = 1 THEN ${long} WHEN ${long} = 2 THEN 0 ELSE ${long} END AS x FROM t`),
      `SELECT CASE\n  WHEN ${long} = 1 THEN ${long}\n  WHEN ${long} = 2 THEN 0\n  ELSE ${long}\nEND AS x\nFROM t`,
    );
  });

  test("keeps a short subquery in its line and puts a long one on separate lines", () => {
    assert.equal(
      format("SELECT a FROM t WHERE b IN (SELECT b FROM c)"),
      "SELECT a\nFROM t\nWHERE b IN (SELECT b FROM c)",
    );
    assert.equal(
      format(
        "WITH recent AS (SELECT person_key, max(event_time) AS last FROM employee_events GROUP BY person_key) SELECT 1 FROM recent",
      ),
      "WITH recent AS (\n  SELECT person_key, max(event_time) AS last\n  FROM employee_events\n  GROUP BY person_key\n)\nSELECT 1\nFROM recent",
    );
  });

  test("keeps comments next to their neighbours", () => {
    assert.equal(
      format(
        "-- about all\n\n\n\nselect a -- about a\n, b /* about b */ from t -- about t\n-- about the condition\nwhere a",
      ),
      "-- about all\n\nselect a -- about a\n  , b /* about b */\nfrom t -- about t\n-- about the condition\nwhere a",
    );
    assert.equal(format("select 1; -- after\n\n\nselect 2"), "select 1; -- after\n\nselect 2");
  });

  test("writes no spaces after prefix operators, or within types and member access", () => {
    assert.equal(
      format("select - 1, a - -1, a - - 1, b :: int, cast(c as array < struct<x : int>>) from t"),
      "select -1, a - -1, a - -1, b::int, cast(c as array<struct<x: int>>)\nfrom t",
    );
    assert.equal(
      format("select d [ 0 ] . e, transform(f, x->x+1), f (g), h . * from t"),
      "select d[0].e, transform(f, x -> x + 1), f (g), h.*\nfrom t",
    );
  });

  test("formats the statements that intersect a range", () => {
    const text = "select  1;\nselect  2;\nselect  3";
    const start = text.indexOf("2");
    assert.equal(applyEdits(text, formatSqlText(text, { start, end: start })), "select  1;\nselect 2;\nselect  3");
  });

  test("preserves line ends, and does not change statements with unclosed tokens", () => {
    assert.equal(format("select a\r\n  from   t"), "select a\r\nfrom t");
    for (const text of ["select  (a from t", "select  'a from t", "select  a) from t", "select /* a"]) {
      assert.equal(format(text), text);
    }
    assert.equal(format("select  (a from t; select  b"), "select  (a from t;\nselect b");
    assert.equal(format(""), "");
  });

  test("preserves all tokens, and changes nothing the second time", () => {
    for (const text of [...soundStatements, soundStatements.join(";\n\n-- next\n"), soundStatements.join(";")]) {
      const formatted = format(text);
      assert.deepEqual(
        lexSql(formatted).map((token) => token.text),
        lexSql(text).map((token) => token.text),
      );
      assert.equal(format(formatted), formatted, text);
    }
  });
});
