import assert from "node:assert/strict";
import type { OperationName } from "../../src/contract/contract.ts";
import type { AllJobStatuses, CancelJobsResponse, ProcessingJobStatus } from "../../src/contract/jobs.ts";
import { eventually } from "../support/eventually.ts";
import { fittedAnswer } from "../support/fitted-answer.ts";
import { startTestService, type TestService } from "../support/running-service.ts";
import { storedJob } from "../support/stored-job.ts";

const statuses = "/v1/op/job-status/jobs";
const dispatching = "/v1/op/jobs/dispatching-jobs";
const ofNorth = { TargetTenantID: "WFF_demo~north" };

/** A page of the jobs of one type that a job dispatched. */
interface DispatchedJobs {
  readonly parentJobId: string;
  readonly parentTenantCode: string;
  readonly limit: number;
  readonly start: number;
  readonly extractionJobs: readonly Record<string, string>[];
  readonly receivingJobs: readonly Record<string, string>[];
  readonly processingJobs: readonly Record<string, string>[];
}

suite("jobs of the embedded service", () => {
  let test_: TestService;
  suiteSetup(async () => {
    test_ = await startTestService();
  });
  suiteTeardown(() => test_.dispose());

  async function get<Value>(name: OperationName, path: string, headers: Record<string, string> = {}): Promise<Value> {
    return fittedAnswer(name, await test_.call("GET", path, { headers }));
  }

  async function list(query = "", headers: Record<string, string> = {}): Promise<ProcessingJobStatus[]> {
    return (await get<AllJobStatuses>("listJobStatuses", statuses + query, headers)).jobStatus ?? [];
  }

  const jobOf = async (id: string | undefined, headers?: Record<string, string>) =>
    get<ProcessingJobStatus[]>("getJobStatus", `${statuses}/${id}`, headers);

  const dispatched = (type: "Extraction" | "Receiving" | "Processing", id: string | undefined, query = "") =>
    get<DispatchedJobs>(`listDispatched${type}Jobs`, `${dispatching}/${id}/${type.toLowerCase()}-jobs${query}`);

  async function refusal(path: string, headers: Record<string, string> = {}) {
    const answer = await test_.call("GET", path, { headers });
    return { status: answer.status, ...answer.json<{ code: string; message: string }>() };
  }

  async function cancel(jobIds: readonly string[], headers: Record<string, string> = {}) {
    const answer = await test_.call("POST", "/v1/op/jobs/cancel", { json: { jobIds }, headers });
    return fittedAnswer<CancelJobsResponse>("cancelJobs", answer).jobCancellationResults ?? [];
  }

  suite("the list", () => {
    test("has the jobs of an administrating tenant and of those that it manages, newest first", async () => {
      const jobs = await list();
      assert.deepEqual([...new Set(jobs.map(({ tenant }) => tenant))].sort(), ["WFF_demo", "WFF_demo~north"]);
      const starts = jobs.map(({ startTime }) => startTime ?? "");
      assert.deepEqual(starts, [...starts].sort().reverse());
      const north = await list("", ofNorth);
      assert.ok(north.length > 0 && north.length < jobs.length);
      assert.ok(north.every(({ tenant }) => tenant === "WFF_demo~north"));
    });

    test("is kept to a window of time, whose ends belong to it, and to a status in any case", async () => {
      const [failed] = await list("?status=failed", ofNorth);
      assert.equal(failed?.status, "Failed");
      const at = encodeURIComponent(failed?.startTime ?? "");
      const window = `?startTime=${at}&endTime=${at}`;
      assert.deepEqual(await list(window, ofNorth), [failed]);
      assert.deepEqual(await list(`${window}&status=Succeeded`, ofNorth), []);
    });

    test("says which window it is of: the last 30 days unless the query says otherwise", async () => {
      const whole = await get<AllJobStatuses>("listJobStatuses", statuses);
      assert.equal(whole.queryStartTime, "2025-12-16T12:00:00.000Z");
      assert.equal(whole.queryEndTime, new Date(test_.clock.now()).toISOString());
      const query = "?startTime=2026-01-01&endTime=2026-01-02T01:30:00%2B01:00";
      const part = await get<AllJobStatuses>("listJobStatuses", statuses + query);
      assert.deepEqual(
        [part.queryStartTime, part.queryEndTime],
        ["2026-01-01T00:00:00.000Z", "2026-01-02T00:30:00.000Z"],
      );
      const past = await get<AllJobStatuses>("listJobStatuses", `${statuses}?endTime=2025-12-30`);
      assert.equal(past.queryStartTime, "2025-11-30T00:00:00.000Z");
      assert.ok(past.jobStatus?.length);
    });

    test("is refused for a time that is none, a window that ends before it begins and an unknown status", async () => {
      for (const [query, part] of [
        ["startTime=yesterday", "startTime must be an ISO 8601 date"],
        ["endTime=2026-13-01", "endTime must be an ISO 8601 date"],
        ["endTime=2026-01-01T10:00:00", "endTime must be an ISO 8601 date"],
        ["startTime=1767225600000", "startTime must be an ISO 8601 date"],
        ["startTime=2026-01-02&endTime=2026-01-01", "startTime is after endTime"],
        ["startTime=2999-01-01", "startTime is in the future"],
        ["status=Unknown", "status must be one of Pending, Running, Succeeded, Failed, Cancelled"],
      ] as const) {
        const { status, message } = await refusal(`${statuses}?${query}`);
        assert.equal(status, 400, query);
        assert.ok(message.includes(part), message);
      }
    });
  });

  suite("one job", () => {
    test("is answered in a list", async () => {
      const [job] = await list("", ofNorth);
      assert.deepEqual(await jobOf(job?.jobId), [job]);
      assert.deepEqual(await jobOf(job?.jobId, ofNorth), [job]);
    });

    test("of another tenant is unknown", async () => {
      const own = (await list()).find(({ tenant }) => tenant === "WFF_demo");
      for (const id of [own?.jobId, "no%2Fsuch"]) {
        const { status, code } = await refusal(`${statuses}/${id}`, ofNorth);
        assert.deepEqual([status, code], [404, "JOB_UNKNOWN"]);
      }
    });

    test("that failed says why and when it ended, in each answer", async () => {
      const [failed] = await list("?status=Failed", ofNorth);
      assert.match(failed?.message ?? "", /the source system refused the credential of the connector/);
      assert.equal(Date.parse(failed?.endTime ?? "") - Date.parse(failed?.startTime ?? ""), (3 * 60 - 4) * 1000);
      const { extractionJobs } = await dispatched("Extraction", failed?.parentJobId, "?tenantCode=WFF_demo~north");
      assert.deepEqual(
        extractionJobs.map(({ message, endTime }) => [message, endTime]),
        [[failed?.message, failed?.endTime]],
      );
      const { status, message } = await get<Record<string, string>>(
        "getDispatchingJobStatus",
        `${dispatching}/${failed?.parentJobId}`,
      );
      assert.equal(status, "Failed");
      assert.match(message ?? "", /never ran\. 1 of the jobs that it dispatched has failed\.$/);
    });

    test("says what it does while it runs, and is aborted when it is cancelled", async () => {
      const { jobRunner } = test_.service.platform;
      jobRunner.register("test", async (_, { signal, report }) => {
        report("Reading employee.csv");
        await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
        return {};
      });
      const id = await jobRunner.start({ kind: "test", tenant: "WFF_demo", type: "processing", request: null });
      const stage = async () => (await jobOf(id))[0]?.currentStage;
      assert.equal(await eventually(stage), "Reading employee.csv");
      const [result] = await cancel([id]);
      assert.deepEqual([result?.cancelStatus, result?.jobStatus], ["CANCEL_SUCCEEDED", "Cancelled"]);
      await eventually(async () => !jobRunner.isBusy || undefined);
      const [job] = await jobOf(id);
      assert.deepEqual([job?.status, job?.currentStage], ["Cancelled", undefined]);
    });

    test("that waits has no start yet", async () => {
      await test_.service.platform.jobs.addAll([storedJob({ id: "waiting", state: "pending" })]);
      const expected = { jobId: "waiting", tenant: "WFF_demo", status: "Pending", jobType: "Extraction" };
      assert.deepEqual(await jobOf("waiting"), [expected]);
      assert.ok((await list("?status=Pending")).some(({ jobId }) => jobId === "waiting"));
    });
  });

  suite("a dispatching job", () => {
    const newest = async () => {
      const job = (await list("?status=Succeeded")).find(({ jobType }) => jobType === "Dispatching");
      assert.ok(job?.jobId);
      return job.jobId;
    };

    test("says how many jobs it dispatched, which its three lists have", async () => {
      const id = await newest();
      const { totalJobsDispatched, ...job } = await get<Record<string, unknown>>(
        "getDispatchingJobStatus",
        `${dispatching}/${id}`,
      );
      const { endTime, message } = (await list()).find(({ jobId }) => jobId === id) ?? {};
      assert.deepEqual(job, { jobId: id, tenantCode: "WFF_demo", status: "Succeeded", endTime, message });
      const extraction = await dispatched("Extraction", id);
      const receiving = await dispatched("Receiving", id);
      const processing = await dispatched("Processing", id);
      for (const { parentJobId, parentTenantCode, limit, start } of [extraction, receiving, processing]) {
        assert.deepEqual([parentJobId, parentTenantCode, limit, start], [id, "WFF_demo", 100, 0]);
      }
      assert.ok(processing.processingJobs.every(({ dataVersion = "" }) => /^\d+$/.test(dataVersion)));
      const ids = [
        ...extraction.extractionJobs.map(({ extractionJobId }) => extractionJobId),
        ...receiving.receivingJobs.map(({ receivingJobId }) => receivingJobId),
        ...processing.processingJobs.map(({ jobId }) => jobId),
      ];
      assert.equal(totalJobsDispatched, ids.length);
      const children = (await list()).filter(({ parentJobId }) => parentJobId === id);
      assert.deepEqual(ids.sort(), children.map(({ jobId }) => jobId).sort());
    });

    test("lists its jobs in pages and by tenant", async () => {
      const id = await newest();
      const codes = async (query: string) =>
        (await dispatched("Extraction", id, query)).extractionJobs.map(({ tenantCode }) => tenantCode);
      assert.deepEqual(await codes(""), ["WFF_demo", "WFF_demo~north"]);
      assert.deepEqual(await codes("?limit=1&start=1"), ["WFF_demo~north"]);
      assert.deepEqual(await codes("?tenantCode=WFF_demo"), ["WFF_demo"]);
      assert.equal((await refusal(`${dispatching}/${id}/extraction-jobs?tenantCode=WFF_other`)).code, "TENANT_UNKNOWN");
      assert.equal((await refusal(`${dispatching}/${id}/extraction-jobs?tenantCode=other`)).status, 400);
    });

    test("may be named twice, but not by two ids", async () => {
      const id = await newest();
      const path = `${dispatching}/${id}/receiving-jobs`;
      assert.equal((await test_.call("GET", `${path}?dispatchingJobId=${id}`)).status, 200);
      const { status, message } = await refusal(`${path}?dispatchingJobId=other`);
      assert.equal(status, 400);
      assert.ok(message.includes("dispatchingJobId"));
    });

    test("is one of its type, and of the tenant that dispatched", async () => {
      const job = (await list()).find(({ jobType }) => jobType === "Extraction");
      const wrong = await refusal(`${dispatching}/${job?.jobId}`);
      assert.deepEqual([wrong.status, wrong.code], [404, "JOB_UNKNOWN"]);
      assert.ok(wrong.message.endsWith("its type is Extraction."));
      assert.equal((await refusal(`${dispatching}/${await newest()}/processing-jobs`, ofNorth)).status, 404);
    });
  });

  suite("processing", () => {
    const path = "/v1alpha/op/jobs/processing-jobs";
    const requests: { tenant: string; request: unknown }[] = [];
    suiteSetup(() => {
      test_.service.platform.jobRunner.register("process", async (request, { tenant }) => {
        requests.push({ tenant, request });
        return { dataVersion: "5000200" };
      });
    });
    setup(() => {
      requests.length = 0;
    });

    async function run(json: unknown, headers: Record<string, string> = {}): Promise<string> {
      const answer = await test_.call("POST", path, { json, headers });
      assert.equal(answer.status, 200, answer.text);
      return answer.json<{ jobId: string }>().jobId;
    }
    const succeeded = (id: string) =>
      eventually(async () => (await jobOf(id)).find(({ status }) => status === "Succeeded"));

    test("is a job of the call's tenant unless tenants are named", async () => {
      const own = await succeeded(await run({}));
      assert.deepEqual([own.tenant, own.jobType], ["WFF_demo", "Processing"]);
      const north = await succeeded(await run({ dataCategoryId: "Workforce", publishToProduction: true }, ofNorth));
      assert.equal(north.tenant, "WFF_demo~north");
      assert.deepEqual(requests, [
        { tenant: "WFF_demo", request: { category: "Workforce", publish: false } },
        { tenant: "WFF_demo~north", request: { category: "Workforce", publish: true } },
      ]);
    });

    test("of several tenants is dispatched, in each its own job", async () => {
      for (const json of [{ allTenants: true }, { tenants: ["WFF_demo~north", "WFF_demo"] }]) {
        const id = await run(json);
        assert.equal((await succeeded(id)).jobType, "Dispatching");
        const { processingJobs } = await dispatched("Processing", id);
        assert.deepEqual(
          processingJobs.map(({ tenantCode, status, dataVersion }) => [tenantCode, status, dataVersion]),
          [
            ["WFF_demo", "Succeeded", "5000200"],
            ...(json.allTenants ? [["WFF_demo~group", "Succeeded", "5000200"]] : []),
            ["WFF_demo~north", "Succeeded", "5000200"],
          ],
        );
      }
      const rest = await succeeded(await run({ allTenants: true, excludedTenants: ["WFF_demo"] }));
      assert.equal(rest.jobType, "Dispatching");
      assert.equal(requests.at(-1)?.tenant, "WFF_demo~north");
    });

    test("is refused for tenants out of reach, for none, and for exclusions from nothing", async () => {
      for (const [json, headers, part] of [
        [
          { tenants: ["WFF_other"] },
          {},
          "cannot run in WFF_other; it can run in WFF_demo, WFF_demo~group, WFF_demo~north",
        ],
        [{ tenants: ["WFF_demo"] }, ofNorth, "cannot run in WFF_demo; it can run in WFF_demo~north"],
        [{ allTenants: true, excludedTenants: ["WFF_othr"] }, {}, "cannot run in WFF_othr"],
        [
          { allTenants: true, excludedTenants: ["WFF_demo", "WFF_demo~group", "WFF_demo~north"] },
          {},
          "excludedTenants leaves no tenant",
        ],
        [{ tenants: [] }, {}, "body tenants names no tenant"],
        [
          { tenants: ["WFF_demo"], allTenants: true },
          {},
          "body tenants may be given only when body.allTenants is false",
        ],
        [{ excludedTenants: ["WFF_demo"] }, {}, "body excludedTenants may be given only when body.allTenants is true"],
      ] as const) {
        const answer = await test_.call("POST", path, { json, headers });
        assert.equal(answer.status, 400, answer.text);
        assert.ok(String(answer.json().message).includes(part), answer.text);
      }
      assert.deepEqual(requests, []);
    });
  });

  suite("to cancel", () => {
    test("gives an outcome for each id, in their order, and says why a job goes on", async () => {
      const [failed] = await list("?status=Failed", ofNorth);
      await test_.service.platform.jobs.addAll([
        storedJob({ id: "to cancel" }),
        storedJob({ id: "to receive", type: "receiving", tenant: "WFF_demo~north" }),
      ]);
      const ids = ["to receive", "none", failed?.jobId ?? "", "to cancel", "none"];
      const results = await cancel(ids);
      assert.deepEqual(
        results.map(({ jobId, cancelStatus, jobStatus }) => [jobId, cancelStatus, jobStatus]),
        [
          ["to receive", "CANCEL_FAILED", "Running"],
          ["none", "CANCEL_FAILED", undefined],
          [failed?.jobId, "CANCEL_FAILED", "Failed"],
          ["to cancel", "CANCEL_SUCCEEDED", "Cancelled"],
        ],
      );
      const [receiving, , ended] = results;
      assert.equal(receiving?.message, "A receiving job that is Running cannot be cancelled; wait until it ends.");
      assert.match(ended?.message ?? "", /^The job has ended: Failed, .* the source system refused the credential/);
      const [again] = await cancel(["to cancel"]);
      assert.deepEqual([again?.cancelStatus, again?.message], ["CANCEL_SUCCEEDED", "The job was already cancelled."]);
      const [status] = await jobOf("to%20cancel");
      assert.equal(status?.status, "Cancelled");
    });

    test("ends what a dispatching job dispatched as well", async () => {
      await test_.service.platform.jobs.addAll([
        storedJob({ id: "parent", type: "dispatching" }),
        storedJob({ id: "child", parent: "parent", tenant: "WFF_demo~north" }),
      ]);
      const [result] = await cancel(["parent"]);
      assert.equal(result?.message, "The job was cancelled, and 1 of the jobs that it dispatched with it.");
      const [child] = await jobOf("child");
      assert.equal(child?.status, "Cancelled");
    });

    test("is not for SQL jobs, of which it says how they are stopped", async () => {
      const root = "/v1alpha/data/table-sources/transactions";
      const begun = await test_.call("POST", root, { json: {} });
      const { transactionId } = begun.json<{ transactionId: string }>();
      const actions = [{ query: { query: "SELECT 1" } }];
      const ran = await test_.call("POST", `${root}/${transactionId}/jobs`, { json: { actions } });
      const { jobId } = ran.json<{ jobId: string }>();
      const [result] = await cancel([jobId]);
      assert.deepEqual([result?.jobId, result?.cancelStatus], [jobId, "CANCEL_FAILED"]);
      assert.match(result?.message ?? "", new RegExp(`only action is rollback in its transaction ${transactionId}`));
      const [ofOther] = await cancel([jobId], ofNorth);
      assert.equal(ofOther?.message, "The tenant WFF_demo~north has no such job.");
    });

    test("reaches no job of another tenant", async () => {
      await test_.service.platform.jobs.addAll([storedJob({ id: "own" })]);
      const [result] = await cancel(["own"], ofNorth);
      assert.deepEqual([result?.cancelStatus, result?.jobStatus], ["CANCEL_FAILED", undefined]);
      const [status] = await jobOf("own");
      assert.equal(status?.status, "Running");
    });

    test("takes 500 ids and no more, and needs a list", async () => {
      const ids = Array.from({ length: 500 }, (_, index) => `none ${index}`);
      assert.equal((await cancel(ids)).length, 500);
      assert.deepEqual(await cancel([]), []);
      for (const json of [{ jobIds: [...ids, "one more"] }, {}]) {
        const answer = await test_.call("POST", "/v1/op/jobs/cancel", { json });
        assert.equal(answer.status, 400);
        assert.match(String(answer.json().message), /body jobIds/);
      }
    });
  });

  test("a job that was left running is failed when the service starts again", async () => {
    await test_.service.platform.jobs.addAll([
      storedJob({ id: "night", type: "dispatching" }),
      storedJob({ id: "left", type: "processing", parent: "night" }),
    ]);
    const history = (await list("?endTime=2026-01-10")).length;
    await test_.restart();
    const { processingJobs } = await dispatched("Processing", "night");
    assert.deepEqual(processingJobs, [
      {
        jobId: "left",
        tenantCode: "WFF_demo",
        status: "Failed",
        endTime: new Date(test_.clock.now()).toISOString(),
        message: "The service ended while the job was running; start it again.",
      },
    ]);
    assert.equal((await list("?endTime=2026-01-10")).length, history);
  });
});
