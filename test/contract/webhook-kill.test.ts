import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ProcessingJobStatus } from "../../src/contract/jobs.ts";
import { createServiceArguments, type ReadyLine } from "../../src/service/process/start.ts";
import { eventually } from "../support/eventually.ts";
import { randomNumbers } from "../support/killed-program.ts";
import { copySample, sendRequest } from "../support/running-service.ts";
import { type RunningProgram, type ServiceProgram, serviceProgram } from "../support/service-program.ts";
import { WebhookTarget } from "../support/webhook-target.ts";

/** A soak of five rounds kills it two hundred times. */
const kills = process.env.WORKFORCE_PROOF_COUNT ? Math.ceil(Number(process.env.WORKFORCE_PROOF_COUNT) / 50) : 3;
const random = randomNumbers(Number(process.env.SEED ?? 1));
/** What a processing job without anything new takes at most, from the request to its delivery. */
const spanMs = 400;

suite("a service that is killed while it tells webhooks", () => {
  let program: ServiceProgram;
  let dataFolder: string;
  let target: WebhookTarget;
  let running: RunningProgram;
  let call: <Value = Record<string, string>>(method: string, path: string, json?: unknown) => Promise<Value>;
  suiteSetup(async () => {
    program = serviceProgram();
    target = await WebhookTarget.start();
    dataFolder = await mkdtemp(join(tmpdir(), "workforce-webhook-kill-"));
    await copySample(dataFolder);
    await begin();
    const events = [{ eventType: "jobResultSuccess" }, { eventType: "jobResultFailure" }];
    await call("POST", "/v1/op/webhooks", { details: { targetUrl: target.url, keyName: "jobs", events } });
  });
  suiteTeardown(async () => {
    await program.dispose();
    await target.close();
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

  async function startJob(): Promise<string> {
    const { jobId } = await call("POST", "/v1alpha/op/jobs/processing-jobs", {
      tenants: ["WFF_demo"],
      dataCategoryId: "Workforce",
    });
    return String(jobId);
  }

  const messagesOf = (jobId: string) => target.messages.filter(({ body }) => JSON.parse(body).data.jobId === jobId);

  /** Ids of all jobs that have ended, which the sample's have not just done. */
  async function endedJobs(since: string): Promise<readonly string[]> {
    const { jobStatus } = await call<{ jobStatus: ProcessingJobStatus[] }>(
      "GET",
      `/v1/op/job-status/jobs?startTime=${encodeURIComponent(since)}`,
    );
    return jobStatus.flatMap(({ jobId, status }) =>
      status === "Running" || status === "Pending" ? [] : String(jobId),
    );
  }

  test("sends what the target did not acknowledge again, under the same id", async () => {
    target.answer = "never";
    const jobId = await startJob();
    await target.message(1);
    await kill();
    target.answer = 204;
    await begin();
    await target.message(2);
    assert.equal(new Set(target.messages.map(({ id }) => id)).size, 1);
    assert.equal(new Set(target.messages.map(({ body }) => body)).size, 1);
    assert.equal(messagesOf(jobId).length, 2);
  }).timeout(60_000);

  test("tells of the end of every job at least once, at whatever instant it was killed", async () => {
    const since = new Date().toISOString();
    let repeated = 0;
    const areTold = async (jobs: readonly string[]) => {
      for (const jobId of jobs) {
        const messages = await eventually(
          async () => (messagesOf(jobId).length > 0 ? messagesOf(jobId) : undefined),
          () => `the webhook was not told of job ${jobId}`,
        );
        assert.equal(new Set(messages.map(({ id }) => id)).size, 1);
        repeated += messages.length - 1;
      }
    };
    for (let count = 0; count < kills; count += 1) {
      const delayMs = random() * spanMs;
      // The kill may come before the answer.
      const started = startJob().catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      await kill();
      await started;
      await begin();
      await areTold(await endedJobs(since));
    }
    // On a busy machine each kill may come before its job has ended; what it interrupted goes on by itself.
    const someEnded = async () => {
      const ended = await endedJobs(since);
      return ended.length > 0 ? ended : undefined;
    };
    await areTold(await eventually(someEnded, () => "no job ended"));
    if (kills > 3) {
      console.log(`      ${kills} kills: ${repeated} messages came again`);
    }
  }).timeout(60_000 + kills * 20_000);
});
