import assert from "node:assert/strict";
import { startTestService, type TestService } from "../support/running-service.ts";
import { csv, type MadeTable, SqlJobCaller } from "../support/sql-job-caller.ts";

const parent = "WFF_demo";
const child = "WFF_demo~north";
const both = [parent, child];

/** In which tenants a job runs, on which input, and what becomes of each (sql-like-language 13.3). */
suite("tenants and inputs of SQL jobs of the embedded service", () => {
  let test_: TestService;
  let sql: SqlJobCaller;
  let table: MadeTable;
  let count = 0;
  suiteSetup(async () => {
    test_ = await startTestService();
    sql = new SqlJobCaller(test_);
  });
  suiteTeardown(() => test_.dispose());
  /** A table that each tenant has rows of its own in. */
  setup(async () => {
    count += 1;
    table = await sql.table(`badge_${count}`, ["person"], { canChildrenInherit: true });
  });

  const begin = () => sql.start({ tablesToModify: [table.objectName] });
  const load = () => [{ query: { query: `INSERT INTO ${table.objectName} SELECT person FROM news` } }, { commit: {} }];
  const input = (more: object = {}) => [
    { id: "news", filename: "news.csv", format: { csv: { header: true } }, ...more },
  ];
  const ledger = "payroll_ledger";
  const slow = {
    query: {
      query: `SELECT count(*) FROM ${ledger} a CROSS JOIN ${ledger} b CROSS JOIN ${ledger} c WHERE a.amount + b.amount < c.amount`,
    },
  };
  const rowsOf = async () => ({
    parent: await sql.rows(table.objectName),
    child: await sql.rows(table.objectName, child),
  });
  const tenantsOf = (status: { tenants: { tenantCode?: string; status?: string }[] }) =>
    status.tenants.map((tenant) => `${tenant.tenantCode} ${tenant.status}`);

  test("the current tenant alone, when nothing else is said", async () => {
    const id = await begin();
    await sql.upload(id, "news.csv", "person\nP1\n");
    const status = await sql.run(id, { actions: load(), inputs: input() });
    assert.deepEqual(tenantsOf(status), ["WFF_demo SUCCEEDED"]);
    assert.deepEqual(await rowsOf(), { parent: ["P1"], child: [] });
  });

  test("the tenant of the call, on its own files, in a transaction of the one that manages it", async () => {
    const id = await begin();
    await sql.upload(id, "news.csv", "person\nP1\n", child);
    const status = await sql.runIn(id, { actions: load(), inputs: input() }, child);
    assert.deepEqual(tenantsOf(status), [`${child} SUCCEEDED`]);
    assert.deepEqual(await rowsOf(), { parent: [], child: ["P1"] });
  });

  test("the tenants that are named, each on the files that were uploaded to it", async () => {
    const id = await begin();
    await sql.upload(id, "news.csv", "person\nP1\n");
    await sql.upload(id, "news.csv", "person\nP2\n", child);
    const inputs = input({ inputDistributionMode: "NO_DISTRIBUTION" });
    const status = await sql.run(id, { actions: load(), inputs, tenants: both });
    assert.deepEqual(tenantsOf(status), ["WFF_demo SUCCEEDED", `${child} SUCCEEDED`]);
    assert.deepEqual(status.summary, { pending: 0, running: 0, succeeded: 2, failed: 0 });
    assert.deepEqual(await rowsOf(), { parent: ["P1"], child: ["P2"] });
    const { status: word, summary } = await sql.status(id);
    assert.deepEqual([word, summary?.committed], ["COMMITTED", 2]);
  });

  test("one named tenant, on a file of the caller's", async () => {
    const id = await begin();
    await sql.upload(id, "news.csv", "person\nP1\n");
    await sql.run(id, { actions: load(), inputs: input(), tenants: [child] });
    assert.deepEqual(await rowsOf(), { parent: [], child: ["P1"] });
  });

  test("the tenants that files were uploaded to, when none are named", async () => {
    const id = await begin();
    await sql.upload(id, "news.csv", "person\nP2\n", child);
    const status = await sql.run(id, {
      actions: load(),
      inputs: input({ inputDistributionMode: "NO_DISTRIBUTION" }),
    });
    assert.deepEqual(tenantsOf(status), [`${child} SUCCEEDED`]);
    assert.deepEqual(await rowsOf(), { parent: [], child: ["P2"] });
  });

  test("the tenants whose folders hold files", async () => {
    const id = await begin();
    await sql.upload(id, `${parent}/news.csv`, "person\nP1\n");
    await sql.upload(id, `${child}/news.csv`, "person\nP2\n");
    await sql.upload(id, "WFF_demo~other/others.csv", "person\nP3\n");
    const status = await sql.run(id, {
      actions: load(),
      inputs: input({ inputDistributionMode: "DISTRIBUTE_FILES" }),
    });
    assert.deepEqual(tenantsOf(status), ["WFF_demo SUCCEEDED", `${child} SUCCEEDED`]);
    assert.deepEqual(await rowsOf(), { parent: ["P1"], child: ["P2"] });
  });

  test("folders by the codes without the administrating tenant's, in a folder for them all", async () => {
    const id = await begin();
    await sql.upload(id, "daily/north/news.csv", "person\nP2\n");
    const inputs = input({
      inputDistributionMode: "DISTRIBUTE_FILES",
      fileContainerName: "daily",
      prependAdminTenantCode: true,
    });
    await sql.run(id, { actions: load(), inputs, tenants: [child] });
    assert.deepEqual(await rowsOf(), { parent: [], child: ["P2"] });
  });

  test("files in a folder for them all, of the tenant of the call", async () => {
    const id = await begin();
    await sql.upload(id, "news.csv", "person\nP1\n");
    await sql.upload(id, "daily/news.csv", "person\nP2\n");
    await sql.run(id, { actions: load(), inputs: input({ fileContainerName: "daily" }) });
    assert.deepEqual(await rowsOf(), { parent: ["P2"], child: [] });
  });

  test("the tenants that rows are for, and of their rows each its own", async () => {
    const id = await begin();
    await sql.upload(id, "news.csv", `tenant,person\n${parent},P1\n${child},P2\n${child},P3\n,P4\n`);
    const rows = { inputDistributionMode: "DISTRIBUTE_ROWS", tenantCodeColumn: "tenant" };
    const status = await sql.run(id, { actions: load(), inputs: input(rows) });
    assert.deepEqual(tenantsOf(status), ["WFF_demo SUCCEEDED", `${child} SUCCEEDED`]);
    assert.deepEqual(await rowsOf(), { parent: ["P1"], child: ["P2", "P3"] });
  });

  test("rows by the codes without the administrating tenant's", async () => {
    const id = await begin();
    await sql.upload(id, "news.csv", "tenant,person\nnorth,P2\n");
    const rows = { inputDistributionMode: "DISTRIBUTE_ROWS", tenantCodeColumn: "tenant", prependAdminTenantCode: true };
    await sql.run(id, { actions: load(), inputs: input(rows) });
    assert.deepEqual(await rowsOf(), { parent: [], child: ["P2"] });
  });

  test("of the tenants in the rows only those that are named", async () => {
    const id = await begin();
    await sql.upload(id, "news.csv", `tenant,person\n${parent},P1\n${child},P2\n`);
    const rows = { inputDistributionMode: "DISTRIBUTE_ROWS", tenantCodeColumn: "tenant" };
    await sql.run(id, { actions: load(), inputs: input(rows), tenants: [child] });
    assert.deepEqual(await rowsOf(), { parent: [], child: ["P2"] });
  });

  test("rows for tenants that the caller does not manage fail the job, without a word of what is in them", async () => {
    const id = await begin();
    await sql.upload(id, "news.csv", "tenant,person\nWFF_foreign,P1\n");
    const rows = { inputDistributionMode: "DISTRIBUTE_ROWS", tenantCodeColumn: "tenant" };
    const message = await sql.failed(id, load(), { inputs: input(rows) });
    assert.match(message, /"news" is for 1 tenant that WFF_demo does not manage/);
    assert.doesNotMatch(message, /foreign/);
    assert.equal((await sql.status(id)).status, "ROLLED_BACK");
  });

  test("a tenant in which the job fails does not keep the others from their commit", async () => {
    const id = await begin();
    await sql.upload(id, "news.csv", "person\nP1\n");
    const inputs = input({ inputDistributionMode: "NO_DISTRIBUTION" });
    const status = await sql.run(id, { actions: load(), inputs, tenants: both });
    assert.deepEqual(tenantsOf(status), ["WFF_demo SUCCEEDED", `${child} FAILED`]);
    assert.deepEqual([status.status, status.summary.failed], ["FAILED", 1]);
    const { message = "" } = status.tenants[1] ?? {};
    assert.match(message, /needs the file "news.csv", which was not uploaded to WFF_demo~north/);
    const { status: word, summary } = await sql.status(id);
    assert.deepEqual([word, summary?.committed, summary?.rolledBack], ["CLOSED", 1, 1]);
    assert.deepEqual(await rowsOf(), { parent: ["P1"], child: [] });
  });

  test("a tenant in which the job failed can be tried again when the transaction was kept open", async () => {
    const id = await begin();
    await sql.upload(id, "news.csv", "person\nP1\n");
    const inputs = input({ inputDistributionMode: "NO_DISTRIBUTION" });
    await sql.run(id, { actions: load(), inputs, tenants: both, keepTransactionOpenOnError: true });
    assert.equal((await sql.status(id)).status, "OPEN");
    await sql.upload(id, "news.csv", "person\nP2\n", child);
    await sql.run(id, { actions: load(), inputs, tenants: [child] });
    assert.deepEqual(await rowsOf(), { parent: ["P1"], child: ["P2"] });
    assert.equal((await sql.status(id)).status, "COMMITTED");
  });

  test("outputs are the tenant's whose rows they hold", async () => {
    const shared = { canChildrenInherit: true, canChildrenInheritData: true, filterInheritedDataByTenant: true };
    await sql.table("shared_survey", ["tenant TENANT_ID", "score INTEGER"], shared);
    const values = `('WFF_demo', 1), ('${child}', 2), ('${child}', 3)`;
    const first = await sql.start({ tablesToModify: ["shared_survey"] });
    await sql.done(first, [{ query: { query: `INSERT INTO shared_survey VALUES ${values}` } }, { commit: {} }]);
    const id = await begin();
    const query = { query: "SELECT count(*) AS n FROM shared_survey", output: csv("n.csv", false) };
    await sql.run(id, { actions: [{ query }], tenants: both });
    const [ofParent, ofChild] = [(await sql.output(id, "n.csv")).text, (await sql.output(id, "n.csv", child)).text];
    // Its rows are the parent's, of which the child inherits those that bear its code.
    assert.deepEqual([ofParent, ofChild], ["3\n", "2\n"]);
  });

  test("inherited rows are read, and not written", async () => {
    const id = await sql.start({ tablesToModify: ["engagement_survey"] });
    const actions = [{ query: { query: "DELETE FROM engagement_survey" } }];
    const status = await sql.run(id, { actions, tenants: [child] });
    assert.match(
      status.tenants[0]?.message ?? "",
      /inherits the rows of engagement_survey and can only read them; write them in WFF_demo\./,
    );
  });

  test("several files are one view, with their columns put together by name", async () => {
    const id = await begin();
    await sql.upload(id, "a.csv", "person,floor\nP1,1\n");
    await sql.upload(id, "b.csv", "floor,person\n2,P2\n");
    await sql.done(id, load(), { inputs: input({ filename: undefined, filenames: ["a.csv", "b.csv"] }) });
    assert.deepEqual((await rowsOf()).parent, ["P1", "P2"]);
  });

  test("columns of a file without a header are called _c0, _c1 and so on", async () => {
    const id = await begin();
    await sql.upload(id, "news.csv", "P1,x\nP2,y\n");
    const query = { query: `INSERT INTO ${table.objectName} SELECT _c0 FROM news WHERE _c1 = 'y'` };
    await sql.done(id, [{ query }, { commit: {} }], { inputs: input({ format: { csv: { header: false } } }) });
    assert.deepEqual((await rowsOf()).parent, ["P2"]);
  });

  test("an input without an id is called as its file without the extension", async () => {
    const id = await begin();
    await sql.upload(id, "2026/news.csv", "person\nP1\n");
    await sql.done(id, load(), { inputs: input({ id: undefined, filename: "2026/news.csv" }) });
    assert.deepEqual((await rowsOf()).parent, ["P1"]);
  });

  test("a file that is uploaded again takes the place of the former", async () => {
    const id = await begin();
    await sql.upload(id, "news.csv", "person\nP1\n");
    await sql.upload(id, "news.csv", "person\nP2\n");
    await sql.done(id, load(), { inputs: input() });
    assert.deepEqual((await rowsOf()).parent, ["P2"]);
  });

  test("tables that are read and written are told before the job runs, by their own names, without inputs", async () => {
    const id = await begin();
    await sql.upload(id, "news.csv", "person\nP1\n");
    const query = `INSERT INTO ${table.objectName.toUpperCase()} SELECT n.person FROM news n JOIN Payroll_Ledger p ON n.person = p.person_key`;
    const { tableAccess } = await sql.begin(id, {
      actions: [{ query: { query } }, { replace: { source: "ats_application", target: table.objectName } }],
      inputs: input(),
    });
    assert.deepEqual(tableAccess, { read: ["payroll_ledger", "ats_application"], write: [table.objectName] });
  });

  test("a precondition holds a job back in the tenants whose metadata does not meet it", async () => {
    const first = await begin();
    const set = {
      setMetadata: { table: table.uuid, metadata: { load: "1" }, applyToUnmodifiedTenants: true },
    };
    await sql.done(first, [set, { commit: {} }]);
    const id = await begin();
    const insert = { query: { query: `INSERT INTO ${table.objectName} VALUES ('P1')` } };
    const status = await sql.run(id, {
      actions: [insert, { commit: {} }],
      tenants: both,
      preconditions: [{ table: table.uuid, metadata: { load: "1" } }],
    });
    assert.deepEqual(tenantsOf(status), ["WFF_demo SUCCEEDED", `${child} FAILED`]);
    assert.match(
      status.tenants[1]?.message ?? "",
      /Precondition 1 is not met: the metadata of badge_\d+ in WFF_demo~north/,
    );
    assert.deepEqual(await rowsOf(), { parent: ["P1"], child: [] });
  });

  test("jobs of a transaction run one after the other", async () => {
    const id = await begin();
    const inserts = ["P1", "P2", "P3"].map((person) => ({
      actions: [{ query: { query: `INSERT INTO ${table.objectName} VALUES ('${person}')` } }],
    }));
    const started = await Promise.all(inserts.map((job) => sql.begin(id, job)));
    for (const { jobId } of started) {
      await sql.jobThat(id, jobId, "SUCCEEDED");
    }
    await sql.done(id, [{ commit: {} }]);
    assert.deepEqual((await rowsOf()).parent, ["P1", "P2", "P3"]);
  });

  test("a job that begins locks its tables in all its tenants, and lets go of each where it ends", async () => {
    const id = await begin();
    const insert = { query: { query: `INSERT INTO ${table.objectName} VALUES ('P1')` } };
    const job = { actions: [slow, insert], tenants: both };
    const { jobId } = await sql.begin(id, job);
    const { tableData } = test_.service.platform;
    const locked = () => tableData.listLocks().filter((lock) => lock.transactionId === id);
    while (locked().length === 0) {
      await sql.jobStatus(id, jobId);
    }
    assert.deepEqual(
      locked().map((lock) => lock.table.tenant),
      both,
    );
    const other = await begin();
    const status = await sql.run(other, { actions: [insert, { commit: {} }], tenants: [child] });
    assert.match(status.tenants[0]?.message ?? "", new RegExp(`of ${child} is locked by the transaction ${id}`));
    await sql.done(id, [{ rollback: {} }], { tenants: both });
    assert.deepEqual(locked(), []);
    assert.deepEqual(await rowsOf(), { parent: [], child: [] });
  });

  test("a job that only rolls back stops the one that runs", async () => {
    const id = await begin();
    const { jobId } = await sql.begin(id, { actions: [slow], keepTransactionOpenOnError: true });
    await sql.jobThat(id, jobId, "RUNNING");
    await sql.done(id, [{ rollback: {} }]);
    const stopped = await sql.jobStatus(id, jobId);
    assert.match(stopped.tenants[0]?.message ?? "", /Another job rolled the transaction back in the meantime/);
    assert.equal((await sql.status(id)).status, "ROLLED_BACK");
  });

  test("the summary of a job's status leaves its tenants out", async () => {
    const id = await begin();
    const { jobId } = await sql.begin(id, { actions: [{ rollback: {} }] });
    await sql.jobThat(id, jobId, "SUCCEEDED");
    const path = `/v1alpha/data/table-sources/transactions/${id}/jobs/${jobId}`;
    assert.deepEqual((await sql.call("GET", `${path}?summaryOnly=true`)).json(), {
      jobId,
      status: "SUCCEEDED",
      summary: { pending: 0, running: 0, succeeded: 1, failed: 0 },
      processingSummary: { pending: 0, running: 0, succeeded: 0, failed: 0 },
    });
    const unknown = await sql.call("GET", `${path}-x`);
    assert.deepEqual([unknown.status, unknown.json().code], [404, "JOB_UNKNOWN"]);
  });
});
