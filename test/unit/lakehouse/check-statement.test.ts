import assert from "node:assert/strict";
import { checkStatement } from "../../../src/lakehouse/check-statement.ts";
import { planRehearsal } from "../../../src/lakehouse/plan-rehearsal.ts";
import { hostileStatements } from "../../support/hostile-statements.ts";

suite("statements that a rehearsal would send to Spark", () => {
  test("are at least sixty hostile ones", () => {
    assert.ok(hostileStatements.length >= 60, `${hostileStatements.length}`);
  });

  for (const text of hostileStatements) {
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
