import assert from "node:assert/strict";
import { type Connection, Database } from "../../../../src/duckdb/database.ts";
import { translateSparkSql } from "../../../../src/service/engine/spark/translate.ts";
import { SparkSqlError } from "../../../../src/service/engine/spark/types/spark-sql-error.ts";
import type { SparkScope, TranslatedQuery } from "../../../../src/service/engine/spark/types/translated-statement.ts";
import { createTables, isOrdered, readAnswers, readRows, type SparkAnswer } from "./spark-answers.ts";

suite("results of the embedded engine compared with Spark 3.5", () => {
  let database: Database;
  let connection: Connection;
  let scope: SparkScope;

  suiteSetup(async () => {
    database = await Database.open(":memory:");
    connection = await database.connect();
    scope = await createTables(connection);
  });

  suiteTeardown(() => {
    connection.close();
    database.close();
  });

  const answers = readAnswers();

  for (const [topic, recorded] of answers) {
    if (topic !== "refused") {
      test(`are the same for the statements about ${topic}`, async () => {
        for (const answer of recorded) {
          await compare(answer);
        }
      });
    }
  }

  test("are errors that name the construct for the documented differences", () => {
    for (const { statement } of answers.get("refused") ?? []) {
      const construct =
        /\b(hash|soundex|crc32|conv|skewness|mask|luhn_check|to_char|difference|array_sort|TABLESAMPLE|max|regexp_replace|rand|schema_of_json|split|sort_array|ORDER BY)\b/;
      assert.throws(
        () => translateSparkSql(statement, scope),
        (error) => error instanceof SparkSqlError && construct.test(error.message),
        statement,
      );
    }
  });

  test("are recorded for at least two hundred statements, of which fewer than a tenth are refused", () => {
    const refused = answers.get("refused")?.length ?? 0;
    const all = [...answers.values()].flat().length;
    assert.ok(all - refused >= 200, `${all - refused} statements`);
    assert.ok(refused / all < 0.1, `${refused} of ${all} refused`);
  });

  async function compare(answer: SparkAnswer): Promise<void> {
    const { statement } = answer;
    assert.equal(answer.error, undefined, `Spark failed at ${statement}`);
    const translated = translateSparkSql(statement, scope) as TranslatedQuery;
    const columns = translated.columns.map(({ name, type }) => [name, type]);
    assert.deepEqual(columns, answer.columns, statement);
    const rows = await readRows(connection, translated.sql);
    const expected = answer.rows ?? [];
    if (isOrdered(statement)) {
      assert.deepEqual(rows, expected, statement);
    } else {
      assert.deepEqual(sorted(rows), sorted(expected), statement);
    }
  }
});

function sorted(rows: readonly unknown[]): string[] {
  return rows.map((row) => JSON.stringify(row)).sort();
}
