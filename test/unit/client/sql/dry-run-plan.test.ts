import assert from "node:assert/strict";
import { planDryRun } from "../../../../src/client/sql/dry-run-plan.ts";
import type { SqlAction } from "../../../../src/contract/sql-job-schemas.ts";

const planOf = (...actions: SqlAction[]) => planDryRun({ actions });
const textsOf = (...actions: SqlAction[]) =>
  planOf(...actions).job.actions?.map(({ query, upsert }) => query?.query ?? (upsert && "upsert"));
const query = (text: string) => ({ query: { query: text } });

suite("the plan of a dry run", () => {
  test("counts the rows of a table before and after it is written, and those that an UPDATE changes", () => {
    assert.deepEqual(textsOf(query("UPDATE t AS x SET a = 'SET' WHERE x.b IN (SELECT c FROM s WHERE d)")), [
      "SELECT count(*) AS n FROM `t`",
      "SELECT count(*) AS n FROM t AS x WHERE x.b IN (SELECT c FROM s WHERE d)",
      "UPDATE t AS x SET a = 'SET' WHERE x.b IN (SELECT c FROM s WHERE d)",
      "SELECT count(*) AS n FROM `t`",
    ]);
  });

  test("counts the partners of upsert and MERGE", () => {
    assert.equal(
      textsOf({ upsert: { source: "s", target: "t", keys: ["a", "b"] } })?.[1],
      "SELECT count(*) AS n FROM `t` AS t LEFT SEMI JOIN `s` AS s ON t.`a` = s.`a` AND t.`b` = s.`b`",
    );
    const merge =
      "MERGE INTO t AS x USING (SELECT 1 AS a) AS s ON x.a = s.a WHEN MATCHED AND s.a > 1 THEN UPDATE SET *";
    assert.equal(
      textsOf(query(merge))?.[1],
      "SELECT count(*) AS n FROM t AS x LEFT SEMI JOIN (SELECT 1 AS a) AS s ON x.a = s.a",
    );
  });

  test("takes the place of outputs and checks by counts, and knows which action each stands for", () => {
    const plan = planOf({ query: { query: "SELECT 1;", rollbackOnEmpty: true } }, query("DELETE FROM t"), {
      query: { query: "SELECT 2", output: { format: { csv: {} }, filename: "a.csv" } },
    });
    assert.deepEqual(
      plan.origins.map(({ index, linesBefore }) => [index, linesBefore]),
      [
        [0, 1],
        [1, 0],
        [1, 0],
        [1, 0],
        [2, 1],
      ],
    );
    assert.equal(plan.job.actions?.[0]?.query?.query, "SELECT count(*) AS n FROM (\nSELECT 1\n) AS checked");
    assert.equal(plan.job.actions?.[0]?.query?.rollbackOnEmpty, undefined);
    const names = plan.job.actions?.flatMap((action) => action.query?.output?.filename ?? []);
    assert.equal(new Set(names).size, 4);
    assert.ok(!names?.includes("a.csv"));
  });

  test("leaves out the end of the job and all behind it, and preconditions, which are compared before", () => {
    const plan = planDryRun({
      preconditions: [{ table: "id", metadata: { a: "b" } }],
      actions: [query("DELETE FROM t"), { commit: {} }, { process: {} }],
      tenants: ["WFF_a"],
    });
    assert.deepEqual(
      plan.steps.map(({ kind }) => kind),
      ["write", "left", "left"],
    );
    assert.equal(plan.job.preconditions, undefined);
    assert.deepEqual(plan.job.tenants, ["WFF_a"]);
    assert.equal(plan.job.keepTransactionOpenOnError, true);
    assert.ok(plan.job.actions?.every((action) => action.query));
  });
});
