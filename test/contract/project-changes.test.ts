import assert from "node:assert/strict";
import { sampleModel } from "../../src/service/sample/sample-model.ts";
import { IntakeCaller } from "../support/intake-caller.ts";
import { type ChangeDraft, ProjectCaller } from "../support/project-caller.ts";
import { startTestService, type TestAnswer, type TestService } from "../support/running-service.ts";
import { signInAs } from "../support/signed-in-user.ts";
import { changeUser, newUser } from "../support/stored-users.ts";
import { zipOf } from "../support/zip-of.ts";

const time = 'Service_Time IN periods(date("2025-11-01"), 1, period(1, Month))';
const headcount = `SELECT employeeCount() AS n FROM Employee WHERE ${time}`;
const salaries = `SELECT averageSalary() AS n FROM Employee WHERE ${time}`;

const metricOf = (id: string) => {
  const metric = sampleModel.metrics.find((one) => one.id === id);
  assert.ok(metric, id);
  return metric;
};
/** The change of a metric's filter. */
const filtered = (id: string, filter: string): ChangeDraft => ({
  kind: "metric",
  id,
  after: { ...metricOf(id), filter },
});
const removed = (id: string): ChangeDraft => ({ kind: "metric", id, after: null });

const monthlySalary = {
  kind: "property",
  object: "Employee",
  id: "Monthly_Salary",
  after: {
    displayName: "Monthly salary",
    type: "number",
    storage: "DOUBLE",
    formula: { operator: "divide", left: "Base_Salary", right: 12 },
  },
};
const payBand = {
  kind: "dimension",
  object: "Employee",
  id: "Pay_Band",
  after: {
    displayName: "Pay band",
    kind: "range",
    levels: [],
    membersOf: "Employee.Pay_Band",
    bands: { property: "Base_Salary", bounds: [60_000, 90_000] },
  },
};
const costCentre = {
  kind: "property",
  object: "Employee",
  id: "Cost_Centre",
  after: { displayName: "Cost centre", type: "text", storage: "VARCHAR" },
};
const shift = {
  kind: "dimension",
  object: "Employee",
  id: "Shift",
  after: {
    displayName: "Shift",
    kind: "leveled",
    levels: [{ id: "Shift_0", displayName: "Shift", depth: 0 }],
    membersOf: "Shift",
    isOpen: true,
  },
};

suite("changes of projects", () => {
  let test_: TestService;
  let projects: ProjectCaller;
  setup(async () => {
    test_ = await startTestService();
    projects = new ProjectCaller(test_);
  });
  teardown(() => test_.dispose());

  function refused(answer: TestAnswer, status: number, code: string, message: RegExp): void {
    assert.equal(answer.status, status, answer.text);
    assert.equal(answer.json<{ code: string }>().code, code, answer.text);
    assert.match(answer.json<{ message: string }>().message, message);
  }

  async function first(query: string, project?: string): Promise<number> {
    return Number((await projects.rows(query, project))[0]?.[0]);
  }

  test("change a metric in the project, in production when it is published, and back by a roll back", async () => {
    const before = await first(headcount);
    const managers = await first(`SELECT employeeCount() AS n FROM Employee WHERE isManager = TRUE AND ${time}`);
    assert.ok(managers > 0 && managers < before);
    const project = await projects.with("Managers only", filtered("employeeCount", "isManager = TRUE"));
    assert.equal(await first(headcount, project), managers);
    assert.equal(await first(headcount), before);
    const [former] = await projects.versions();
    await projects.published(project);
    assert.equal(await first(headcount), managers);
    await test_.restart();
    assert.equal(await first(headcount), managers);
    const back = await projects.rollBack(former?.id);
    assert.equal(await first(headcount, back), before);
    assert.equal(await first(headcount), managers);
    await projects.published(back);
    assert.equal(await first(headcount), before);
  });

  test("add metrics, properties and bands that queries and searches of the project find, and others do not", async () => {
    const cost: ChangeDraft = {
      kind: "metric",
      id: "monthlyCost",
      after: {
        displayName: "Monthly cost",
        object: "Employee",
        kind: "base",
        aggregate: "sum",
        property: "Monthly_Salary",
      },
    };
    const project = await projects.with("Cost", monthlySalary, payBand, cost);
    const list =
      'SELECT Base_Salary, Monthly_Salary FROM Employee WHERE Service_Time BETWEEN date("2025-11-01") AND date("2025-11-02")';
    const rows = await projects.rows(list, project);
    assert.ok(rows.length > 0);
    for (const [base, monthly] of rows) {
      assert.equal(Math.round(Number(monthly) * 100), Math.round((Number(base) / 12) * 100));
    }
    const banded = await projects.rows(
      `SELECT employeeCount() AS n, level(Pay_Band, "Pay_Band") AS band FROM Employee WHERE ${time}`.replace(
        'level(Pay_Band, "Pay_Band")',
        "Pay_Band",
      ),
      project,
    );
    assert.ok(banded.length >= 2, JSON.stringify(banded));
    const total = banded.reduce((sum, row) => sum + Number(row[0]), 0);
    assert.equal(total, await first(headcount));
    const found = await projects.found("Monthly", "PROPERTY", project);
    assert.deepEqual(found, ["Monthly_Salary"]);
    assert.deepEqual(await projects.found("Monthly", "PROPERTY"), []);
    refused(await projects.ask(list), 400, "QUERY_INVALID", /Monthly_Salary/);
    await projects.published(project);
    assert.deepEqual(await projects.rows(list), rows);
  });

  test("add stored attributes that loads fill once they are published, and that a roll back keeps", async () => {
    const project = await projects.with("Cost centres", costCentre, shift);
    const list = `SELECT EmployeeID, Cost_Centre, Shift FROM Employee WHERE Service_Time BETWEEN date("2025-12-01") AND date("2025-12-02")`;
    const rows = await projects.rows(list, project);
    assert.ok(rows.length > 0 && rows.every(([, centre, member]) => !centre && !member), JSON.stringify(rows[0]));
    const [former] = await projects.versions();
    await projects.published(project);
    const intake = new IntakeCaller(test_);
    const id = String(rows[0]?.[0]);
    const csv = `EmployeeID,Effective_Date,Cost_Centre,Shift\n${id},2025-10-01,CC-7,Night\n`;
    assert.equal((await intake.load({ Employee: csv })).status, "PROCESSED");
    const filled = (await projects.rows(list)).find(([employee]) => employee === id);
    assert.deepEqual(filled, [id, "CC-7", "Night"]);
    const back = await projects.rollBack(former?.id);
    await projects.published(back);
    refused(await projects.ask(list), 400, "QUERY_INVALID", /Cost_Centre/);
    const again = await projects.rollBack((await projects.versions())[1]?.id);
    await projects.published(again);
    assert.deepEqual(
      (await projects.rows(list)).find(([employee]) => employee === id),
      filled,
    );
  });

  test("are refused at publishing if somebody else published the same definition meanwhile", async () => {
    const one = await projects.with("One", filtered("employeeCount", "isManager = TRUE"));
    const other = await projects.with("Other", filtered("employeeCount", "isManager = FALSE"));
    const answers = await Promise.all([projects.publish(one), projects.publish(other)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
    const late = answers.find(({ status }) => status === 409);
    assert.ok(late);
    refused(late, 409, "CHANGE_OUTDATED", /metric employeeCount/);
    // A change of what is there now is the way out.
    const loser = answers[0]?.status === 409 ? one : other;
    const now = await projects.with("Now", filtered("employeeCount", "isHighPotential = TRUE"));
    await projects.published(now);
    refused(await projects.publish(loser), 409, "CHANGE_OUTDATED", /metric employeeCount/);
  });

  test("are refused at publishing if something else in production would break", async () => {
    const property: ChangeDraft = { kind: "property", object: "Employee", id: "Base_Salary", after: null };
    const project = await projects.with("Without pay", property);
    refused(await projects.ask(salaries, project), 400, "QUERY_INVALID", /Base_Salary/);
    refused(await projects.publish(project), 409, "MODEL_BROKEN", /metric averageSalary: .*Base_Salary/);
    assert.ok((await first(salaries)) > 0);
    const more = await projects.import(project, removed("averageSalary"), removed("employeeCountAbovePay"));
    assert.equal(more.status, 200, more.text);
    refused(
      await projects.publish(project),
      409,
      "MODEL_BROKEN",
      /mapping hr_employee_change -> Employee.*Base_Salary/,
    );
    const unmapped: ChangeDraft = { kind: "mapping", id: "hr_employee_change -> Employee", after: null };
    assert.equal((await projects.import(project, unmapped)).status, 200);
    await projects.published(project);
    refused(await projects.ask(salaries), 400, "QUERY_INVALID", /averageSalary/);
    assert.deepEqual(await projects.found("Base", "PROPERTY"), []);
  });

  test("go to another tenant by export and import, with what they are made from", async () => {
    const project = await projects.with("Exported", filtered("exitCount", "isRegrettedExit = TRUE"), monthlySalary);
    const commits = await test_.call("GET", `/v1/admin/projects/${project}/commits`);
    const { commits: listed } = commits.json<{ commits: { document: ChangeDraft }[] }>();
    assert.deepEqual(listed[0]?.document.before, metricOf("exitCount"));
    assert.equal(listed[1]?.document.before, null);
    const version = await projects.published(project);
    const exported = await projects.exported(version.id);
    const other = await startTestService();
    try {
      const there = new ProjectCaller(other);
      const target = await there.create("Imported");
      const imported = await there.importZip(target, exported);
      assert.equal(imported.status, 200, imported.text);
      assert.deepEqual(imported.json<{ commits: unknown }>().commits, listed);
      await there.published(target);
      assert.deepEqual(await there.found("Monthly", "PROPERTY"), ["Monthly_Salary"]);
    } finally {
      await other.dispose();
    }
  });

  test("define sources and mappings that take effect when they are published", async () => {
    const source: ChangeDraft = {
      kind: "source",
      id: "Payroll",
      after: { schema: "Employee", fileNameRegex: "^payroll.*\\.csv$" },
    };
    const mapping: ChangeDraft = { kind: "mapping", id: "hr_employee_change -> Employee", after: null };
    const project = await projects.with("Sources", source, mapping);
    const sources = async () => (await test_.call("GET", "/v1/op/data-sources")).text;
    const mappings = async () => {
      const { tableMappings, tableSources } = test_.service.platform;
      const tables = await tableSources.list("WFF_demo", undefined);
      return tableMappings.ofTables(
        "WFF_demo",
        tables.map(({ definition }) => String(definition.uuid)),
      );
    };
    assert.ok(!(await sources()).includes("payroll"));
    assert.equal((await mappings()).length, 1);
    const [former] = await projects.versions();
    await projects.published(project);
    assert.ok((await sources()).includes("payroll"));
    assert.equal((await mappings()).length, 0);
    await projects.published(await projects.rollBack(former?.id));
    assert.ok(!(await sources()).includes("payroll"));
    assert.equal((await mappings()).length, 1);
  });

  test("wait in the stages of their project, and are seen by those whom it is shared with", async () => {
    const move = (id: string, json: unknown, headers: Record<string, string> = {}) =>
      test_.call("POST", `/v1/admin/projects/${id}`, { json, headers });
    const project = await projects.with("Staged", removed("exitCount"));
    const stageOf = async () => {
      const listed = await test_.call("GET", "/v1/admin/projects?with=Open&with=Approval&with=Rejected&with=Archived");
      const stages = Object.entries(listed.json<Record<string, { id: string }[]>>());
      return stages.find(([, list]) => list.some(({ id }) => id === project))?.[0];
    };
    const moved = await move(project, { operation: "unknown", stage: "Approval" });
    assert.equal(moved.json<{ project: { name: string } }>().project.name, "Staged");
    assert.equal(await stageOf(), "approvalProjects");
    refused(await projects.import(project, removed("exitCount")), 409, "PROJECT_CLOSED", /Approval/);
    assert.equal((await move(project, { stage: "Rejected" })).status, 200);
    refused(await projects.publish(project), 409, "PROJECT_CLOSED", /rejected/);
    refused(await move(project, { stage: "Approval" }), 409, "PROJECT_STAGE_UNREACHABLE", /Open, Archived/);
    assert.equal((await move(project, { stage: "Open" })).status, 200);
    assert.equal(await stageOf(), "openProjects");

    const { users } = test_.service.platform;
    const capabilities = users.byName("WFF_demo", test_.service.credentials.username)?.capabilities ?? [];
    await users.create(newUser("bob@demo.example", { password: "bob", capabilities }));
    const { headers: asBob } = await signInAs(test_, "WFF_demo", "bob@demo.example");
    const path = `/v1/admin/projects/${project}`;
    assert.equal((await test_.send("GET", path, { headers: asBob })).status, 404);
    const share = (capabilities: readonly string[], username = "bob@demo.example") =>
      move(project, { sharedWith: [{ username, capabilities }] });
    refused(await share(["canRead"], "nobody"), 404, "USER_UNKNOWN", /nobody/);
    refused(await share(["owner"]), 400, "REQUEST_INVALID", /sharedWith\.0\.capabilities/);
    refused(await move(project, { stage: "Elsewhere" }), 400, "REQUEST_INVALID", /stage/);
    assert.equal((await share(["canRead"])).status, 200);
    const seen = await test_.send("GET", path, { headers: asBob });
    assert.deepEqual(seen.json<{ capabilities: string[] }>().capabilities, ["canRead"]);
    const asks = (stage: string) => test_.send("POST", path, { headers: asBob, json: { stage } });
    refused(await asks("Approval"), 403, "PROJECT_CAPABILITY_MISSING", /canWrite/);
    refused(
      await test_.send("POST", path, { headers: asBob, json: { sharedWith: [] } }),
      403,
      "PROJECT_CAPABILITY_MISSING",
      /sharing/,
    );
    assert.equal((await share(["canWrite"])).status, 200);
    assert.equal((await asks("Approval")).status, 200);
    assert.equal((await move(project, { sharedWith: [] })).status, 200);
    assert.equal((await test_.send("GET", path, { headers: asBob })).status, 404);
    assert.equal((await move(project, { stage: "Archived" })).status, 200);
    refused(await move(project, { stage: "Open" }), 409, "PROJECT_STAGE_UNREACHABLE", /Archived/);
  });

  test("show nothing that is computed from what the caller may not see", async () => {
    const cost: ChangeDraft = {
      kind: "metric",
      id: "monthlyCost",
      after: { displayName: "Cost", object: "Employee", kind: "base", aggregate: "sum", property: "Monthly_Salary" },
    };
    const project = await projects.with("Cost", monthlySalary, payBand, cost);
    await projects.published(project);
    const { username } = test_.service.credentials;
    assert.deepEqual(await projects.found("Monthly", "PROPERTY"), ["Monthly_Salary"]);
    await changeUser(test_.service.platform.users, "WFF_demo", username, {
      permissionIds: ["WithoutPay"],
      groupIds: [],
    });
    assert.deepEqual(await projects.found("Monthly", "PROPERTY"), []);
    assert.deepEqual(await projects.found("Pay band", "DIMENSION"), []);
    assert.deepEqual(await projects.found("Cost", "METRIC"), []);
    refused(
      await projects.ask(`SELECT monthlyCost() AS n FROM Employee WHERE ${time}`),
      400,
      "QUERY_INVALID",
      /monthlyCost/,
    );
    assert.ok((await first(headcount)) > 0);
  });

  test("are refused with their place when they cannot be read or made", async () => {
    const project = await projects.create("Bad");
    const count = metricOf("employeeCount");
    const bad: readonly (readonly [ChangeDraft, RegExp])[] = [
      [{ kind: "metrics", id: "x", after: null }, /versions\[0\]\.changes\[0\].*document\.kind/],
      [{ kind: "metric", id: "", after: null }, /document\.id/],
      [{ kind: "property", id: "x", after: null }, /document\.object/],
      [{ kind: "metric", object: "Employee", id: "x", after: null }, /document\.object/],
      [{ kind: "metric", id: "x", after: undefined }, /document\.after/],
      [{ kind: "metric", id: "employeeCount", after: { ...count, fitler: "x" } }, /document\.after/],
      [{ kind: "metric", id: "employeeCount", after: { ...count, id: "other" } }, /document\.after\.id/],
      [filtered("employeeCount", "Base_Salary >"), /metric employeeCount.*Base_Salary >/],
      [filtered("employeeCount", "No_Such = 1"), /metric employeeCount.*No_Such/],
      [
        filtered("employeeCount", 'isManager = TRUE AND Service_Time > date("2024-01-01")'),
        /metric employeeCount.*cannot hold a condition on the time/,
      ],
      [{ kind: "metric", id: "new", after: { ...count, id: "new", object: "Nobody" } }, /Nobody/],
      [{ kind: "metric", id: "new", after: { ...count, id: "new", aggregate: "sum" } }, /needs a property/],
      [{ ...monthlySalary, object: "Nobody" }, /Nobody/],
      [{ ...monthlySalary, id: "employeeid" }, /EmployeeID/],
      [{ ...monthlySalary, id: "a b" }, /no id/],
      [{ ...monthlySalary, id: "File_Row_Number" }, /data files need/],
      [{ ...payBand, after: { ...payBand.after, bands: { property: "Full_Name", bounds: [1] } } }, /Full_Name/],
      [{ ...payBand, after: { ...payBand.after, bands: { property: "Base_Salary", bounds: [2, 1] } } }, /ascend/],
      [{ ...payBand, after: { ...payBand.after, membersOf: "Location" } }, /list of their own/],
      [{ kind: "source", id: "s", after: { schema: "Employee", fileNameRegex: "(a+)+$" } }, /source s.*fileNameRegex/],
      [{ kind: "source", id: "s", after: { schema: "Nobody", fileNameRegex: "a" } }, /Nobody/],
    ];
    for (const [change, message] of bad) {
      refused(await projects.import(project, change), 400, "CHANGE_INVALID", message);
    }
    const stored = sampleModel.objects[0]?.properties.find(({ id }) => id === "Base_Salary");
    const retyped = {
      kind: "property",
      object: "Employee",
      id: "Base_Salary",
      after: { ...stored, storage: "BIGINT" },
    };
    refused(await projects.import(project, retyped), 400, "CHANGE_INVALID", /storage/);
    const outdated = { ...filtered("employeeCount", "isManager = TRUE"), before: metricOf("exitCount") };
    refused(await projects.import(project, outdated as ChangeDraft), 400, "CHANGE_INVALID", /before\.id/);
    const other = { ...filtered("employeeCount", "isManager = TRUE"), before: { ...count, displayName: "Old" } };
    refused(await projects.import(project, other), 409, "CHANGE_OUTDATED", /metric employeeCount/);
    const listed = await test_.call("GET", `/v1/admin/projects/${project}/commits`);
    assert.deepEqual(listed.json(), { commits: [] });
    const foreign = await projects.importZip(project, await zipOf({ "other.json": "{}" }));
    refused(foreign, 400, "ARCHIVE_UNREADABLE", /changes\.json/);
  });
});
