import assert from "node:assert/strict";
import { applyEdits } from "../../../../src/languages/core/text/span.ts";
import { checkSqlText } from "../../../../src/languages/table-sql/checks/check-text.ts";
import { formatSqlText } from "../../../../src/languages/table-sql/format.ts";
import { createSparkGrammar } from "../../../../src/languages/table-sql/grammar/spark-grammar.ts";
import { lexSql } from "../../../../src/languages/table-sql/syntax/lexer.ts";
import { parseSqlStatement } from "../../../../src/languages/table-sql/syntax/parse-statement.ts";
import { splitSqlStatements } from "../../../../src/languages/table-sql/syntax/split-statements.ts";
import { sparkStatements } from "./spark-statements.ts";
import { createOptions } from "./workforce-tables.ts";

const grammar = createSparkGrammar();

suite("Correct statements of Spark", () => {
  test("have no problems", async () => {
    for (const text of sparkStatements) {
      const problems = await checkSqlText(text, grammar, createOptions());
      assert.deepEqual(
        problems.flatMap(({ code, message }) => (code === "TS601" ? [] : [`${code} ${message}`])),
        [],
        text,
      );
    }
  });

  test("are parsed completely, so that all of their names are checked", () => {
    const incomplete = sparkStatements.filter((text) => {
      const [part] = splitSqlStatements(text);
      return part && !parseSqlStatement(part).isComplete;
    });
    assert.deepEqual(incomplete, ["SELECT TRANSFORM(kind) USING 'cat' AS (k) FROM employee_events"]);
  });

  test("keep their tokens when formatted, and are unchanged the second time", () => {
    for (const text of sparkStatements) {
      const once = applyEdits(text, formatSqlText(text));
      const tokensOf = (one: string) => lexSql(one).map((token) => token.text);
      assert.deepEqual(tokensOf(once), tokensOf(text));
      assert.equal(applyEdits(once, formatSqlText(once)), once, text);
    }
  });

  test("are still correct after formatting", async () => {
    const text = sparkStatements.map((one) => one.replace(/;$/, "")).join(";\n");
    const problems = await checkSqlText(applyEdits(text, formatSqlText(text)), grammar, createOptions());
    assert.deepEqual(
      problems.filter(({ code }) => code !== "TS601"),
      [],
    );
  });
});
