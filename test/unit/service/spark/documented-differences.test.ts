import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { sparkFunctions } from "../../../../src/languages/table-sql/functions/functions.ts";
import type {
  FunctionImplementations,
  ScalarTranslator,
} from "../../../../src/service/engine/spark/functions/function-call.ts";
import { findFunction } from "../../../../src/service/engine/spark/functions/function-table.ts";
import { translateSparkSql } from "../../../../src/service/engine/spark/translate.ts";
import { SparkSqlError } from "../../../../src/service/engine/spark/types/spark-sql-error.ts";
import { readAnswers } from "./spark-answers.ts";

const refused = sparkFunctions.flatMap(({ name, engine }) =>
  typeof engine === "object" ? [[name, engine.refused]] : [],
);
const page = readFileSync("docs/spark-differences.md", "utf8");

suite("the page on differences from Spark", () => {
  test("lists the refused functions with their reasons", () => {
    const listed = [...page.matchAll(/^\| `(\w+)` \| (.+) \|$/gm)].map(([, name, reason]) => [name, reason]);
    assert.deepEqual(listed, refused);
    assert.ok(refused.length > 40);
  });

  test("covers every function, because a function that only the engine has does not compile", () => {
    const upper: ScalarTranslator = () => ({ sql: "upper('a')", type: { kind: "string" } });
    // @ts-expect-error The language's table has no function of this name.
    const unknown = { no_such_function: upper } satisfies FunctionImplementations<ScalarTranslator>;
    assert.equal(findFunction(Object.keys(unknown)[0] ?? ""), undefined);
  });

  test("does not list functions that are supported", () => {
    for (const [name = ""] of refused) {
      assert.equal(findFunction(name)?.kind, "refused", name);
    }
  });

  test("names the construct of each refused statement in the fixture", () => {
    for (const { statement } of readAnswers().get("refused") ?? []) {
      const words = statement.match(/\w+/g)?.filter((word) => page.toLowerCase().includes(word.toLowerCase())) ?? [];
      assert.ok(words.length > 1, statement);
      assert.throws(() => translateSparkSql(statement, { tables }), SparkSqlError, statement);
    }
  });
});

const tables = [
  { name: "fact", columns: ["g", "k", "v"].map((name) => ({ name, type: name === "g" ? "string" : "int" })) },
  {
    name: "person",
    columns: [
      { name: "id", type: "int" },
      { name: "hired", type: "date" },
    ],
  },
];
