import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ProcessingJobStatus } from "../../src/contract/jobs.ts";
import type { SqlJobStatus } from "../../src/contract/sql-job-schemas.ts";
import { createServiceArguments, type ReadyLine } from "../../src/service/process/start.ts";
import { eventually } from "../support/eventually.ts";
import { copySample, sendRequest } from "../support/running-service.ts";
import { type RunningProgram, type ServiceProgram, serviceProgram } from "../support/service-program.ts";

const root = "/v1alpha/data/table-sources/transactions";
const hour = 60 * 60 * 1000;

suite("a service that is killed while a job waits for its time", () => {
  let program: ServiceProgram;
  let dataFolder: string;
  let running: RunningProgram;
  let call: <Value = Record<string, string>>(method: string, path: string, json?: unknown) => Promise<Value>;
  suiteSetup(async () => {
    program = serviceProgram();
    dataFolder = await mkdtemp(join(tmpdir(), "workforce-job-kill-"));
    await copySample(dataFolder);
  });
  suiteTeardown(async () => {
    await program.dispose();
    await rm(dataFolder, { recursive: true, force: true });
  });

  async function begin(): Promise<void> {
    running = program.start(createServiceArguments({ dataFolder }));
    const { url, apiKey, username, password }: ReadyLine = await running.ready;
    const token = await sendRequest(url, "POST", "/v1/admin/serviceSecureToken", { form: { username, password } });
    const headers = { apikey: apiKey, cookie: `ServiceASIDToken=${token.text}` };
    call = async (method, path, json) => {
      const answer = await sendRequest(url, method, path, { headers, ...(json !== undefined && { json }) });
      assert.equal(answer.status, 200, answer.text);
      return answer.json();
    };
  }

  async function kill(): Promise<void> {
    running.process.kill("SIGKILL");
    await running.end;
  }

  /** Id of the processing job that a SQL job defers. */
  async function defer(delayMs: number): Promise<string> {
    const { transactionId } = await call("POST", root, {});
    const deferTimeNotAfter = new Date(Date.now() + delayMs).toISOString();
    const actions = [{ commit: {} }, { process: { dataCategoryIds: ["Workforce"], deferTimeNotAfter } }];
    const { jobId } = await call("POST", `${root}/${transactionId}/jobs`, { actions });
    return eventually(async () => {
      const { tenants } = await call<SqlJobStatus>("GET", `${root}/${transactionId}/jobs/${jobId}`);
      return tenants?.[0]?.processingJobIds?.[0];
    });
  }

  const statusOf = async (id: string) =>
    (await call<ProcessingJobStatus[]>("GET", `/v1/op/job-status/jobs/${id}`))[0]?.status;

  test("still has the job, which an equal one joins, and which can be cancelled", async () => {
    await begin();
    const id = await defer(2 * hour);
    assert.equal(await statusOf(id), "Pending");
    await kill();
    await begin();
    assert.equal(await statusOf(id), "Pending");
    assert.equal(await defer(hour), id);
    await call("POST", "/v1/op/jobs/cancel", { jobIds: [id] });
    await kill();
    await begin();
    assert.equal(await statusOf(id), "Cancelled");
    assert.notEqual(await defer(hour), id);
    await kill();
  }).timeout(120_000);
});
