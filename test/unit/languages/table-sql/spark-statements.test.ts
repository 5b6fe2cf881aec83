import assert from "node:assert/strict";
import { applyEdits } from "../../../../src/languages/core/text/text-edit.ts";
import { checkText } from "../../../../src/languages/table-sql/checks/check-text.ts";
import { formatText } from "../../../../src/languages/table-sql/format.ts";
import { createSparkGrammar } from "../../../../src/languages/table-sql/grammar/spark-grammar.ts";
import { lex } from "../../../../src/languages/table-sql/syntax/lexer.ts";
import { parseStatement } from "../../../../src/languages/table-sql/syntax/parse-statement.ts";
import { splitStatements } from "../../../../src/languages/table-sql/syntax/split-statements.ts";
import { sparkStatements } from "./spark-statements.ts";
import { createOptions } from "./workforce-tables.ts";

const grammar = createSparkGrammar();

suite("Right statements of Spark", () => {
  test("have no problem", async () => {
    for (const text of sparkStatements) {
      const problems = await checkText(text, grammar, createOptions());
      assert.deepEqual(
        problems.flatMap(({ code, message }) => (code === "TS601" ? [] : [`${code} ${message}`])),
        [],
        text,
      );
    }
  });

  test("are read to their end, so that all of their names are checked", () => {
    const half = sparkStatements.filter((text) => {
      const [part] = splitStatements(text);
      return part && !parseStatement(part).isWhole;
    });
    assert.deepEqual(half, ["SELECT TRANSFORM(kind) USING 'cat' AS (k) FROM employee_events"]);
  });

  test("keep their tokens when they are laid out, and stay as they are the second time", () => {
    for (const text of sparkStatements) {
      const once = applyEdits(text, formatText(text));
      const tokensOf = (one: string) => lex(one).map((token) => token.text);
      assert.deepEqual(tokensOf(once), tokensOf(text));
      assert.equal(applyEdits(once, formatText(once)), once, text);
    }
  });

  test("are still right when they were laid out", async () => {
    const text = sparkStatements.map((one) => one.replace(/;$/, "")).join(";\n");
    const problems = await checkText(applyEdits(text, formatText(text)), grammar, createOptions());
    assert.deepEqual(
      problems.filter(({ code }) => code !== "TS601"),
      [],
    );
  });
});
