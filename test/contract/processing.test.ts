import assert from "node:assert/strict";
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
});
