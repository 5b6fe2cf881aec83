import assert from "node:assert/strict";
import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { metadataPath, refusalOf } from "../support/authorization.ts";
import { startTestService, type TestAnswer, type TestService } from "../support/running-service.ts";
import { setCapabilities } from "../support/stored-users.ts";

const tables = "/v1alpha/data/table-sources/tables";
const reports = "/v1alpha/reporting/reports";
const impersonationPath = "/v1/admin/serviceImpersonationToken";
const north = "WFF_demo~north";
const countEmployees = {
  query: 'SELECT employeeCount() FROM Employee WHERE Service_Time IN periods(date("2026-01-01"), 1, period(1, Month))',
};

suite("profiles of the embedded service's users", () => {
  let test_: TestService;
  suiteSetup(async () => {
    test_ = await startTestService();
  });
  suiteTeardown(() => test_.dispose());

  function credentialsOf(name: string) {
    const user = test_.service.credentials.users.find(({ username }) => username === `${name}@demo.example`);
    assert.ok(user, name);
    return user;
  }

  /** Headers of a user of the sample who has signed in. */
  async function as(name: string): Promise<Record<string, string>> {
    const { username, password, apiKey } = credentialsOf(name);
    const answer = await test_.send("POST", "/v1/admin/serviceSecureToken", { form: { username, password } });
    assert.equal(answer.status, 200, answer.text);
    return { apikey: apiKey, cookie: `ServiceASIDToken=${answer.text}` };
  }

  function messageOf(answer: TestAnswer): string {
    return String(answer.json().message);
  }

  async function impersonate(
    requester: string,
    target: string,
    { write = false, headers = {} }: { write?: boolean; headers?: Record<string, string> } = {},
  ): Promise<TestAnswer> {
    return test_.send("POST", `${impersonationPath}?write=${write}`, {
      headers: { ...(await as(requester)), ...headers },
      form: { TargetUsername: `${target}@demo.example` },
    });
  }

  const withImpersonation = (token: string, apiKey = test_.service.ready.apiKey) => ({
    apikey: apiKey,
    cookie: `ServiceImpersonationToken=${token}`,
  });

  test("are in a file that only its owner reads, each with a password of its own", async () => {
    const path = join(test_.dataFolder, "credentials.json");
    const { users } = JSON.parse(await readFile(path, "utf8"));
    assert.equal(users.length, 7);
    assert.equal(new Set(users.map(({ password }: { password: string }) => password)).size, 7);
    if (process.platform !== "win32") {
      assert.equal((await stat(path)).mode & 0o777, 0o600);
    }
  });

  test("stay the same over a restart", async () => {
    const before = test_.service.credentials;
    await test_.restart();
    assert.deepEqual(test_.service.credentials, before);
  });

  test("are added to the file of an earlier version, which keeps what it has", async () => {
    const { users, ...earlier } = test_.service.credentials;
    await writeFile(join(test_.dataFolder, "credentials.json"), JSON.stringify(earlier));
    await test_.restart();
    const { users: added, ...kept } = test_.service.credentials;
    assert.deepEqual(kept, earlier);
    assert.deepEqual(
      added.map(({ username }) => username),
      users.map(({ username }) => username),
    );
    assert.equal((await test_.send("GET", reports, { headers: await as("viewer") })).status, 200);
    assert.equal((await test_.send("GET", reports, { headers: await as("north") })).status, 200);
  });

  test("a user with read access reads and is told which access a change needs", async () => {
    const headers = await as("viewer");
    assert.equal((await test_.send("GET", reports, { headers })).status, 200);
    const query = await test_.send("POST", "/v1/data/query/sql", { headers, json: countEmployees });
    assert.equal(query.status, 200, query.text);
    const refused = await test_.send("POST", reports, { headers, json: { title: "Own" } });
    assert.equal(refusalOf(refused), "403 CAPABILITY_MISSING");
    assert.match(messageOf(refused), /needs full access to reporting, which the user's profile lacks/);
  });

  test("a user without an area is told so before the body is looked at", async () => {
    const headers = await as("loader");
    assert.equal((await test_.send("GET", tables, { headers })).status, 200);
    const refused = await test_.send("POST", "/v1/data/query/sql", { headers, json: { nonsense: true } });
    assert.equal(refusalOf(refused), "403 CAPABILITY_MISSING");
    assert.match(messageOf(refused), /needs read access to dataQuery/);
    assert.equal((await test_.send("GET", reports, { headers })).status, 403);
    assert.equal((await test_.send("GET", metadataPath, { headers })).status, 200);
  });

  test("a user without the Legacy API Restricted capability is told what else there is", async () => {
    const { username, password } = credentialsOf("portal");
    const refused = await test_.send("POST", "/v1/admin/serviceSecureToken", { form: { username, password } });
    assert.equal(refusalOf(refused), "403 CAPABILITY_MISSING");
    assert.match(messageOf(refused), /lacks the Legacy API Restricted capability. Use OAuth 2\.0/);
  });

  test("document search shows projects only to users with the projects area", async () => {
    const { users } = test_.service.platform;
    const headers = await as("viewer");
    const viewer = users.byName("WFF_demo", "viewer@demo.example");
    assert.ok(viewer);
    const search = async () => {
      const answer = await test_.send("GET", "/v1alpha/search/simple/document-headers?q=re", { headers });
      assert.equal(answer.status, 200, answer.text);
      const { documentHeaders } = answer.json<{ documentHeaders: { viewLink: { href: string } }[] }>();
      return documentHeaders.map(({ viewLink }) => viewLink.href.split("/").slice(0, 4).join("/"));
    };
    const all = await search();
    assert.ok(all.includes("/v1/admin/projects"));
    await setCapabilities(
      users,
      viewer.userId,
      viewer.capabilities.filter(({ group }) => group !== "projects"),
    );
    const seen = await search();
    assert.deepEqual([...new Set(seen)], ["/v1alpha/reporting/reports"]);
    assert.deepEqual(
      seen,
      all.filter((place) => place === "/v1alpha/reporting/reports"),
    );
    await setCapabilities(users, viewer.userId, viewer.capabilities);
    assert.deepEqual(await search(), all);
  });

  test("what a profile lost counts from the next call on", async () => {
    const { users } = test_.service.platform;
    const headers = await as("viewer");
    const viewer = users.byName("WFF_demo", "viewer@demo.example");
    assert.ok(viewer);
    await setCapabilities(
      users,
      viewer.userId,
      viewer.capabilities.filter(({ group }) => group !== "reporting"),
    );
    assert.equal((await test_.send("GET", reports, { headers })).status, 403);
    await setCapabilities(users, viewer.userId, viewer.capabilities);
    assert.equal((await test_.send("GET", reports, { headers })).status, 200);
  });

  test("a user of an analytic tenant signs in with its key and acts on it alone", async () => {
    const headers = await as("north");
    const metadata = await test_.send("GET", `${metadataPath}?includeTenantDetails=true`, { headers });
    assert.equal(metadata.json()["service:tenant_id"], north);
    assert.deepEqual(metadata.json()["service:tenant_details"], {
      details: [{ tenantCode: north, displayName: "Demo North", properties: { vanityUrlName: "demo-north" } }],
    });
    const own = await test_.send("GET", tables, { headers: { ...headers, TargetTenantID: north } });
    assert.equal(own.status, 200);
    const up = await test_.send("GET", tables, { headers: { ...headers, TargetTenantID: "WFF_demo" } });
    assert.equal(refusalOf(up), "403 TENANT_FORBIDDEN");
    const wrongKey = await test_.send("GET", tables, { headers: { ...headers, apikey: test_.service.ready.apiKey } });
    assert.equal(refusalOf(wrongKey), "401 API_KEY_INVALID");
    assert.match(messageOf(wrongKey), /belongs to a tenant other than the user's; send the API key of WFF_demo~north/);
  });

  test("a user of the administrating tenant reaches the analytic tenants it manages and no others", async () => {
    const headers = await as("viewer");
    const target = (code: string) => test_.send("GET", tables, { headers: { ...headers, TargetTenantID: code } });
    assert.equal((await target(north)).status, 200);
    assert.equal(refusalOf(await target("WFF_other")), "404 TENANT_UNKNOWN");
    const metadata = await test_.send("GET", `${metadataPath}?includeTenantDetails=true`, { headers });
    const { details } = metadata.json<Record<string, { details: { tenantCode: string }[] }>>()[
      "service:tenant_details"
    ] ?? { details: [] };
    assert.deepEqual(
      details.map(({ tenantCode }) => tenantCode),
      ["WFF_demo", "WFF_demo~group", north],
    );
  });

  test("an impersonator reads as a user who allows it, and is shown as that user", async () => {
    const answer = await impersonate("analyst", "viewer");
    assert.equal(answer.status, 200, answer.text);
    assert.match(answer.headers["content-type"] ?? "", /^text\/plain/);
    const headers = withImpersonation(answer.text);
    const metadata = await test_.send("GET", metadataPath, { headers });
    assert.equal(metadata.json().sub, "viewer@demo.example");
    assert.equal((await test_.send("GET", reports, { headers })).status, 200);
    const refused = await test_.send("POST", reports, { headers, json: { title: "Own" } });
    assert.equal(refusalOf(refused), "403 IMPERSONATION_READ_ONLY");
    assert.match(messageOf(refused), /request one with write=true/);
  });

  test("an impersonator who only reads gives no feedback for the user", async () => {
    const headers = withImpersonation((await impersonate("analyst", "viewer")).text);
    const asked = await test_.send("POST", "/v1/assistant/question", {
      headers,
      json: { question: "How many employees?" },
    });
    assert.equal(asked.status, 200, asked.text);
    const { conversationState } = asked.json<{ conversationState: unknown }>();
    const json = { conversation: { conversationState }, isApproved: false };
    const refused = await test_.send("POST", "/v1/assistant/feedback", { headers, json });
    assert.equal(refusalOf(refused), "403 IMPERSONATION_READ_ONLY");
  });

  test("a token to write has the rights of the target, not of the requester", async () => {
    const answer = await impersonate("analyst", "loader", { write: true });
    assert.equal(answer.status, 200, answer.text);
    const headers = withImpersonation(answer.text);
    const table = { objectName: "made_by_impersonation", columns: [{ name: "note" }] };
    const created = await test_.send("POST", tables, { headers, json: table });
    assert.equal(created.status, 200, created.text);
    assert.equal((await test_.send("GET", reports, { headers })).status, 403);
  });

  test("an analytic tenant's user is impersonated by TargetTenantID, and the header's name wins over the form's", async () => {
    const named = { TargetTenantID: north, TargetUsername: "north@demo.example" };
    const answer = await impersonate("analyst", "viewer", { write: true, headers: named });
    assert.equal(answer.status, 200, answer.text);
    for (const apiKey of [test_.service.ready.apiKey, credentialsOf("north").apiKey]) {
      const headers = withImpersonation(answer.text, apiKey);
      const metadata = (await test_.send("GET", metadataPath, { headers })).json();
      assert.equal(metadata.sub, "north@demo.example");
      assert.equal(metadata["service:tenant_id"], north);
    }
  });

  test("impersonation is refused to whom it is not given, each with the capability that is missing", async () => {
    for (const [requester, target, write, words] of [
      ["viewer", "analyst", false, /user's profile lacks the Impersonator capability/],
      ["analyst", "loader", false, /user to impersonate lacks the Read Impersonated capability/],
      ["analyst", "viewer", true, /user to impersonate lacks the Write Impersonated capability/],
    ] as const) {
      const refused = await impersonate(requester, target, { write });
      assert.equal(refusalOf(refused), "403 CAPABILITY_MISSING");
      assert.match(messageOf(refused), words);
    }
    assert.equal(refusalOf(await impersonate("analyst", "nobody")), "404 USER_UNKNOWN");
    assert.equal(refusalOf(await impersonate("analyst", "north")), "404 USER_UNKNOWN");
    const unnamed = await test_.send("POST", impersonationPath, { headers: await as("analyst"), form: { other: "" } });
    assert.equal(refusalOf(unnamed), "400 REQUEST_INVALID");
    assert.match(messageOf(unnamed), /send TargetUsername/);
    assert.equal((await test_.send("POST", impersonationPath)).status, 401);
  });

  test("an impersonation token makes no other one, and ends after 60 minutes or with the requester's password", async () => {
    const headers = withImpersonation((await impersonate("analyst", "viewer")).text);
    const nested = await test_.send("POST", impersonationPath, { headers, form: { TargetUsername: "loader" } });
    assert.equal(refusalOf(nested), "403 IMPERSONATION_NESTED");
    await test_.clock.advance(60 * 60_000);
    assert.equal(refusalOf(await test_.send("GET", reports, { headers })), "401 CREDENTIAL_INVALID");
    const later = withImpersonation((await impersonate("analyst", "viewer")).text);
    assert.equal((await test_.send("GET", reports, { headers: later })).status, 200);
    const { users } = test_.service.platform;
    const analyst = users.byName("WFF_demo", "analyst@demo.example");
    await users.setPassword(analyst?.userId ?? "", test_.service.ready.password);
    assert.equal(refusalOf(await test_.send("GET", reports, { headers: later })), "401 CREDENTIAL_INVALID");
  });

  test("a target that no longer allows it is no longer acted as", async () => {
    const headers = withImpersonation((await impersonate("analyst", "viewer")).text);
    const { users } = test_.service.platform;
    const viewer = users.byName("WFF_demo", "viewer@demo.example");
    assert.ok(viewer);
    await setCapabilities(
      users,
      viewer.userId,
      viewer.capabilities.filter(({ group }) => group !== "readImpersonated"),
    );
    assert.equal(refusalOf(await test_.send("GET", reports, { headers })), "403 CAPABILITY_MISSING");
    await setCapabilities(users, viewer.userId, viewer.capabilities);
  });

  test("a requester who lost the Impersonator capability no longer acts as others, also with a token of before", async () => {
    const headers = withImpersonation((await impersonate("analyst", "viewer")).text);
    const { users } = test_.service.platform;
    const analyst = users.byName("WFF_demo", "analyst@demo.example");
    assert.ok(analyst);
    await setCapabilities(
      users,
      analyst.userId,
      analyst.capabilities.filter(({ group }) => group !== "impersonator"),
    );
    for (const path of [reports, metadataPath]) {
      const refused = await test_.send("GET", path, { headers });
      assert.equal(refusalOf(refused), "403 CAPABILITY_MISSING");
      assert.match(
        messageOf(refused),
        /user who requested the impersonation token no longer has the Impersonator capability/,
      );
    }
    await setCapabilities(users, analyst.userId, analyst.capabilities);
    assert.equal((await test_.send("GET", reports, { headers })).status, 200);
  });

  test("whoever asks learns the newest version of a connector", async () => {
    const answer = await test_.send("GET", "/v1/data/query/connector-version?connectorId=one");
    const { version } = JSON.parse(await readFile(join(process.cwd(), "package.json"), "utf8"));
    assert.deepEqual(answer.json(), { version, id: "one" });
  });
});
