import assert from "node:assert/strict";
import { buildSmallerVersion } from "../support/built-versions.ts";
import { IntakeCaller } from "../support/intake-caller.ts";
import { startTestService, type TestService } from "../support/running-service.ts";

const group = "WFF_demo~group";
const members = ["WFF_demo", "WFF_demo~north"] as const;
const path = "/v1alpha/op/jobs/consolidated-analytics-jobs";

/** A tenant whose data is that of others together. */
suite("consolidated tenants over HTTP", function () {
  this.timeout(120_000);
  let test_: TestService;
  setup(async () => {
    test_ = await startTestService();
  });
  teardown(() => test_.dispose());

  const ask = async (query: string, tenant: string): Promise<string[]> => {
    const headers = { accept: "text/csv, application/json;q=0.5", TargetTenantID: tenant };
    const answer = await test_.call("POST", "/v1/data/query/sql", { json: { query }, headers });
    assert.equal(answer.status, 200, answer.text);
    return answer.text.trimEnd().split("\r\n").slice(1);
  };
  const inMonths = 'Service_Time IN periods(date("2025-01-01"), 3, period(1, Month))';
  /** Numbers by a key, as `number,key` rows say. */
  const sums = (rows: readonly string[]) => {
    const found = new Map<string, number>();
    for (const row of rows) {
      const [number, ...key] = row.split(",");
      found.set(key.join(), (found.get(key.join()) ?? 0) + Number(number));
    }
    return [...found].filter(([, value]) => value !== 0).sort(([one], [other]) => (one < other ? -1 : 1));
  };
  const run = async (json: object = { tenantCode: group, runProcessingJob: true }) => {
    const answer = await test_.call("POST", path, { json });
    assert.equal(answer.status, 200, answer.text);
    const { jobId } = answer.json<{ jobId: string }>();
    const { jobs, jobRunner } = test_.service.platform;
    const signal = AbortSignal.timeout(30_000);
    const job = await jobRunner.ended(jobId, signal);
    const processing = await jobs.children(jobId, "processing", [group], { limit: 10, start: 0 });
    return { job, processing: await Promise.all(processing.map(({ id }) => jobRunner.ended(id, signal))) };
  };
  const isSumOfMembers = async (query: string) => {
    const ofMembers = await Promise.all(members.map((tenant) => ask(query, tenant)));
    assert.deepEqual(sums(await ask(query, group)), sums(ofMembers.flat()));
  };

  test("count the people of all their members, by dimension and by what references lead to", async () => {
    const heads = `SELECT employeeCount() AS Heads, level(Location, "Location_2") AS City FROM Employee WHERE ${inMonths}`;
    assert.deepEqual(sums(await ask(heads, group)), []);
    const { job, processing } = await run();
    assert.match(job.message ?? "", /WFF_demo \(version 5000130\) and WFF_demo~north \(version \d+\) is taken in/);
    assert.deepEqual(
      processing.map(({ state }) => state),
      ["succeeded", "succeeded"],
      JSON.stringify(processing),
    );
    const messages = processing.map(({ message = "" }) => message);
    assert.ok(
      messages.some((text) => /Workforce is published: WFF_demo \(version 5000130\) and WFF_demo~north/.test(text)),
      messages.join(),
    );
    await isSumOfMembers(heads);
    for (const dimension of ["Function", "Pay_Level", "Org_Unit"]) {
      await isSumOfMembers(
        `SELECT employeeCount() AS Heads, ${dimension} AS Of FROM Employee WHERE ${inMonths} AND Direct_Manager.isManager = TRUE`,
      );
    }
    await isSumOfMembers(
      `SELECT exitCount() AS Exits, Exit_Reason AS Why FROM Employee_Exit WHERE Service_Time IN periods(date("2020-01-01"), 6, period(1, Year))`,
    );
    await isSumOfMembers(
      `SELECT requisitionCount() AS Open, Requisition_Status AS State FROM Requisition WHERE ${inMonths}`,
    );
  });

  test("list the records of all their members, each with its own references", async () => {
    await run();
    const query =
      'SELECT EmployeeID, Full_Name, Location, Direct_Manager.Full_Name AS Boss, Position.Title AS Title FROM Employee WHERE Service_Time BETWEEN date("2025-06-01") AND date("2025-06-02")';
    const ofMembers = await Promise.all(members.map((tenant) => ask(query, tenant)));
    assert.deepEqual((await ask(query, group)).toSorted(), ofMembers.flat().toSorted());
  });

  test("follow their members with the next job only, keep members that one of them added, and are not built twice", async () => {
    const query = `SELECT employeeCount() AS Heads, Function AS Of FROM Employee WHERE Service_Time IN periods(date("2026-01-01"), 12, period(1, Month))`;
    await run();
    const before = await ask(query, group);
    const intake = new IntakeCaller(test_);
    const rows = "EmployeeID,Effective_Date,Function\nNEW-1,2025-05-01,Moon_Landing\nP-1001,2025-06-01,Moon_Landing\n";
    assert.equal((await intake.load({ Employee: rows }, "WFF_demo~north")).status, "PROCESSED");
    assert.deepEqual(await ask(query, group), before);
    await run();
    await isSumOfMembers(query);
    const { processing } = await run();
    assert.ok(
      processing.every(({ message }) => /^Nothing has changed/.test(message ?? "")),
      JSON.stringify(processing),
    );
  });

  test("take the data of their members in at once, and process it when they are asked to", async () => {
    const query = `SELECT employeeCount() AS Heads FROM Employee WHERE ${inMonths}`;
    const { processing } = await run({ tenantCode: group });
    assert.deepEqual([processing, sums(await ask(query, group))], [[], []]);
    const answer = await test_.call("POST", "/v1alpha/op/jobs/processing-jobs", {
      json: { tenants: [group], publishToProduction: true },
    });
    const { state } = await test_.service.platform.jobRunner.ended(
      String(answer.json().jobId),
      AbortSignal.timeout(30_000),
    );
    assert.equal(state, "succeeded");
    await isSumOfMembers(query);
  });

  test("cannot be made of what a member has given up since it was taken in", async () => {
    const build = (people: number) =>
      buildSmallerVersion(test_.service.platform, { tenant: "WFF_demo~north", people, fingerprint: `${people}` });
    const { number } = await build(1);
    await run({ tenantCode: group });
    for (let people = 2; people < 8; people++) {
      await build(people);
    }
    const answer = await test_.call("POST", "/v1alpha/op/jobs/processing-jobs", { json: { tenants: [group] } });
    const { jobRunner } = test_.service.platform;
    const job = await jobRunner.ended(String(answer.json().jobId), AbortSignal.timeout(30_000));
    assert.equal(job.state, "failed");
    assert.match(
      job.message ?? "",
      new RegExp(
        `data version ${number} of WFF_demo~north, which was taken in, is no longer kept; run the consolidated`,
      ),
    );
  });

  test("are those that say so, receive no files, and are found by whoever manages them", async () => {
    const refused = async (json: object, status: number, message: RegExp) => {
      const answer = await test_.call("POST", path, { json });
      assert.deepEqual([answer.status, message.test(answer.text)], [status, true], answer.text);
    };
    await refused({ tenantCode: "WFF_demo~north" }, 400, /does not consolidate other tenants; name WFF_demo~group/);
    await refused({}, 400, /WFF_demo does not consolidate/);
    await refused({ tenantCode: "WFF_none" }, 404, /manages no tenant/);
    const intake = new IntakeCaller(test_);
    const status = await intake.load({ Employee: "EmployeeID,Effective_Date\nNEW-1,2025-05-01\n" }, group);
    assert.equal(status.status, "FAILED");
    assert.match(String(status.message), /receives no files: its data is that of WFF_demo and WFF_demo~north/);
  });
});
