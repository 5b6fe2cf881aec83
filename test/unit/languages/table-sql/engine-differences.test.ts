import assert from "node:assert/strict";
import { checkSqlText } from "../../../../src/languages/table-sql/checks/check-text.ts";
import { engineDifferences } from "../../../../src/languages/table-sql/checks/engine-differences.ts";
import { sparkFunctions } from "../../../../src/languages/table-sql/functions/functions.ts";
import { translateSparkSql } from "../../../../src/service/engine/spark/translate.ts";
import { SparkSqlError } from "../../../../src/service/engine/spark/types/spark-sql-error.ts";
import { createOptions } from "./workforce-tables.ts";

/** A statement for each construct that is not just a function. */
const examples: Readonly<Record<string, string>> = {
  TABLESAMPLE: "SELECT g FROM facts TABLESAMPLE (10 PERCENT)",
  "VERSION AS OF": "SELECT g FROM facts VERSION AS OF 3",
  "TIMESTAMP AS OF": "SELECT g FROM facts TIMESTAMP AS OF '2024-01-01'",
  "SYSTEM_VERSION AS OF": "SELECT g FROM facts FOR SYSTEM_VERSION AS OF 3",
  "SYSTEM_TIME AS OF": "SELECT g FROM facts FOR SYSTEM_TIME AS OF '2024-01-01'",
  "INSERT with PARTITION": "INSERT INTO facts PARTITION (g = 'a') SELECT 1, 2.0, array(1)",
  "INSERT with REPLACE WHERE": "INSERT INTO facts REPLACE WHERE g = 'a' SELECT 'a', 1, 2.0, array(1)",
  "INSERT OVERWRITE DIRECTORY": "INSERT OVERWRITE DIRECTORY 'a' USING csv SELECT g FROM facts",
  "INSERT OVERWRITE LOCAL DIRECTORY": "INSERT OVERWRITE LOCAL DIRECTORY 'a' USING csv SELECT g FROM facts",
  "FROM with several INSERTs": "FROM facts INSERT INTO facts SELECT * INSERT INTO other SELECT g, k",
  "PIVOT by several columns": "SELECT * FROM facts PIVOT (sum(v) FOR (g, k) IN (('a', 1) AS a))",
  "UNPIVOT into several columns": "SELECT * FROM facts UNPIVOT ((x, y) FOR n IN ((k, v) AS a))",
  "WITHIN GROUP in descending order":
    "SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY abs(v) DESC) FROM facts ORDER BY 1 DESC",
  "rand with a seed": "SELECT rand(3) FROM facts",
  "random with a seed": "SELECT random(3) FROM facts",
  "array_sort with a lambda": "SELECT array_sort(tags, (a, b) -> a - b) FROM facts",
  "options of from_json": "SELECT from_json(g, 'a int', map('mode', 'FAILFAST')) FROM facts",
  "options of to_json": "SELECT to_json(named_struct('a', k), map('a', 'b')) FROM facts",
  approx_count_distinct: "SELECT approx_count_distinct(k) FROM facts",
  approx_percentile: "SELECT approx_percentile(v, 0.5) FROM facts",
  percentile_approx: "SELECT percentile_approx(v, 0.5) FROM facts",
  unbase64: "SELECT unbase64(g) FROM facts",
};

const supported = [
  "SELECT nvl(g, 'a') <=> 'b', concat(g, 'b'), 7 DIV k, g RLIKE 'a', size(tags) FROM facts ORDER BY g",
  "SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY v), rand(), to_json(named_struct('a', k)) FROM facts ORDER BY 1 DESC",
  "SELECT array_sort(tags), from_json(g, 'a int'), 'hash(a)' FROM facts -- hash(a)",
  "SELECT sum(v) OVER (PARTITION BY (g) ORDER BY k DESC) FROM facts",
  "SELECT * FROM facts PIVOT (sum(v) FOR g IN ('a'))",
  "SELECT * FROM facts UNPIVOT (x FOR n IN (k, v))",
  "FROM facts INSERT INTO facts SELECT g, k, v, tags WHERE k > 1",
  "SELECT g FROM facts WHERE g LIKE ('a%') OR g NOT ILIKE ('b%')",
];

const columns = [
  { name: "g", type: "string" },
  { name: "k", type: "int" },
  { name: "v", type: "double" },
  { name: "tags", type: "array<int>" },
];

/** Returns the message with which the embedded engine refuses a statement, or undefined. */
function refusalOf(statement: string): string | undefined {
  try {
    translateSparkSql(statement, { tables: [{ name: "facts", columns }] });
    return undefined;
  } catch (error) {
    assert.ok(error instanceof SparkSqlError, statement);
    return error.message;
  }
}

async function differencesOf(text: string): Promise<string[]> {
  const problems = await checkSqlText(text, undefined, createOptions());
  return problems.filter(({ code }) => code === "TS601").map(({ message }) => message);
}

suite("Where the embedded engine differs from Spark", () => {
  test("is reported for every construct, once", async () => {
    for (const { construct, difference } of engineDifferences) {
      const text = examples[construct] ?? `SELECT ${construct}(g) FROM facts`;
      assert.deepEqual(await differencesOf(text), [`On the embedded DuckDB: ${difference}`], text);
    }
  }).timeout(20_000);

  test("is not reported for statements that run as in Spark", async () => {
    for (const text of supported) {
      assert.equal(refusalOf(text), undefined, text);
      assert.deepEqual(await differencesOf(text), [], text);
    }
  });

  test("underlines the construct", async () => {
    const text = examples["WITHIN GROUP in descending order"] ?? "";
    const [problem] = (await checkSqlText(text, undefined, createOptions())).filter(({ code }) => code === "TS601");
    assert.equal(text.slice(problem?.start, problem?.end), "WITHIN GROUP (ORDER BY abs(v) DESC");
    const several = examples["FROM with several INSERTs"] ?? "";
    const [second] = (await checkSqlText(several, undefined, createOptions())).filter(({ code }) => code === "TS601");
    assert.equal(several.slice(second?.start, second?.end), "other");
  });

  test("is a refusal by the engine, unless it is a different result", () => {
    for (const { construct, difference } of engineDifferences) {
      const isRefused = refusalOf(examples[construct] ?? `SELECT ${construct}(g) FROM facts`) !== undefined;
      assert.equal(isRefused, difference.includes(" is refused"), construct);
    }
  });

  test("includes the functions that the engine refuses, with their reasons, and those that it does not know", () => {
    const without = / is not (known to|available in) the embedded engine/;
    for (const { name, engine } of sparkFunctions) {
      if (typeof engine === "object") {
        assert.ok(refusalOf(`SELECT ${name}(g) FROM facts`)?.includes(engine.refused), name);
      }
      const isMissing =
        without.test(refusalOf(`SELECT ${name}()`) ?? "") &&
        without.test(refusalOf(`SELECT ${name}(1)`) ?? "") &&
        refusalOf(`SELECT * FROM ${name}(1)`) !== undefined;
      const isListed = engine === "unknown" || typeof engine === "object";
      assert.equal(isMissing, isListed, name);
    }
    assert.ok(sparkFunctions.filter(({ engine }) => engine === "unknown").length > 50);
  });

  test("has a row for each construct", () => {
    const constructs = engineDifferences.map(({ construct }) => construct);
    assert.equal(new Set(constructs).size, constructs.length);
    assert.deepEqual(
      Object.keys(examples).filter((construct) => !constructs.includes(construct)),
      [],
    );
  });
});
