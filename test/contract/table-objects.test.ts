import assert from "node:assert/strict";
import { differenceFromFiles } from "../support/evaluated-version.ts";
import type { Plain, ReceivedFile } from "../support/evaluator/processing/received.ts";
import { startTestService, type TestService } from "../support/running-service.ts";
import { SqlJobCaller } from "../support/sql-job-caller.ts";

const tenant = "WFF_demo";
const table = "hr_employee_change";
/** Columns of the table, of which the sample fills those of the load schema of the same name. */
const columns = [
  "EmployeeID",
  "Effective_Date",
  "End_Date",
  "Full_Name",
  "Base_Salary",
  "Location",
  "Function",
  "Work_Model",
  "isManager",
  "Direct_Manager",
] as const;

type Change = Partial<Record<(typeof columns)[number], Plain>>;

/** What SQL jobs write to a table that an object is filled from, and what processing makes of it. */
suite("objects that are filled from table sources", function () {
  this.timeout(120_000);
  let test_: TestService;
  let sql: SqlJobCaller;
  setup(async () => {
    test_ = await startTestService();
    sql = new SqlJobCaller(test_);
  });
  teardown(() => test_.dispose());

  const insert = (...changes: readonly Change[]) => ({
    query: {
      query: `INSERT INTO ${table} VALUES ${changes
        .map((change) => `(${columns.map((column) => literal(column, change[column] ?? null)).join(", ")})`)
        .join(", ")}`,
    },
  });
  const begin = () => sql.start({ tablesToModify: [table] });
  const run = async (...actions: readonly object[]) => {
    const status = await sql.process(await begin(), { actions: [...actions] });
    const [jobId = ""] = status.tenants[0]?.processingJobIds ?? [];
    const job = jobId === "" ? undefined : await test_.service.platform.jobs.find([tenant], jobId);
    return { status, job };
  };
  /** The rows as the evaluator takes them. */
  const toFile = (...changes: readonly Change[]): ReceivedFile => ({
    schema: "Employee",
    columns: [...columns],
    rows: changes.map((change) =>
      Object.fromEntries(
        columns.map((column) => {
          const value = change[column] ?? null;
          return [column, column.endsWith("_Date") && value !== null ? Date.parse(String(value)) : value];
        }),
      ),
    ),
  });
  const difference = (...files: readonly ReceivedFile[]) => differenceFromFiles(test_.service.platform, tenant, files);
  const visible = () => test_.service.platform.dataVersions.visible(tenant);
  const uploads = () => test_.service.platform.uploads.files(tenant);

  const hired: Change = {
    EmployeeID: "NEW-1",
    Effective_Date: "2025-05-01",
    Full_Name: 'Grace "Amazing" Hopper, Rear Admiral',
    Base_Salary: 91250.5,
    Function: "Moon_Landing",
    Work_Model: "Hybrid",
    isManager: true,
  };
  const colleague: Change = { EmployeeID: "NEW-2", Effective_Date: "2025-06-01", Direct_Manager: "NEW-1" };

  test("show the committed rows once they are processed, as the evaluator makes them of the same rows", async () => {
    const { status, job } = await run(insert(hired, colleague), { commit: {} }, { process: {} });
    assert.equal(status.processingSummary.succeeded, 1, JSON.stringify([status, job]));
    assert.match(job?.message ?? "", /Workforce is published: 2 rows of 1 new file/);
    assert.equal(await difference(toFile(hired, colleague)), undefined);
    const [upload] = await uploads();
    assert.deepEqual(
      [upload?.upload.kind, upload?.file.name, upload?.file.rows, upload?.upload.job],
      ["sql", `${table}.csv`, 2, job?.id],
    );
    assert.equal(job?.dataVersion, String((await visible())[0]?.number));
  });

  test("show the rows that the table has, and not those that it had", async () => {
    await run(insert(hired, colleague), { commit: {} }, { process: {} });
    const { job } = await run(
      { query: { query: `DELETE FROM ${table} WHERE EmployeeID = 'NEW-2'` } },
      insert({ EmployeeID: "NEW-1", Effective_Date: "2025-09-01", End_Date: "2025-12-01", Work_Model: "Remote" }),
      { commit: {} },
      { process: {} },
    );
    assert.equal(job?.state, "succeeded", job?.message);
    const later = { EmployeeID: "NEW-1", Effective_Date: "2025-09-01", End_Date: "2025-12-01", Work_Model: "Remote" };
    assert.equal(await difference(toFile(hired, later)), undefined);
    const included = (await uploads()).filter(({ file }) => file.isIncluded);
    assert.deepEqual(
      included.map(({ file }) => file.rows),
      [2],
    );
    // An emptied table leaves no trace.
    await run({ query: { query: `DELETE FROM ${table}` } }, { commit: {} }, { process: {} });
    assert.equal(await difference(), undefined);
  });

  test("are not built again for the same rows", async () => {
    const first = await run(insert(hired), { commit: {} }, { process: {} });
    const again = await run({ commit: {} }, { process: {} });
    assert.match(again.job?.message ?? "", /Nothing has changed since data version/);
    assert.equal(again.job?.dataVersion, first.job?.dataVersion);
    assert.equal((await uploads()).length, 1);
  });

  test("keep rows that are not committed out", async () => {
    const status = await sql.process(await begin(), { actions: [insert(hired), { process: {} }, { rollback: {} }] });
    assert.equal(status.processingSummary.succeeded, 1, JSON.stringify(status));
    assert.equal(await difference(), undefined);
    assert.deepEqual(await uploads(), []);
  });

  test("change for a project only when process names it", async () => {
    const made = await test_.call("POST", "/v1/admin/projects", { json: { name: "Moon" } });
    const { id: project } = made.json<{ id: string }>();
    const before = (await visible())[0]?.number;
    const { job } = await run(insert(hired), { commit: {} }, { process: { projectId: project } });
    assert.match(job?.message ?? "", /is a draft/);
    assert.equal((await visible())[0]?.number, before);
    const { dataVersions } = test_.service.platform;
    const [draft] = await dataVersions.visible(tenant, project);
    assert.deepEqual([draft?.project, String(draft?.number)], [project, job?.dataVersion]);
    assert.equal((await dataVersions.visible(tenant, "another"))[0]?.number, before);
    const ask = async (headers: Record<string, string>) => {
      const query =
        'SELECT EmployeeID FROM Employee WHERE Service_Time BETWEEN date("1900-01-01") AND date("2100-01-01")';
      return (await test_.call("POST", "/v1/data/query/sql", { json: { query }, headers })).text.includes("NEW-1");
    };
    assert.deepEqual([await ask({ ProjectID: project }), await ask({})], [true, false]);
  });

  test("stay as they are when rows break a rule, and the job says which", async () => {
    const before = (await visible())[0]?.number;
    const wrong = { EmployeeID: "NEW-3", Effective_Date: "2025-05-01", Work_Model: "From_The_Moon" };
    const { status, job } = await run(insert(hired, wrong), { commit: {} }, { process: {} });
    assert.equal(status.tenants[0]?.status, "PROCESSING_FAILED");
    assert.match(job?.message ?? "", /hr_employee_change\.csv.*line 3.*Work_Model.*closed/);
    assert.equal((await visible())[0]?.number, before);
    assert.deepEqual(
      (await uploads()).map(({ file }) => [file.kind, file.isIncluded]),
      [["problems", false]],
    );
  });

  test("stay as they are when process names a category that the tenant does not have", async () => {
    const { job } = await run(insert(hired), { commit: {} }, { process: { dataCategoryIds: ["core"] } });
    assert.deepEqual([job?.state, job?.message?.includes('"core"')], ["failed", true]);
    assert.deepEqual(await uploads(), []);
  });

  test("are of the categories that process names, by their ids or names", async () => {
    const status = await sql.process(await begin(), {
      actions: [insert(hired), { commit: {} }, { process: { dataCategoryIds: ["Talent Acquisition", "Workforce"] } }],
    });
    assert.equal(status.processingSummary.succeeded, 2, JSON.stringify(status));
    assert.equal(await difference(toFile(hired)), undefined);
  });

  test("cannot be filled from a column that the table has lost", async () => {
    const definition = (await sql.call("GET", "/v1alpha/data/table-sources/tables"))
      .json<{ tables: { objectName: string; uuid: string; columns: { name: string }[] }[] }>()
      .tables.find(({ objectName }) => objectName === table);
    assert.ok(definition);
    const { uuid, columns: all, ...others } = definition;
    const json = { ...others, columns: all.filter(({ name }) => name !== "Full_Name") };
    assert.equal((await sql.call("PUT", `/v1alpha/data/table-sources/tables/${uuid}`, json)).status, 200);
    const { job } = await run({ process: {} });
    assert.equal(job?.state, "failed");
    assert.match(job?.message ?? "", /hr_employee_change has no column "Full_Name", from which Full_Name of Employee/);
  });
});

function literal(column: string, value: Plain): string {
  if (value === null) {
    return "NULL";
  }
  return column.endsWith("_Date")
    ? `TIMESTAMP '${String(value)}'`
    : typeof value === "string"
      ? `'${value}'`
      : String(value);
}
