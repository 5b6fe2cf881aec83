import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Database } from "../../../../src/duckdb/database.ts";
import { translateSparkSql } from "../../../../src/service/engine/spark/translate.ts";
import { checkAllowedRelations, sqlTextsOf } from "../../../../src/service/table-data/sandbox.ts";
import type { TableSession } from "../../../../src/service/table-data/table-data.ts";
import { insert, merge, query, remove, StoredTables, tableOf, update } from "../../../support/stored-tables.ts";
import { createTables, readAnswers } from "../spark/spark-answers.ts";

suite("what SQL on table sources reaches", () => {
  let tables: StoredTables;
  let secretFile: string;
  setup(async () => {
    tables = await StoredTables.open();
    secretFile = join(tables.folder, "secret.csv");
    await writeFile(secretFile, "id\n1\n");
    await writeFile(join(tables.folder, "files", "of-another.csv"), "id\n1\n");
    const other = tableOf("other", "id INTEGER", { table: { source: "uuid-other", tenant: "WFF_b" } });
    await tables.data.lock("of another", [other]);
    await tables.data.lock("writer", [badge]);
  });
  teardown(() => tables.close());

  const badge = tableOf("badge", "id INTEGER");
  const reading = (work: (session: TableSession) => Promise<unknown>) => tables.reading("writer", [badge], work);

  test("is tables by their name, whatever else the text tries", async () => {
    const attempts = [
      'SELECT * FROM stored."uuid-other WFF_b"',
      'SELECT * FROM "uuid-other WFF_b"',
      'SELECT * FROM memory.stored."uuid-other WFF_b"',
      "SELECT * FROM kept.locks",
      "SELECT * FROM duckdb_tables()",
      "SELECT * FROM information_schema.tables",
      "SELECT * FROM sqlite_master",
      `SELECT * FROM '${secretFile}'`,
      `SELECT * FROM read_csv('${secretFile}')`,
      `SELECT * FROM read_csv('${join(tables.folder, "files", "of-another.csv")}')`,
      "SELECT * FROM query('SELECT * FROM kept.locks')",
      "SELECT * FROM query_table('badge')",
      "SELECT current_setting('allowed_directories')",
      "SELECT getvariable('x')",
      "SELECT id FROM badge WHERE id IN (SELECT number FROM kept.locks)",
      "WITH mine AS (SELECT 1) SELECT * FROM mine, kept.locks",
      "SELECT * FROM duckdb_tables WHERE EXISTS (WITH duckdb_tables AS (SELECT 1 AS a) SELECT a FROM duckdb_tables)",
      "WITH duckdb_tables AS (SELECT * FROM duckdb_tables) SELECT * FROM duckdb_tables",
      "WITH a AS (SELECT * FROM duckdb_views), duckdb_views AS (SELECT 1) SELECT * FROM a",
      "(WITH duckdb_tables AS (SELECT 1) SELECT * FROM duckdb_tables) UNION ALL SELECT schema_oid FROM duckdb_tables",
      "SELECT * FROM (SHOW ALL TABLES)",
      "SELECT 1; DROP TABLE kept.locks",
      "SELECT ((SELECT max(number) FROM kept.locks))",
    ];
    await reading(async (session) => {
      for (const text of attempts) {
        await assert.rejects(session.countRows(query(text, ["x"], ["badge"])), /cannot run here/, text);
        await assert.rejects(session.write(insert("badge", text, { reads: ["badge"] })), /cannot run here/, text);
      }
    });
    assert.equal(tables.data.listLocks().length, 2);
  });

  test("is the same in every part of a statement", async () => {
    const inside = "(SELECT max(number) FROM kept.locks) > 0";
    await reading(async (session) => {
      await assert.rejects(session.write(remove("badge", inside)), /cannot run here/);
      await assert.rejects(session.write(update("badge", { id: inside })), /cannot run here/);
      await assert.rejects(session.write(merge("badge", "SELECT 1 AS id", inside, [])), /cannot run here/);
      const clause = { kind: "whenMatched", condition: inside, action: { kind: "delete" } } as const;
      await assert.rejects(session.write(merge("badge", "SELECT 1 AS id", "true", [clause])), /cannot run here/);
    });
  });

  test("are queries with all that a SELECT may have", async () => {
    const texts = [
      "WITH one AS (SELECT id FROM badge), two AS (SELECT * FROM one) SELECT * FROM two",
      "WITH RECURSIVE up AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM up WHERE n < 5) SELECT * FROM up",
      "SELECT * FROM badge WHERE id IN (WITH one AS (SELECT 1 AS n) SELECT n FROM one)",
      "WITH one AS (SELECT 1 AS n) SELECT n FROM one UNION SELECT n FROM (SELECT n FROM one) AS two",
      "SELECT * FROM badge, unnest([1, 2]) AS u(x)",
      "SELECT unnest(range(3)), x FROM (VALUES (1), (2)) AS v(x) SEMI JOIN badge ON x = id",
      "SELECT id, (SELECT count(*) FROM badge AS b WHERE b.id < a.id) FROM badge AS a",
      "SELECT * FROM badge PIVOT (count(id) FOR id IN (1, 2))",
      "SELECT id FROM badge INTERSECT SELECT 1 ORDER BY 1 LIMIT 3",
    ];
    await reading(async (session) => {
      await session.write(insert("badge", "SELECT 1"));
      for (const text of texts) {
        assert.ok((await session.countRows(query(text, ["x"], ["badge"]))) >= 0, text);
      }
    });
  });

  test("is enough for every statement whose answer by Spark is known", async () => {
    const database = await Database.open(":memory:");
    try {
      await database.use(async (connection) => {
        const scope = await createTables(connection);
        let checked = 0;
        for (const { statement } of [...readAnswers()].flatMap(([topic, found]) =>
          topic === "refused" ? [] : found,
        )) {
          const translated = translateSparkSql(statement, scope);
          const reads = new Set(translated.reads.map((name) => name.toLowerCase()));
          for (const sql of sqlTextsOf(translated)) {
            await assert.doesNotReject(checkAllowedRelations(connection, sql, reads), statement);
          }
          checked++;
        }
        assert.ok(checked >= 200);
      });
    } finally {
      database.close();
    }
  });

  test("is no table that the transaction may not write", async () => {
    const inherited = tableOf("inherited", "id INTEGER", { isReadonly: true });
    await assert.rejects(
      tables.reading("writer", [inherited], (session) => session.write(insert("inherited", "SELECT 1"))),
      /rows of inherited are inherited from WFF_a; only that tenant can write them/,
    );
    await assert.rejects(
      tables.reading("reader", [badge], (session) => session.write(insert("badge", "SELECT 1"))),
      /cannot write badge/,
    );
    await assert.rejects(
      reading((session) => session.write(insert("other", "SELECT 1"))),
      /tenant WFF_a has no table "other"/,
    );
  });
});
