import assert from "node:assert/strict";
import { startTestService, type TestService } from "../support/running-service.ts";

/** What a contract row says beyond schemas is checked by the service as well, for callers without our client. */
suite("rules of the contract's rows", () => {
  let service: TestService;
  suiteSetup(async () => {
    service = await startTestService();
  });
  suiteTeardown(() => service.dispose());

  const id = "00000000-0000-4000-8000-000000000000";
  const refusal = async (method: string, path: string, content: Parameters<TestService["call"]>[2]) => {
    const answer = await service.call(method, path, content);
    assert.equal(answer.status, 400, `${path}: ${answer.text}`);
    return answer.json<{ code: string; message: string }>();
  };

  test("are held before the operation is, and named without the value", async () => {
    for (const [method, path, json, headers, message] of [
      [
        "POST",
        "/v1alpha/op/jobs/extraction-jobs",
        { excludedTenants: ["WFF_demo"], allTenants: false },
        {},
        "body excludedTenants may be given only when body.allTenants is true",
      ],
      [
        "POST",
        "/v1/api/pgp-keys",
        { expirationDate: "2027-01-01T00:00:00Z" },
        {},
        "body expirationDate must be an ISO 8601 time between 2 years and 10 years ahead",
      ],
      [
        "GET",
        "/v1/op/jobs/dispatching-jobs/a/receiving-jobs?dispatchingJobId=b",
        undefined,
        {},
        "query parameter dispatchingJobId must be the same as path.jobId",
      ],
    ] as const) {
      const { code, message: found } = await refusal(method, path, { ...(json && { json }), headers });
      assert.deepEqual([code, found], ["REQUEST_INVALID", `The request is invalid: ${message}.`]);
    }
  });

  test("have no tenant or project where the operation takes none", async () => {
    const webhooks = await refusal("GET", "/v1/op/webhooks", { headers: { TargetTenantID: "WFF_demo" } });
    assert.equal(webhooks.code, "TENANT_NOT_TARGETED");
    assert.match(
      webhooks.message,
      /acts on the tenant that the caller signed in to; leave out the header TargetTenantID/,
    );
    const jobs = await refusal("GET", "/v1/op/job-status/jobs", { headers: { ProjectID: id } });
    assert.deepEqual(jobs.code, "PROJECT_NOT_TARGETED");
    assert.match(jobs.message, /^"List the statuses of all jobs" does not run in a project; leave out the header/);
    const empty = await service.call("GET", "/v1/op/job-status/jobs", { headers: { ProjectID: "" } });
    assert.equal(empty.status, 200);
  });
});
