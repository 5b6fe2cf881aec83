import assert from "node:assert/strict";
import { requestJobStatuses } from "../../../../src/client/jobs/job-details.ts";
import type { JobState } from "../../../../src/client/jobs/job-state.ts";
import { pollJob } from "../../../../src/client/jobs/poll-job.ts";
import type { JobReference } from "../../../../src/contract/job-reference.ts";
import { withServer } from "../client-fixture.ts";
import { sendJson } from "../local-server.ts";

/** A service that answers by the end of the path; a number is a status of failure. */
async function look(reference: JobReference, answers: Readonly<Record<string, unknown>>): Promise<JobState> {
  let state: JobState | undefined;
  await withServer(
    {
      answer: ({ url = "" }, response) => {
        const [path = ""] = url.split("?");
        const found = Object.entries(answers).find(([end]) => path.endsWith(end))?.[1] ?? 404;
        sendJson(response, typeof found === "number" ? {} : found, typeof found === "number" ? found : 200);
      },
    },
    async ({ client }) => {
      state = await pollJob(client, reference, undefined);
    },
  );
  assert.ok(state);
  return state;
}

suite("a look at a job", () => {
  test("gives a dispatching job with its start, its number of jobs and what is said of each", async () => {
    const reference = { kind: "dispatching", jobId: "d" } as const;
    const answers = {
      "/dispatching-jobs/d": { jobId: "d", tenantCode: "WFF_a", status: "Running", totalJobsDispatched: 3 },
      "/job-status/jobs/d": [{ jobId: "d", status: "Pending", startTime: "2026-01-05T02:00:00Z" }],
      "/extraction-jobs": { extractionJobs: [{ extractionJobId: "1", status: "Running", currentStage: "Reading" }] },
      "/receiving-jobs": { receivingJobs: [{ receivingJobId: "2", status: "Pending", tenantCode: "WFF_b" }] },
      "/processing-jobs": { processingJobs: [{ jobId: "3", status: "Failed", message: "No", dataVersion: "7" }] },
    };
    const { children, ...job } = await look(reference, answers);
    assert.deepEqual(
      [job.phase, job.status, job.tenant, job.times, job.counts],
      ["running", "Running", "WFF_a", { started: "2026-01-05T02:00:00Z" }, { dispatched: 3 }],
    );
    assert.deepEqual(
      children.map(({ id, jobType, phase, message, dataVersion, isDataJob }) => [
        id,
        jobType,
        phase,
        message,
        dataVersion,
        isDataJob,
      ]),
      [
        ["1", "EXTRACTION", "running", "Reading", undefined, true],
        ["2", "RECEIVING", "waiting", undefined, undefined, true],
        ["3", "PROCESSING", "failed", "No", "7", true],
      ],
    );
    const without = await look(reference, { ...answers, "/job-status/jobs/d": 404 });
    assert.deepEqual([without.phase, without.times], ["running", {}]);
  });

  test("gives a SQL job with its tenants, their processing jobs, its counts and its transaction's times", async () => {
    const reference = { kind: "sql", transactionId: "t", jobId: "s" } as const;
    const job = {
      jobId: "s",
      status: "FAILED",
      summary: { pending: 0, running: 0, succeeded: 1, failed: 1 },
      processingSummary: { running: 1 },
      tenants: [
        { tenantCode: "WFF_a", status: "SUCCEEDED", jobId: "1", processingJobIds: ["p"] },
        { tenantCode: "WFF_b", status: "FAILED", message: "No such table" },
      ],
    };
    const answers = {
      "/jobs/s": job,
      "/transactions/t": { createdAt: "2026-01-05T01:00:00Z", startedAt: "2026-01-05T02:00:00Z", closedAt: "" },
    };
    const state = await look(reference, answers);
    assert.deepEqual([state.phase, state.message, state.times], ["failed", "No such table", {}]);
    assert.deepEqual(state.transactionTimes, { submitted: "2026-01-05T01:00:00Z", started: "2026-01-05T02:00:00Z" });
    assert.deepEqual(state.counts, { jobs: job.summary, processing: job.processingSummary });
    assert.deepEqual(state.relatedIds, { transaction: "t" });
    assert.deepEqual(
      state.children.map(({ id, jobType, tenant, status }) => [id, jobType, tenant, status]),
      [
        ["1", "SQL", "WFF_a", "SUCCEEDED"],
        ["p", "PROCESSING", "WFF_a", undefined],
        ["", "SQL", "WFF_b", "FAILED"],
      ],
    );
    assert.deepEqual((await look(reference, { ...answers, "/transactions/t": 501 })).transactionTimes, {});
  });

  test("gives a data job with its start and its parent, also where it is one of a list", async () => {
    const jobs = [
      { jobId: "x", status: "Running" },
      { jobId: "j", status: "Succeeded", tenant: "WFF_a", startTime: "2026-01-05T02:00:00Z", parentJobId: "d" },
    ];
    const state = await look({ kind: "job", jobId: "j" }, { "/jobs/j": jobs });
    assert.deepEqual(
      [state.phase, state.tenant, state.times, state.relatedIds],
      ["succeeded", "WFF_a", { started: "2026-01-05T02:00:00Z" }, { parentJob: "d" }],
    );
  });

  test("gives an export job with the export that came of it", async () => {
    const reference = { kind: "export", jobUuid: "u" } as const;
    const ended = await look(reference, { "/jobs/u": { completed: true, failed: false, exportUuid: "e" } });
    assert.deepEqual([ended.phase, ended.relatedIds], ["succeeded", { export: "e" }]);
    const running = await look(reference, { "/jobs/u": { completed: false, failed: false } });
    assert.deepEqual([running.phase, running.relatedIds], ["running", {}]);
  });

  test("gives a connector job with the errors of its sync jobs", async () => {
    const syncJobs = [
      { id: "1", status: "FAILED", errorMessage: "Full" },
      { id: "2", status: "SUCCEEDED", errorMessage: "" },
    ];
    const answers = { "/jobs/c": { id: "c", status: "FAILED", errorMessage: "1 failed", syncJobs } };
    const state = await look({ kind: "connector", jobId: "c" }, answers);
    assert.deepEqual([state.phase, state.message], ["failed", "1 failed"]);
    assert.deepEqual(
      state.children.map(({ id, message, isDataJob }) => [id, message, isDataJob]),
      [
        ["1", "Full", false],
        ["2", undefined, false],
      ],
    );
  });
});

suite("the details of jobs", () => {
  test("are asked for eight at a time, without those that are gone", async () => {
    const ids = Array.from({ length: 19 }, (_, index) => String(index));
    let running = 0;
    let most = 0;
    await withServer(
      {
        answer: ({ url = "" }, response) => {
          const jobId = url.split("/").at(-1) ?? "";
          most = Math.max(most, ++running);
          setImmediate(() => {
            running--;
            sendJson(response, [{ jobId, startTime: "2026-01-05T02:00:00Z" }], jobId === "3" ? 404 : 200);
          });
        },
      },
      async ({ client }) => {
        const sizes: number[] = [];
        const found: string[] = [];
        for await (const batch of requestJobStatuses(client, ids, {})) {
          sizes.push(batch.size);
          found.push(...batch.keys());
        }
        assert.deepEqual(sizes, [7, 8, 3]);
        assert.deepEqual(
          found,
          ids.filter((id) => id !== "3"),
        );
        assert.ok(most <= 8, `${most} at a time`);
      },
    );
  });
});
