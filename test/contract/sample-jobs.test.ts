import assert from "node:assert/strict";
import type { AllJobStatuses, CancelJobsResponse, ProcessingJobStatus } from "../../src/contract/jobs.ts";
import { eventually } from "../support/eventually.ts";
import { startTestService, type TestService } from "../support/running-service.ts";

const isExample = /^This job is an example of the sample and never ran\./;
const statuses = "/v1/op/job-status/jobs";

/** What callers are told of the jobs that the sample lists and nobody ever ran (semantics.md, "Jobs"). */
suite("the example jobs of the sample", () => {
  let test_: TestService;
  let examples: readonly ProcessingJobStatus[];
  suiteSetup(async () => {
    test_ = await startTestService();
    examples = await list();
  });
  suiteTeardown(() => test_.dispose());

  async function get<Value>(path: string): Promise<Value> {
    const answer = await test_.call("GET", path);
    assert.equal(answer.status, 200, answer.text);
    return answer.json<Value>();
  }
  const list = async () => (await get<AllJobStatuses>(`${statuses}?startTime=1970-01-01`)).jobStatus ?? [];
  const statusOf = async (id: string) => (await get<ProcessingJobStatus[]>(`${statuses}/${id}`))[0];

  test("say so in every answer that has them", async () => {
    assert.equal(examples.length, 51);
    for (const { jobId = "", jobType, message = "" } of examples) {
      assert.match(message, isExample);
      assert.equal((await statusOf(jobId))?.message, message);
      if (jobType !== "Dispatching") {
        continue;
      }
      const path = `/v1/op/jobs/dispatching-jobs/${jobId}`;
      assert.equal((await get<{ message: string }>(path)).message, message);
      for (const type of ["extraction", "receiving", "processing"]) {
        const page = await get<Record<string, { message: string }[]>>(`${path}/${type}-jobs`);
        const dispatched = page[`${type}Jobs`] ?? [];
        assert.ok(dispatched.length > 0 && dispatched.every((one) => isExample.test(one.message)));
      }
    }
    const cancelled = await test_.call("POST", "/v1/op/jobs/cancel", { json: { jobIds: [examples[0]?.jobId] } });
    const [result] = cancelled.json<CancelJobsResponse>().jobCancellationResults ?? [];
    assert.match(result?.message ?? "", /^The job has ended: .*an example of the sample and never ran/);
  });

  test("name no data version that does not exist", async () => {
    type Versions = { tenants: { tenantCode: string; dataVersions: { dataVersion: string }[] }[] };
    const dispatching = examples.filter(({ jobType }) => jobType === "Dispatching");
    const named = new Set<string>();
    for (const { jobId } of dispatching) {
      const path = `/v1/op/jobs/dispatching-jobs/${jobId}/processing-jobs`;
      const { processingJobs } = await get<{ processingJobs: { tenantCode: string; dataVersion?: string }[] }>(path);
      for (const { tenantCode, dataVersion } of processingJobs) {
        if (dataVersion !== undefined) {
          named.add(`${tenantCode} ${dataVersion}`);
        }
      }
    }
    const known = new Set<string>();
    for (const code of ["WFF_demo", "WFF_demo~north"]) {
      const { tenants } = await get<Versions>(`/v1/op/data-versions?tenantCode=${code}&numberOfVersions=5`);
      for (const { dataVersion } of tenants.flatMap(({ dataVersions }) => dataVersions)) {
        known.add(`${code} ${dataVersion}`);
      }
    }
    assert.deepEqual([...named].sort(), ["WFF_demo 5000130", "WFF_demo~north 5000130"]);
    assert.ok(
      [...named].every((version) => known.has(version)),
      [...known].join(),
    );
  });

  test("are told from jobs that ran", async () => {
    const ids: string[] = [];
    for (const json of [{}, { allTenants: true }]) {
      const started = await test_.call("POST", "/v1alpha/op/jobs/processing-jobs", { json });
      ids.push(started.json<{ jobId: string }>().jobId);
    }
    for (const id of ids) {
      const job = await eventually(async () => {
        const found = await statusOf(id);
        return found && !["Pending", "Running"].includes(found.status ?? "") ? found : undefined;
      });
      assert.equal(job.status, "Succeeded", job.message);
    }
    const known = new Set(examples.map(({ jobId }) => jobId));
    const ran = (await list()).filter(({ jobId }) => !known.has(jobId));
    // One by itself, and a dispatching job with one for each tenant.
    assert.equal(ran.length, 5);
    assert.ok(ran.every(({ message = "" }) => !message.includes("example")));
  });
});
