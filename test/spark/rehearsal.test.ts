import assert from "node:assert/strict";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DryRunReport } from "../../src/client/sql/dry-run-report.ts";
import { Lake, sql } from "./lake.ts";

suite("a rehearsal on Spark", function () {
  this.timeout(120_000);
  let lake: Lake;

  suiteSetup(async () => {
    lake = await Lake.create("rehearsal");
    // No rehearsal changes them, so that all tests have the same.
    await lake.createTable(
      "ledger",
      "id BIGINT, amount DOUBLE, note STRING",
      "SELECT id, id * 1.5, 'old' FROM range(100)",
    );
    await lake.createTable("person", "id BIGINT, name STRING", "SELECT id, 'p' FROM range(10)");
  });

  suiteTeardown(() => lake.session.close());

  test("counts the rows that each statement adds, changes and removes", async () => {
    const before = await lake.rows("ledger");
    const report = await lake.rehearse(
      sql(
        "INSERT INTO ledger SELECT id + 1000, 1.0D, 'new' FROM person -- all of them",
        "UPDATE ledger SET note = 'q' WHERE ledger.id < 5",
        "DELETE FROM ledger l WHERE l.id IN (SELECT id FROM person) AND l.id >= 8",
        "MERGE INTO ledger USING (SELECT id + 95 AS id FROM person) s ON ledger.id = s.id WHEN MATCHED AND s.id = 99 THEN DELETE WHEN MATCHED THEN UPDATE SET amount = 0 WHEN NOT MATCHED THEN INSERT (id, amount, note) VALUES (s.id, 1, 'm')",
        "SELECT * FROM ledger",
      ),
    );
    assert.deepEqual(summary(report), [
      "INSERT ledger 100 -> 110, +10 ~0 -0",
      "UPDATE ledger 110 -> 110, +0 ~5 -0",
      "DELETE ledger 110 -> 108, +0 ~0 -2",
      "MERGE ledger 108 -> 112, +5 ~4 -1",
      "rows 112",
    ]);
    assert.equal(report.isGood, true);
    assert.ok(report.tenants[0]?.steps.every((step) => "durationMs" in step && Number(step.durationMs) > 0));
    assert.deepEqual(await lake.rows("ledger"), before, "main is as it was");
    assert.deepEqual(await lake.branches("ledger"), []);
  });

  test("takes inputs, upserts by keys, replaces, writes outputs and leaves out what follows the commit", async () => {
    const folder = await mkdtemp(join(tmpdir(), "workforce-input-"));
    const path = join(folder, "badges.csv");
    await writeFile(path, 'id,name,extra\n8,"a,b",x\n9,,x\n10,new,x\n');
    const report = await lake.rehearse(
      {
        inputs: [{ id: "news", filename: "badges.csv", format: { csv: { header: true } } }],
        actions: [
          { query: { query: "SELECT id FROM news", rollbackOnEmpty: true } },
          { upsert: { source: "news", target: "person", keys: ["id"] } },
          { query: { query: "SELECT * FROM person WHERE name IS NULL", output: { filename: "empty.csv" } } },
          { replace: { source: "news", target: "person" } },
          { commit: {} },
          { process: {} },
        ],
      },
      [{ name: "badges.csv", path }],
    );
    assert.deepEqual(summary(report), [
      "rows 3 passed",
      "upsert person 10 -> 11, +1 ~2 -0, news: unknownColumn extra",
      "rows 1 in empty.csv",
      "replace person 11 -> 3, +0 ~0 -8, news: unknownColumn extra",
      "left commit",
      "left process",
    ]);
    assert.equal((await lake.rows("person")).length, 10);
    assert.deepEqual(await lake.branches("person"), []);
  });

  test("resets a table to its rows of then", async () => {
    await lake.createTable("visit", "id BIGINT", "SELECT id FROM range(10)");
    const then = new Date().toISOString();
    await lake.session.command("DELETE FROM lake.rehearsal.visit WHERE id < 5");
    const report = await lake.rehearse({
      actions: [
        { reset: { table: "visit", asOfTimestamp: then } },
        { query: { query: "DELETE FROM visit WHERE id = 1" } },
      ],
    });
    assert.deepEqual(summary(report), ["reset visit 5 -> 10, +? ~? -?", "DELETE visit 10 -> 9, +0 ~0 -1"]);
    assert.equal((await lake.rows("visit")).length, 5);
  });

  test("writes a table that has no rows yet", async () => {
    await lake.createTable("fresh", "id BIGINT, name STRING");
    const report = await lake.rehearse(sql("INSERT INTO fresh SELECT * FROM person"));
    assert.deepEqual(summary(report), ["INSERT fresh 0 -> 10, +10 ~0 -0"]);
    assert.deepEqual(await lake.rows("fresh"), []);
    assert.deepEqual(await lake.branches("fresh"), []);
  });

  test("reports a statement that fails at its place, and what is not reached", async () => {
    const report = await lake.rehearse(sql("SELECT 1\nFROM ledger\n WHERE nothing = 1"));
    assert.match(report.tenants[0]?.failure ?? "", /^Action 1 \(query\): line 3, column 8: \[UNRESOLVED_COLUMN/);
    const write = await lake.rehearse(
      sql("DELETE FROM person WHERE id = 1", "UPDATE person SET name = nothing", "SELECT 1 FROM person"),
    );
    assert.match(write.tenants[0]?.failure ?? "", /^Action 2 \(query\): line 1, column 26: \[UNRESOLVED_COLUMN/);
    assert.equal(write.tenants[0]?.failedStep, 1);
    assert.deepEqual(summary(write), ["DELETE person 10 -> 9, +0 ~0 -1", "UPDATE person uncounted", "rows ?"]);
    assert.equal(write.isGood, false);
    assert.deepEqual(await lake.branches("person"), []);
  });

  test("says of an upsert what its keys and values lack, without a value", async () => {
    const folder = await mkdtemp(join(tmpdir(), "workforce-input-"));
    const path = join(folder, "badges.csv");
    await writeFile(path, "id,name\n1,a\n1,b\nsecret,c\n");
    const job = {
      inputs: [{ id: "news", filename: "badges.csv", format: { csv: { header: true } } }],
      actions: [{ upsert: { source: "news", target: "person", keys: ["id"] } }],
    };
    const invalid = await lake.rehearse(job, [{ name: "badges.csv", path }]);
    assert.equal(invalid.tenants[0]?.failure, "Action 1 (upsert): news, id: 1 value is not of the type bigint.");
    await writeFile(path, "id,name\n1,a\n1,b\n");
    const twice = await lake.rehearse(job, [{ name: "badges.csv", path }]);
    assert.match(twice.tenants[0]?.failure ?? "", /more than one row for 1 of its keys/);
  });

  test("refuses a table that is not there and one of format 2 before anything runs", async () => {
    await assert.rejects(lake.rehearse(sql("DELETE FROM nobody")), /The namespace has no table nobody/);
    await lake.createTable("old", "id BIGINT", "SELECT 1", 2);
    await assert.rejects(lake.rehearse(sql("DELETE FROM old")), /old is a table of format 2/);
    const read = await lake.rehearse(sql("SELECT * FROM old"));
    assert.deepEqual(summary(read), ["rows 1"]);
  });

  test("stops within a second when it is cancelled, and drops its branches", async () => {
    const controller = new AbortController();
    const job = sql("DELETE FROM person WHERE id = 1", "SELECT count(*) FROM range(100000000000) r WHERE r.id % 7 = 1");
    const request = await lake.request(job);
    const { rehearse } = await import("../../src/lakehouse/rehearse.ts");
    let askedMs = 0;
    const onAction = ({ index }: { readonly index: number }) => {
      if (index === 1) {
        // Once the statement is on its way.
        setTimeout(() => {
          askedMs = performance.now();
          controller.abort(new Error("stopped by the user"));
        }, 500);
      }
    };
    await assert.rejects(rehearse(request, onAction, controller.signal), /stopped by the user/);
    assert.ok(performance.now() - askedMs < 3_000, "with the branches");
    const { rows } = await lake.session.query("SELECT 1");
    assert.equal(rows.length, 1, "the only core is free again");
    assert.deepEqual(await lake.branches("person"), []);
  });
});

/** The steps of a report, a line each. */
function summary({ tenants }: DryRunReport): readonly string[] {
  return (tenants[0]?.steps ?? []).map((step) => {
    if (step.kind === "rows") {
      return ["rows", step.rows ?? "?", step.output && `in ${step.output}`, step.assertion]
        .filter((part) => part !== undefined)
        .join(" ");
    }
    if (step.kind !== "write") {
      return `${step.kind} ${step.action}`;
    }
    const { action, table, before, after, added = "?", changed = "?", removed = "?", isUpperBound, mismatch } = step;
    assert.equal(isUpperBound, Number(changed) > 0);
    const differences = mismatch
      ? `, ${mismatch.input}: ${mismatch.findings.map(({ kind, column }) => `${kind} ${column}`).join(" ")}`
      : "";
    return before === undefined
      ? `${action} ${table} uncounted`
      : `${action} ${table} ${before} -> ${after}, +${added} ~${changed} -${removed}${differences}`;
  });
}
