import assert from "node:assert/strict";
import { InboxCaller } from "../support/inbox-caller.ts";
import { IntakeCaller } from "../support/intake-caller.ts";
import { startTestService, type TestService } from "../support/running-service.ts";

suite("processing in the embedded service", () => {
  let test_: TestService;
  let intake: IntakeCaller;
  suiteSetup(async () => {
    test_ = await startTestService();
    intake = new IntakeCaller(test_);
  });
  suiteTeardown(() => test_.dispose());

  /** Counts people by function in the months of a year. */
  const countPeople = async () => {
    const text =
      'SELECT employeeCount() AS Heads, level(Function, "Function") AS Job FROM Employee WHERE Service_Time IN periods(date("2026-01-01"), 12, period(1, Month))';
    const answer = await test_.call("POST", "/v1/data/query/sql", {
      json: { query: text },
      headers: { accept: "text/csv" },
    });
    assert.equal(answer.status, 200, answer.text);
    return answer.text;
  };
  const process = async (json: unknown) => {
    const answer = await test_.call("POST", "/v1alpha/op/jobs/processing-jobs", { json });
    assert.equal(answer.status, 200, answer.text);
    return test_.service.platform.jobRunner.ended(String(answer.json().jobId), AbortSignal.timeout(30_000));
  };

  test("a committed file changes the numbers, and leaving it out changes them back", async () => {
    const before = await countPeople();
    const id = await intake.start();
    await intake.upload(
      id,
      "Employee",
      "EmployeeID,Effective_Date,Function\nNEW-1,2025-05-01,Moon_Landing\nNEW-2,2025-06-01,Moon_Landing\n",
    );
    const status = await intake.commit(id);
    assert.equal(status.status, "PROCESSED", JSON.stringify(status));
    const after = await countPeople();
    assert.match(after, /Moon_Landing/);
    await test_.service.platform.uploads.setIncluded("WFF_demo", { job: String(status.jobId) }, false, () => true);
    const job = await process({ publishToProduction: true });
    assert.deepEqual([job.state, /published/.test(job.message ?? "")], ["succeeded", true], job.message);
    assert.equal(await countPeople(), before);
    const again = await process({ publishToProduction: true });
    assert.match(again.message ?? "", /Nothing has changed/);
    assert.equal(again.dataVersion, job.dataVersion);
  });

  test("goes on after the version that all are built on was disabled", async () => {
    const before = await countPeople();
    const disabled = await test_.call("PUT", "/v1/op/data-versions/disable", {
      json: { model: { dataVersionObjects: [{}] } },
    });
    assert.equal(disabled.json<{ results: { dataVersion: string }[] }>().results[0]?.dataVersion, "5000130");
    assert.match(await countPeople(), /Moon_Landing/);
    const job = await process({ publishToProduction: true });
    assert.equal(job.state, "succeeded", job.message);
    assert.notEqual(job.dataVersion, "5000130");
    assert.equal(await countPeople(), before);
  });

  test("makes a draft that lists, aggregates and searches see in a project only, until it is published", async () => {
    const { id: project } = (await test_.call("POST", "/v1/admin/projects", { json: { name: "Draft" } })).json();
    const inbox = new InboxCaller(test_);
    await inbox.upload("employee.csv", "EmployeeID,Effective_Date,Function\nDRAFT-1,2025-05-01,Deep_Sea\n");
    assert.equal((await inbox.load(["employee.csv"])).state, "succeeded");
    const job = await process({});
    assert.match(job.message ?? "", /is a draft/);
    const questions: Readonly<Record<string, readonly [path: string, json: object]>> = {
      "SQL-like list": [
        "/v1/data/query/sql",
        { query: 'SELECT Function FROM Employee WHERE Service_Time BETWEEN date("2025-06-01") AND date("2025-06-02")' },
      ],
      "SQL-like aggregate": [
        "/v1/data/query/sql",
        {
          query:
            'SELECT employeeCount(), Function FROM Employee WHERE Service_Time IN periods(date("2026-01-01"), 1, period(1, Month))',
        },
      ],
      search: ["/v1alpha/search/service-objects", { query: ["sea"], objectType: "DIMENSION_MEMBER" }],
    };
    const seen = async (headers: Record<string, string>) => {
      const found: Record<string, readonly [boolean, boolean]> = {};
      for (const [name, [path, json]] of Object.entries(questions)) {
        const answer = await test_.call("POST", path, { json, headers });
        assert.equal(answer.status, 200, `${name}: ${answer.text}`);
        const versions = String(answer.headers["data-version"]).split(",");
        found[name] = [/Deep_Sea|Deep Sea/.test(answer.text), versions.includes(String(job.dataVersion))];
      }
      return found;
    };
    const everywhere = (is: boolean) => Object.fromEntries(Object.keys(questions).map((name) => [name, [is, is]]));
    assert.deepEqual(await seen({}), everywhere(false));
    assert.deepEqual(await seen({ ProjectID: String(project) }), everywhere(true));
    assert.equal((await process({ publishToProduction: true })).dataVersion, job.dataVersion);
    assert.deepEqual(await seen({}), everywhere(true));
  });
});
