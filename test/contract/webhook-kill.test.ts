import assert from "node:assert/strict";
import type { ProcessingJobStatus } from "../../src/contract/jobs.ts";
import { eventually } from "../support/eventually.ts";
import { KillableService } from "../support/killable-service.ts";
import { randomNumbers } from "../support/killed-program.ts";
import { WebhookTarget } from "../support/webhook-target.ts";

/** A soak of five rounds kills it two hundred times. */
const kills = process.env.WORKFORCE_PROOF_COUNT ? Math.ceil(Number(process.env.WORKFORCE_PROOF_COUNT) / 50) : 3;
const random = randomNumbers(Number(process.env.SEED ?? 1));
/** What a processing job without anything new takes at most, from the request to its delivery. */
const spanMs = 400;

suite("a service that is killed while it tells webhooks", () => {
  let service: KillableService;
  let target: WebhookTarget;
  suiteSetup(async () => {
    target = await WebhookTarget.start();
    service = await KillableService.create();
    await service.begin();
    const events = [{ eventType: "jobResultSuccess" }, { eventType: "jobResultFailure" }];
    await service.call("POST", "/v1/op/webhooks", { details: { targetUrl: target.url, keyName: "jobs", events } });
  });
  suiteTeardown(async () => {
    await service.dispose();
    await target.close();
  });

  async function startJob(): Promise<string> {
    const { jobId } = await service.call("POST", "/v1alpha/op/jobs/processing-jobs", {
      tenants: ["WFF_demo"],
      dataCategoryId: "Workforce",
    });
    return String(jobId);
  }

  const messagesOf = (jobId: string) => target.messages.filter(({ body }) => JSON.parse(body).data.jobId === jobId);

  /** Ids of all jobs that have ended, which the sample's have not just done. */
  async function endedJobs(since: string): Promise<readonly string[]> {
    const { jobStatus } = await service.call<{ jobStatus: ProcessingJobStatus[] }>(
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
    await service.kill();
    target.answer = 204;
    await service.begin();
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
      await service.kill();
      await started;
      await service.begin();
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
