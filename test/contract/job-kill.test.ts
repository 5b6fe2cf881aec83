import assert from "node:assert/strict";
import type { ProcessingJobStatus } from "../../src/contract/jobs.ts";
import type { SqlJobStatus } from "../../src/contract/sql-job-schemas.ts";
import { eventually } from "../support/eventually.ts";
import { KillableService } from "../support/killable-service.ts";

const root = "/v1alpha/data/table-sources/transactions";
const hour = 60 * 60 * 1000;

suite("a service that is killed while a job waits for its time", () => {
  let service: KillableService;
  suiteSetup(async () => {
    service = await KillableService.create();
  });
  suiteTeardown(async () => {
    await service.dispose();
  });

  /** Id of the processing job that a SQL job defers. */
  async function defer(delayMs: number): Promise<string> {
    const { transactionId } = await service.call("POST", root, {});
    const deferTimeNotAfter = new Date(Date.now() + delayMs).toISOString();
    const actions = [{ commit: {} }, { process: { dataCategoryIds: ["Workforce"], deferTimeNotAfter } }];
    const { jobId } = await service.call("POST", `${root}/${transactionId}/jobs`, { actions });
    return eventually(async () => {
      const { tenants } = await service.call<SqlJobStatus>("GET", `${root}/${transactionId}/jobs/${jobId}`);
      return tenants?.[0]?.processingJobIds?.[0];
    });
  }

  const statusOf = async (id: string) =>
    (await service.call<ProcessingJobStatus[]>("GET", `/v1/op/job-status/jobs/${id}`))[0]?.status;

  test("still has the job, which an equal one joins, and which can be cancelled", async () => {
    await service.begin();
    const id = await defer(2 * hour);
    assert.equal(await statusOf(id), "Pending");
    await service.kill();
    await service.begin();
    assert.equal(await statusOf(id), "Pending");
    assert.equal(await defer(hour), id);
    await service.call("POST", "/v1/op/jobs/cancel", { jobIds: [id] });
    await service.kill();
    await service.begin();
    assert.equal(await statusOf(id), "Cancelled");
    assert.notEqual(await defer(hour), id);
    await service.kill();
  }).timeout(120_000);
});
