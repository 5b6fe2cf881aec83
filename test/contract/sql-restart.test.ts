import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeNextCall } from "../support/before-next-call.ts";
import { startTestService, type TestService } from "../support/running-service.ts";
import { csv, type MadeTable, SqlJobCaller } from "../support/sql-job-caller.ts";

/** What is left of SQL transactions when the service ends and starts again. */
suite("SQL transactions over a restart of the embedded service", () => {
  let test_: TestService;
  let sql: SqlJobCaller;
  let badge: MadeTable;
  suiteSetup(async () => {
    test_ = await startTestService();
    sql = new SqlJobCaller(test_);
    badge = await sql.table("badge", ["person"]);
  });
  suiteTeardown(() => test_.dispose());

  const begin = (more: object = {}) => sql.start({ tablesToModify: ["badge"], ...more });
  const insert = (person: string) => ({ query: { query: `INSERT INTO badge VALUES ('${person}')` } });
  const ledger = "payroll_ledger";
  const slow = {
    query: {
      query: `SELECT count(*) FROM ${ledger} a CROSS JOIN ${ledger} b CROSS JOIN ${ledger} c WHERE a.amount + b.amount < c.amount`,
    },
  };

  test("open ones stay open, with their rows, inputs, outputs, metadata and locks", async () => {
    const id = await begin();
    await sql.upload(id, "news.csv", "person\nP2\n");
    const set = { setMetadata: { table: badge.uuid, metadata: { load: "1" } } };
    const out = { query: { query: "SELECT * FROM badge", output: csv("out.csv", false) } };
    await sql.done(id, [insert("P1"), set, out]);
    const before = await sql.status(id);
    await test_.restart();
    assert.deepEqual(await sql.status(id), before);
    assert.deepEqual(await sql.lines(id, "out.csv"), ["P1"]);
    assert.match(await sql.failed(await begin(), [insert("P9")]), new RegExp(`locked by the transaction ${id}`));
    const load = { query: { query: "INSERT INTO badge SELECT person FROM news" } };
    const inputs = [{ id: "news", filename: "news.csv", format: { csv: { header: true } } }];
    await sql.done(id, [load, { commit: {} }], { inputs });
    assert.deepEqual(await sql.rows("badge"), ["P1", "P2"]);
    assert.deepEqual(await sql.metadata(badge.uuid), { load: "1" });
  });

  test("jobs that ran or waited have failed, and so their transaction is rolled back", async () => {
    const id = await begin();
    const running = await sql.begin(id, { actions: [insert("P3"), slow] });
    const waiting = await sql.begin(id, { actions: [insert("P4")] });
    await sql.jobThat(id, running.jobId, "RUNNING");
    await test_.restart();
    const [ran, waited] = [await sql.jobStatus(id, running.jobId), await sql.jobStatus(id, waiting.jobId)];
    assert.deepEqual([ran.status, waited.status], ["FAILED", "FAILED"]);
    assert.match(
      ran.tenants[0]?.message ?? "",
      /ended while the job was running; run it again. The transaction was rolled back/,
    );
    assert.match(waited.tenants[0]?.message ?? "", /ended before the job was started; run it again/);
    assert.equal((await sql.status(id)).status, "ROLLED_BACK");
    assert.deepEqual(await sql.rows("badge"), ["P1", "P2"]);
    await sql.done(await begin(), [{ rollback: {} }]);
  });

  test("a job that keeps its transaction open leaves what its actions did", async () => {
    const id = await begin();
    const job = { actions: [insert("P5"), slow], keepTransactionOpenOnError: true };
    const { jobId } = await sql.begin(id, job);
    const isLocked = () => test_.service.platform.tableData.listLocks().some((lock) => lock.transactionId === id);
    await sql.jobThat(id, jobId, "RUNNING");
    while (!isLocked()) {
      await sql.jobStatus(id, jobId);
    }
    await test_.restart();
    assert.equal((await sql.status(id)).status, "OPEN");
    assert.match((await sql.jobStatus(id, jobId)).tenants[0]?.message ?? "", /The transaction is still open/);
    await sql.done(id, [insert("P6"), { rollback: {} }]);
    assert.deepEqual(await sql.rows("badge"), ["P1", "P2"]);
  });

  test("a commit that took effect in the moment of the end is one, and the job has succeeded", async () => {
    const id = await begin();
    const { jobId } = await sql.begin(id, { actions: [insert("P5"), slow, { commit: {} }] });
    await sql.jobThat(id, jobId, "RUNNING");
    const { tableData } = test_.service.platform;
    while (!(await tableData.countChanges({ transactionId: id, tenant: "WFF_demo" })).get(badge.uuid)?.added) {
      await sql.jobStatus(id, jobId);
    }
    // All that a commit does but to say so.
    await tableData.commit({ transactionId: id, tenant: "WFF_demo" }, []);
    await test_.restart();
    assert.equal((await sql.status(id)).status, "COMMITTED");
    assert.equal((await sql.jobStatus(id, jobId)).status, "SUCCEEDED");
    assert.deepEqual(await sql.rows("badge"), ["P1", "P2", "P5"]);
    await sql.done(await begin(), [{ query: { query: "DELETE FROM badge WHERE person = 'P5'" } }, { commit: {} }]);
  });

  test("those whose time passed meanwhile have expired", async () => {
    const id = await begin({ expireAfterSeconds: 60 });
    await sql.upload(id, "a.csv", "a\n1\n");
    await sql.done(id, [insert("P7")]);
    await test_.restart(() => test_.clock.advance(61_000));
    assert.equal((await sql.status(id)).status, "ROLLED_BACK");
    assert.ok(!existsSync(join(test_.dataFolder, "sql-transactions", id)));
    assert.deepEqual(await sql.rows("badge"), ["P1", "P2"]);
    await sql.done(await begin(), [{ rollback: {} }]);
  });

  test("those whose expiry failed have expired, and their files are gone", async () => {
    const id = await begin({ expireAfterSeconds: 60 });
    await sql.upload(id, "a.csv", "a\n1\n");
    await sql.done(id, [insert("P8")]);
    const failed = new Promise<void>((resolve) => {
      beforeNextCall(test_.service.platform.tableData, "rollback", () => {
        resolve();
        return Promise.reject(new Error("The disk is full."));
      });
    });
    await test_.clock.advance(60_000);
    await failed;
    await test_.restart();
    assert.equal((await sql.status(id)).status, "ROLLED_BACK");
    assert.ok(!existsSync(join(test_.dataFolder, "sql-transactions", id)));
    await sql.done(await begin(), [{ rollback: {} }]);
  });

  test("files of ours that no transaction knows are removed, and no other ones", async () => {
    const id = await begin();
    await sql.upload(id, "a.csv", "a\n1\n");
    const folder = join(test_.dataFolder, "sql-transactions");
    const half = join(folder, id, randomUUID());
    await writeFile(half, "a");
    const gone = join(folder, randomUUID());
    await mkdir(gone);
    await writeFile(join(gone, randomUUID()), "b");
    const stray = join(folder, "stray");
    await writeFile(stray, "a");
    const notes = join(folder, id, "notes.txt");
    await writeFile(notes, "a");
    await test_.restart();
    assert.deepEqual(
      [half, gone, stray, notes].filter((path) => existsSync(path)),
      [stray, notes],
    );
    assert.ok(existsSync(join(folder, id)));
  });

  test("a month after their expiry they are forgotten", async () => {
    const id = await sql.start({ expireAfterSeconds: 60 });
    await test_.clock.advance(61_000);
    assert.equal((await sql.status(id)).status, "ROLLED_BACK");
    await test_.clock.advance(30 * 24 * 3600 * 1000);
    await test_.restart();
    // The cookie is a month old by then.
    sql = new SqlJobCaller(test_);
    const token = await test_.signIn();
    const headers = { apikey: test_.service.ready.apiKey, cookie: `ServiceASIDToken=${token}` };
    const answer = await test_.send("GET", `/v1alpha/data/table-sources/transactions/${id}`, { headers });
    assert.equal(answer.status, 404);
  });
});
