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

  test("have the id of an export credential on update, and none on create", async () => {
    const path = "/v1alpha/data/export-connectors/credentials";
    const parameters = { folder: { path: "outbox/WFF_demo" } };
    const list = async () => (await service.call("GET", path)).json<{ credentials: { id: string }[] }>().credentials;
    const former = await list();
    const given = await refusal("POST", path, { json: { id, parameters } });
    assert.deepEqual(
      [given.code, given.message],
      ["ID_GIVEN", "The service assigns the id of a new credential; leave it out."],
    );
    const missing = await refusal("PUT", `${path}/${former[0]?.id}`, { json: { parameters, connectorIds: [] } });
    assert.deepEqual(
      [missing.code, missing.message],
      ["ID_MISSING", "The body of an update needs the id of the credential, as in the path."],
    );
    const other = await refusal("PUT", `${path}/${former[0]?.id}`, { json: { id, parameters } });
    assert.match(other.message, /body id must be the same as path\.id/);
    assert.ok(former.length > 0);
    assert.deepEqual(await list(), former);
  });
});
