import assert from "node:assert/strict";
import { startTestService, type TestService } from "../support/running-service.ts";
import { csv, type MadeTable, SqlJobCaller } from "../support/sql-job-caller.ts";

const minute = 60_000;
const hour = 60 * minute;

/** Each action of a SQL job by what it does to the data (sql-like-language 13.2). */
suite("actions of SQL jobs of the embedded service", () => {
  let test_: TestService;
  let sql: SqlJobCaller;
  let table: MadeTable;
  let count = 0;
  suiteSetup(async () => {
    test_ = await startTestService();
    sql = new SqlJobCaller(test_);
  });
  suiteTeardown(() => test_.dispose());
  /** A table of the test's own with two rows. */
  setup(async () => {
    count += 1;
    table = await sql.table(`badge_${count}`, ["person", "number INTEGER"]);
    const id = await begin();
    await sql.done(id, [insert("('P1', 1), ('P2', 2)"), { commit: {} }]);
  });

  const begin = (more: object = {}) => sql.start({ tablesToModify: [table.objectName], ...more });
  const statement = (query: string) => ({ query: { query } });
  const insert = (values: string) => statement(`INSERT INTO ${table.objectName} VALUES ${values}`);
  const rows = () => sql.rows(table.objectName);
  const news = { id: "news", filename: "news.csv", format: { csv: { header: true } } };
  const job = { inputs: [news] };
  const workforce = { dataCategoryIds: ["Workforce"] };

  test("query runs INSERT, UPDATE, DELETE and MERGE, and says how many rows", async () => {
    const id = await begin();
    const name = table.objectName;
    const message = await sql.done(id, [
      insert("('P3', 3), ('P4', 4)"),
      statement(`UPDATE ${name} SET number = number * 10 WHERE person = 'P1'`),
      statement(`DELETE FROM ${name} WHERE person = 'P2'`),
      statement(`MERGE INTO ${name} AS t USING (SELECT 'P4' AS person, 44 AS number) AS s ON t.person = s.person
        WHEN MATCHED THEN UPDATE SET * WHEN NOT MATCHED THEN INSERT *`),
      { commit: {} },
    ]);
    assert.deepEqual(await rows(), ["P1,10", "P3,3", "P4,44"]);
    assert.match(message, new RegExp(`Action 1 \\(query\\): ${name}: 2 rows added, 0 changed, 0 removed\\.`));
    assert.match(message, new RegExp(`Action 2 \\(query\\): ${name}: 0 rows added, 1 changed, 0 removed\\.`));
    assert.match(message, new RegExp(`Action 3 \\(query\\): ${name}: 0 rows added, 0 changed, 1 removed\\.`));
  });

  test("query writes its rows as CSV, with a header and without", async () => {
    const id = await begin();
    const text = `SELECT person, number FROM ${table.objectName} ORDER BY person`;
    await sql.done(id, [
      { query: { query: text, output: csv("with.csv") } },
      { query: { query: text, output: csv("2026/without.csv", false) } },
    ]);
    const answer = await sql.output(id, "with.csv");
    assert.equal(answer.text, "person,number\nP1,1\nP2,2\n");
    assert.match(answer.headers["content-type"] ?? "", /^text\/csv/);
    assert.equal((await sql.output(id, "2026/without.csv")).text, "P1,1\nP2,2\n");
    assert.equal((await sql.output(id, "without.csv")).status, 404);
    await sql.done(id, [{ rollback: {} }]);
  });

  test("query writes its rows as Parquet, which an input can be", async () => {
    const id = await begin();
    const output = { format: { parquet: {} }, filename: "rows.parquet" };
    await sql.done(id, [{ query: { query: `SELECT * FROM ${table.objectName}`, output } }]);
    const answer = await sql.output(id, "rows.parquet");
    assert.equal(answer.headers["content-type"], "application/octet-stream");
    assert.ok(answer.text.startsWith("PAR1") && answer.text.endsWith("PAR1"));
    await sql.done(id, [{ rollback: {} }]);
  });

  test("query takes the place of an output that an earlier job wrote", async () => {
    const id = await begin();
    for (const value of ["1", "2"]) {
      await sql.done(id, [{ query: { query: `SELECT ${value} AS v`, output: csv("a.csv", false) } }]);
    }
    assert.equal((await sql.output(id, "a.csv")).text, "2\n");
    await sql.done(id, [{ rollback: {} }]);
  });

  test("query gives outputs that are cut into complete files", async () => {
    const id = await sql.start();
    const months = "SELECT explode(sequence(1, 12)) AS month";
    const people = "SELECT explode(sequence(1, 24000)) AS person_key";
    const query = `SELECT p.person_key, m.month FROM (${people}) AS p CROSS JOIN (${months}) AS m`;
    const parquet = { format: { parquet: {} }, filename: "large.parquet" };
    await sql.done(id, [{ query: { query, output: csv("large.csv") } }, { query: { query, output: parquet } }]);
    const whole = (await sql.output(id, "large.csv")).text.split("\n").slice(1, -1);
    assert.equal(whole.length, 288_000);
    assert.deepEqual((await sql.parts(id, "large.csv")).json(), {
      transactionId: id,
      filename: "large.csv",
      numberOfParts: 2,
    });
    const parts = await Promise.all([0, 1].map(async (index) => (await sql.part(id, "large.csv", index)).text));
    assert.deepEqual(
      parts.map((part) => part.split("\n")[0]),
      ["person_key,month", "person_key,month"],
    );
    assert.deepEqual(
      parts.flatMap((part) => part.split("\n").slice(1, -1)),
      whole,
    );
    assert.equal((await sql.parts(id, "large.parquet")).json().numberOfParts, 2);
    assert.ok((await sql.part(id, "large.parquet", 1)).text.endsWith("PAR1"));
    const beyond = await sql.part(id, "large.csv", 2);
    assert.deepEqual([beyond.status, beyond.json().code], [404, "PART_UNKNOWN"]);
  });

  test("query gives one part where there is little, or nothing", async () => {
    const id = await sql.start();
    await sql.done(id, [{ query: { query: "SELECT 1 AS one WHERE false", output: csv("none.csv") } }]);
    assert.equal((await sql.parts(id, "none.csv")).json().numberOfParts, 1);
    assert.equal((await sql.part(id, "none.csv", 0)).text, "one\n");
    assert.equal((await sql.output(id, "none.csv")).text, "one\n");
    assert.equal((await sql.parts(id, "other.csv")).status, 404);
  });

  test("query is stopped by its timeout, and what stood before it stays where the job says so", async () => {
    const id = await begin();
    const name = "payroll_ledger";
    const slow = {
      query: {
        query: `SELECT count(*) FROM ${name} a CROSS JOIN ${name} b CROSS JOIN ${name} c WHERE a.amount + b.amount < c.amount`,
        timeoutSeconds: 60,
      },
    };
    const { jobId } = await sql.begin(id, { actions: [insert("('P9', 9)"), slow], keepTransactionOpenOnError: true });
    while (!test_.clock.hasSleeper(60_000)) {
      await sql.jobThat(id, jobId, "PENDING", "RUNNING");
    }
    await test_.clock.advance(60_000);
    const status = await sql.jobThat(id, jobId, "FAILED");
    assert.match(status.tenants[0]?.message ?? "", /Action 2 \(query\): it was stopped after 60 seconds/);
    await sql.done(id, [{ commit: {} }]);
    assert.deepEqual(await rows(), ["P1,1", "P2,2", "P9,9"]);
  });

  test("query rolls the transaction back when no row comes back and it says so", async () => {
    const id = await begin();
    const check = { query: { query: `SELECT * FROM ${table.objectName} WHERE number > 5`, rollbackOnEmpty: true } };
    const passed = await sql.done(id, [insert("('P6', 6)"), check]);
    assert.match(passed, /Action 2 \(query\): 1 row\./);
    const back = statement(`DELETE FROM ${table.objectName} WHERE number > 5`);
    const message = await sql.failed(id, [back, check, { commit: {} }], { keepTransactionOpenOnError: true });
    assert.match(message, /^Action 2 \(query\): the query returned no rows, so rollbackOnEmpty rolled/);
    assert.equal((await sql.status(id)).status, "ROLLED_BACK");
    assert.deepEqual(await rows(), ["P1,1", "P2,2"]);
  });

  test("query gives no rows to write or to look for when it writes itself", async () => {
    for (const more of [{ rollbackOnEmpty: true }, { output: csv("a.csv") }]) {
      const id = await begin();
      const action = { query: { query: `DELETE FROM ${table.objectName}`, ...more } };
      assert.match(await sql.failed(id, [action]), /Action 1 \(query\): a statement that writes returns no rows/);
    }
    assert.deepEqual(await rows(), ["P1,1", "P2,2"]);
  });

  test("query says in which line and column it is wrong, and no value", async () => {
    const id = await begin();
    const message = await sql.failed(id, [
      statement(`SELECT person\nFROM ${table.objectName}\nWHERE no_such = 'secret'`),
    ]);
    assert.match(message, /^Action 1 \(query\): line 3, column 7: /);
    assert.match(message, /no_such/);
    assert.doesNotMatch(message, /secret/);
  });

  test("upsert replaces the rows with the same keys and adds the others", async () => {
    const id = await begin();
    await sql.upload(id, "news.csv", "number,person\n20,P2\n30,P3\n");
    const upsert = { upsert: { source: "news", target: table.objectName, keys: ["person"] } };
    const message = await sql.done(id, [upsert, { commit: {} }], job);
    assert.deepEqual(await rows(), ["P1,1", "P2,20", "P3,30"]);
    assert.match(message, /Action 1 \(upsert\): badge_\d+: 1 row added, 1 changed, 0 removed\./);
  });

  test("upsert fails where a key of the source is there twice", async () => {
    const id = await begin();
    await sql.upload(id, "news.csv", "person,number\nP2,20\nP2,21\n");
    const upsert = { upsert: { source: "news", target: table.objectName, keys: ["person"] } };
    const message = await sql.failed(id, [upsert], job);
    assert.match(message, /^Action 1 \(upsert\): /);
    assert.doesNotMatch(message, /P2/);
    assert.deepEqual(await rows(), ["P1,1", "P2,2"]);
  });

  test("replace leaves just the rows of the source", async () => {
    const id = await begin();
    await sql.upload(id, "news.csv", "person,number\nP2,2\nP5,5\n");
    const message = await sql.done(
      id,
      [{ replace: { source: "news", target: table.objectName } }, { commit: {} }],
      job,
    );
    assert.deepEqual(await rows(), ["P2,2", "P5,5"]);
    assert.match(message, /Action 1 \(replace\): badge_\d+: 1 row added, 0 changed, 1 removed\./);
  });

  test("reset goes back to the rows of a time, and not behind the retention", async () => {
    const then = new Date(test_.clock.now()).toISOString();
    await test_.clock.advance(minute);
    const later = await begin();
    await sql.done(later, [statement(`DELETE FROM ${table.objectName}`), { commit: {} }]);
    assert.deepEqual(await rows(), []);
    const id = await begin();
    const reset = (asOfTimestamp: string) => ({ reset: { table: table.objectName, asOfTimestamp } });
    await sql.done(id, [reset(then), { commit: {} }]);
    assert.deepEqual(await rows(), ["P1,1", "P2,2"]);
    const tooOld = await sql.failed(await begin(), [reset("2025-12-01T00:00:00Z")]);
    assert.match(tooOld, /^Action 1 \(reset\): .*7 days|^Action 1 \(reset\): .*snapshot/);
  });

  test("setMetadata takes effect at the commit, and adds to what is there", async () => {
    const set = (metadata: Record<string, string>) => ({ setMetadata: { table: table.uuid, metadata } });
    const first = await begin();
    await sql.done(first, [insert("('P3', 3)"), set({ load: "1", kept: "yes" })]);
    assert.deepEqual(await sql.metadata(table.uuid), {});
    await sql.done(first, [{ commit: {} }]);
    assert.deepEqual(await sql.metadata(table.uuid), { load: "1", kept: "yes" });
    await sql.done(await begin(), [insert("('P4', 4)"), set({ load: "2" }), { commit: {} }]);
    assert.deepEqual(await sql.metadata(table.uuid), { load: "2", kept: "yes" });
    await sql.done(await begin(), [insert("('P5', 5)"), set({ load: "3" }), { rollback: {} }]);
    assert.deepEqual(await sql.metadata(table.uuid), { load: "2", kept: "yes" });
  });

  test("setMetadata leaves a table alone that was not changed, unless it says otherwise", async () => {
    const set = (more: object) => ({ setMetadata: { table: table.uuid, metadata: { checked: "yes" }, ...more } });
    await sql.done(await begin(), [set({}), { commit: {} }]);
    assert.deepEqual(await sql.metadata(table.uuid), {});
    await sql.done(await begin(), [set({ applyToUnmodifiedTenants: true }), { commit: {} }]);
    assert.deepEqual(await sql.metadata(table.uuid), { checked: "yes" });
    const byName = await sql.failed(await begin(), [
      { setMetadata: { table: table.objectName, metadata: { a: "b" } } },
    ]);
    assert.match(byName, new RegExp(`name the table by its uuid, ${table.uuid}`));
  });

  test("process starts a processing job that the operations on jobs show", async () => {
    const id = await begin();
    const status = await sql.process(id, { actions: [insert("('P3', 3)"), { commit: {} }, { process: workforce }] });
    assert.equal(status.status, "SUCCEEDED");
    assert.deepEqual(status.processingSummary, { pending: 0, running: 0, succeeded: 1, failed: 0 });
    const [jobId = ""] = status.tenants[0]?.processingJobIds ?? [];
    const [shown] = (await sql.call("GET", `/v1/op/job-status/jobs/${jobId}`)).json<Record<string, string>[]>();
    assert.deepEqual([shown?.status, shown?.jobType, shown?.tenant], ["Succeeded", "Processing", "WFF_demo"]);
    const listed = (await sql.call("GET", "/v1/op/job-status/jobs")).json<{ jobStatus: { jobId: string }[] }>();
    assert.ok(listed.jobStatus.some((one) => one.jobId === jobId));
  });

  test("process starts nothing for tables that are excluded, unless it names data categories", async () => {
    const { uuid: _, ...definition } = table;
    const path = `/v1alpha/data/table-sources/tables/${table.uuid}`;
    assert.equal((await sql.call("PUT", path, { ...definition, excludeFromAutoProcessing: true })).status, 200);
    const status = await sql.run(await begin(), { actions: [{ commit: {} }, { process: {} }] });
    assert.deepEqual([status.status, status.tenants[0]?.processingJobIds], ["SUCCEEDED", []]);
    assert.match(status.tenants[0]?.message ?? "", /Action 2 \(process\): no processing job was started/);
    const named = await sql.process(await begin(), { actions: [{ process: workforce }] });
    assert.equal(named.processingSummary.succeeded, 1);
  });

  test("process of an unknown data category fails the processing job by its name", async () => {
    const status = await sql.process(await begin(), { actions: [{ process: { dataCategoryIds: ["core"] } }] });
    assert.deepEqual(status.processingSummary, { pending: 0, running: 0, succeeded: 0, failed: 1 });
    const [jobId = ""] = status.tenants[0]?.processingJobIds ?? [];
    const [shown] = (await sql.call("GET", `/v1/op/job-status/jobs/${jobId}`)).json<Record<string, string>[]>();
    assert.match(shown?.message ?? "", /core.*Workforce/);
  });

  test("process waits as long as it may, and equal jobs become one that starts at the earlier time", async () => {
    const at = (delay: number) => new Date(test_.clock.now() + delay).toISOString();
    const deferred = async (delay: number) => {
      const id = await begin();
      const { jobId } = await sql.begin(id, {
        actions: [{ commit: {} }, { process: { ...workforce, deferTimeNotAfter: at(delay) } }],
      });
      return { id, jobId, status: await sql.jobThat(id, jobId, "SUCCEEDED") };
    };
    const first = await deferred(4 * minute);
    assert.deepEqual(first.status.processingSummary, { pending: 1, running: 0, succeeded: 0, failed: 0 });
    const second = await deferred(2 * minute);
    assert.deepEqual(second.status.tenants[0]?.processingJobIds, first.status.tenants[0]?.processingJobIds);
    await test_.clock.advance(2 * minute);
    let { processingSummary } = await sql.jobStatus(first.id, first.jobId);
    while (processingSummary.succeeded === 0) {
      ({ processingSummary } = await sql.jobStatus(first.id, first.jobId));
    }
    assert.deepEqual(processingSummary, { pending: 0, running: 0, succeeded: 1, failed: 0 });
  });

  test("process that cannot start, or is cancelled, fails by itself and leaves what is committed", async () => {
    for (const process of [{ projectId: "00000000-0000-4000-8000-000000000000" }, { versionId: "no-such" }]) {
      const status = await sql.run(await begin(), { actions: [insert("('P3', 3)"), { commit: {} }, { process }] });
      assert.deepEqual([status.status, status.tenants[0]?.status], ["FAILED", "PROCESSING_FAILED"]);
      assert.match(status.tenants[0]?.message ?? "", /^Action 3 \(process\): WFF_demo has no (project|version)/);
    }
    assert.deepEqual(await rows(), ["P1,1", "P2,2", "P3,3", "P3,3"]);
    const id = await begin();
    const deferTimeNotAfter = new Date(test_.clock.now() + hour).toISOString();
    const { jobId } = await sql.begin(id, {
      actions: [{ commit: {} }, { process: { ...workforce, deferTimeNotAfter } }],
    });
    const waiting = await sql.jobThat(id, jobId, "SUCCEEDED");
    await sql.call("POST", "/v1/op/jobs/cancel", { jobIds: waiting.tenants[0]?.processingJobIds });
    const cancelled = await sql.jobStatus(id, jobId);
    assert.deepEqual([cancelled.tenants[0]?.status, cancelled.processingSummary.failed], ["PROCESSING_FAILED", 1]);
  });

  test("process takes a project and a version of the tenant", async () => {
    const { openProjects } = (await sql.call("GET", "/v1/admin/projects")).json<{ openProjects: { id: string }[] }>();
    const { publishedVersions } = (await sql.call("GET", "/v1/admin/production-versions")).json<{
      publishedVersions: { id: string }[];
    }>();
    const process = { ...workforce, projectId: openProjects[0]?.id ?? "", versionId: publishedVersions[0]?.id ?? "" };
    const status = await sql.process(await begin(), { actions: [{ commit: {} }, { process }] });
    assert.equal(status.processingSummary.succeeded, 1, JSON.stringify(status));
  });

  test("a view is regenerated by a job of its own", async () => {
    const view = await sql.table(`view_${count}`, ["people LONG"], {
      materializedView: { enabled: true, query: `SELECT count(*) AS people FROM ${table.objectName};` },
    });
    const answer = await sql.call("POST", `/v1alpha/data/table-sources/tables/${view.uuid}/regenerate`, {
      tableId: view.uuid,
    });
    const { jobId, tableAccess, transactionId } = answer.json<Record<string, string>>();
    assert.deepEqual(tableAccess, { read: [table.objectName], write: [view.objectName] });
    await sql.jobThat(String(transactionId), String(jobId), "SUCCEEDED");
    assert.deepEqual(await sql.rows(view.objectName), ["2"]);
    assert.equal((await sql.status(String(transactionId))).status, "COMMITTED");
    const ordinary = await sql.call("POST", `/v1alpha/data/table-sources/tables/${table.uuid}/regenerate`, {});
    assert.deepEqual([ordinary.status, ordinary.json().code], [400, "NO_MATERIALIZED_VIEW"]);
  });

  test("a view follows the commits of the tables that it reads", async () => {
    const view = await sql.table(`sums_${count}`, ["person", "total LONG"], {
      materializedView: {
        enabled: true,
        query: `SELECT person, sum(number) AS total FROM ${table.objectName} GROUP BY person`,
        dependencies: [{ upstreamTable: table.uuid, joinFilter: "input.person = output.person" }],
      },
    });
    const load = (values: string) => begin().then((id) => sql.done(id, [insert(values), { commit: {} }]));
    await load("('P3', 3)");
    assert.deepEqual(await sql.rows(view.objectName), ["P1,1", "P2,2", "P3,3"]);
    await load("('P1', 10), ('P4', 4)");
    assert.deepEqual(await sql.rows(view.objectName), ["P1,11", "P2,2", "P3,3", "P4,4"]);
    const undone = await begin();
    await sql.done(undone, [insert("('P5', 5)"), { rollback: {} }]);
    assert.deepEqual(await sql.rows(view.objectName), ["P1,11", "P2,2", "P3,3", "P4,4"]);
  });
});
