import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startTestService, type TestService } from "../support/running-service.ts";

suite("the embedded service under a deployment profile", () => {
  let test_: TestService;
  let folder: string;
  suiteSetup(async () => {
    folder = await mkdtemp(join(tmpdir(), "workforce-profile-"));
    const profile = join(folder, "profile.json");
    const document = {
      routes: { getReport: "GET /reports/{reportId}/head", listReports: "POST /reports/all" },
      timeColumn: "Clock",
      cookies: { asid: "Session", impersonation: "Acting" },
      claimPrefix: "acme:",
      grantPrefix: "urn:acme:grant:",
    };
    await writeFile(profile, JSON.stringify(document));
    test_ = await startTestService({ profile });
  });
  suiteTeardown(async () => {
    await test_.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  const withSession = async () => ({
    apikey: test_.service.ready.apiKey,
    cookie: `Session=${await test_.signIn()}`,
  });

  test("has the deployment's routes, and links to them", async () => {
    const headers = await withSession();
    const { reports } = (await test_.send("POST", "/reports/all", { headers })).json<{ reports: { link: string }[] }>();
    assert.match(reports[0]?.link ?? "", /^\/reports\/[\w-]+\/head$/);
    assert.equal((await test_.send("GET", reports[0]?.link ?? "", { headers })).status, 200);
    const usual = await test_.send("GET", "/v1alpha/reporting/reports", { headers });
    assert.deepEqual([usual.status, usual.headers.allow], [405, "POST"]);
    const wrong = await test_.send("DELETE", reports[0]?.link ?? "", { headers });
    assert.deepEqual([wrong.status, wrong.headers.allow], [405, "GET"]);
  });

  test("reads the deployment's cookie only", async () => {
    const answer = await test_.call("POST", "/reports/all");
    assert.equal(answer.json().code, "CREDENTIAL_MISSING");
    assert.ok(answer.text.includes("Session"));
  });

  test("names its own claims and grants with the deployment's prefixes", async () => {
    const headers = await withSession();
    const metadata = (await test_.send("GET", "/v1/auth/oauth2/userinfo", { headers })).json();
    assert.equal(metadata["acme:tenant_id"], "WFF_demo");
    assert.deepEqual(
      Object.keys(metadata).filter((name) => name.startsWith("service:")),
      [],
    );
    const form = { grant_type: "urn:acme:grant:asid-token", asid_token: await test_.signIn() };
    const issued = await test_.send("POST", "/v1/auth/oauth2/token", { form });
    assert.equal(issued.status, 200);
    const [, payload = ""] = issued.json<Record<string, string>>().access_token?.split(".") ?? [];
    assert.equal(JSON.parse(Buffer.from(payload, "base64url").toString())["acme:tenant_id"], "WFF_demo");
  });

  test("takes an impersonation token in the deployment's cookie", async () => {
    const headers = await withSession();
    const form = { TargetUsername: "viewer@demo.example" };
    const token = await test_.send("POST", "/v1/admin/serviceImpersonationToken", { headers, form });
    assert.equal(token.status, 200, token.text);
    const read = (cookie: string) =>
      test_.send("GET", "/v1/auth/oauth2/userinfo", { headers: { apikey: headers.apikey, cookie } });
    assert.equal((await read(`Acting=${token.text}`)).json().sub, "viewer@demo.example");
    assert.equal((await read(`ServiceImpersonationToken=${token.text}`)).status, 401);
  });

  test("knows the scope of single-sign-on bypass users by the deployment's prefix", async () => {
    const { credentials } = test_.service;
    const query = { response_type: "code", client_id: credentials.clientId, redirect_uri: "http://127.0.0.1/callback" };
    const ask = (scope: string) =>
      test_.send("GET", `/v1/auth/oauth2/authorize?${new URLSearchParams({ ...query, scope })}`);
    assert.match((await ask("read acme:login:bypass_users")).headers.location ?? "", /^\/login\/auth\/admin\?/);
    assert.match((await ask("read other:login:bypass_users")).headers.location ?? "", /^\/login\/auth\?/);
  });

  test("queries by the deployment's time column", async () => {
    const headers = await withSession();
    const ask = (column: string) =>
      test_.send("POST", "/v1/data/query/sql", {
        headers,
        json: {
          query: `SELECT employeeCount() FROM Employee WHERE ${column} IN periods(date("2026-01-01"), 1, period(1, Month))`,
        },
      });
    assert.equal((await ask("Clock")).status, 200);
    assert.equal((await ask("Service_Time")).status, 400);
  });
});
