import assert from "node:assert/strict";
import { startTestService, type TestService } from "../support/running-service.ts";
import { newUser } from "../support/stored-users.ts";

const tables = "/v1alpha/data/table-sources/tables";
const tokenPath = "/v1/admin/serviceSecureToken";
const jwtPath = "/v1/auth/oauth2/token";
const minute = 60_000;

suite("signing in to the embedded service", () => {
  let test_: TestService;
  suiteSetup(async () => {
    test_ = await startTestService({ hasSample: false });
  });
  suiteTeardown(() => test_.dispose());

  const proof = (token: string) => ({
    apikey: test_.service.ready.apiKey,
    cookie: `theme=dark; ServiceASIDToken=${token}`,
  });

  test("takes a user name and password and answers a token as text", async () => {
    const { username, password } = test_.service.ready;
    const answer = await test_.send("POST", tokenPath, { form: { username, password } });
    assert.equal(answer.status, 200);
    assert.match(answer.headers["content-type"] ?? "", /^text\/plain/);
    assert.match(answer.text, /^[\w-]{43}$/);
    assert.equal((await test_.send("GET", tables, { headers: proof(answer.text) })).status, 200);
  });

  test("refuses a wrong password and an unknown user with the same words", async () => {
    const { username } = test_.service.ready;
    const wrong = await test_.send("POST", tokenPath, { form: { username, password: "wrong" } });
    const unknown = await test_.send("POST", tokenPath, { form: { username: "nobody", password: "wrong" } });
    assert.equal(wrong.status, 401);
    assert.equal(unknown.status, 401);
    assert.equal(wrong.json().code, "SIGN_IN_FAILED");
    assert.equal(wrong.json().message, unknown.json().message);
  });

  test("makes guessing passwords slow, whatever the way and whether or not there is the user", async () => {
    const { password } = test_.service.ready;
    // Clears what earlier tests have guessed.
    await test_.signIn();
    const { clientId: client_id, clientSecret: client_secret } = test_.service.credentials;
    for (const username of [test_.service.ready.username, "nobody@demo.example"]) {
      const ways = [
        () => test_.send("POST", tokenPath, { form: { username, password: "wrong" } }),
        () =>
          test_.send("POST", jwtPath, {
            form: { grant_type: "password", client_id, client_secret, username, password: "wrong" },
          }),
      ];
      const statuses = [];
      for (const guess of [...ways, ...ways, ...ways].slice(0, 5)) {
        statuses.push((await guess()).status);
      }
      assert.deepEqual(statuses, [401, 401, 401, 401, 401]);
      const refused = await test_.send("POST", tokenPath, { form: { username, password } });
      assert.equal(refused.status, 429);
      assert.equal(refused.headers["retry-after"], "120");
      assert.equal(refused.json().code, "PASSWORD_GUESSES");
      assert.match(String(refused.json().message), /too many wrong passwords .* sign in again in 120 seconds/);
      assert.ok(!test_.log.join("").includes(password));
    }
    await test_.clock.advance(2 * minute);
    assert.match(await test_.signIn(), /^[\w-]{43}$/);
  });

  test("counts no guesses that a page of another origin made a browser send", async () => {
    const { username, password } = test_.service.ready;
    const { clientId: client_id, clientSecret: client_secret } = test_.service.credentials;
    const guess = { grant_type: "password", client_id, client_secret, username, password: "wrong" };
    const query = { response_type: "code", client_id, redirect_uri: "http://127.0.0.1/callback" };
    for (const headers of [
      { origin: "http://evil.example" },
      { origin: "null" },
      { origin: "http://localhost:3000", "sec-fetch-site": "same-site" },
      { "sec-fetch-site": "cross-site" },
    ] as Record<string, string>[]) {
      for (const path of [tokenPath, jwtPath, `/login/auth?${new URLSearchParams(query)}`]) {
        for (let count = 0; count < 3; count++) {
          const refused = await test_.send("POST", path, { form: guess, headers });
          assert.equal(refused.status, 403, path);
          assert.equal(refused.json().code, "ORIGIN_REFUSED");
        }
      }
    }
    assert.equal((await test_.send("POST", tokenPath, { form: { username, password } })).status, 200);
    const own = { origin: test_.service.ready.url, "sec-fetch-site": "same-origin" };
    assert.equal((await test_.send("POST", tokenPath, { form: { username, password }, headers: own })).status, 200);
  });

  test("gives answers that no cache keeps and whose type nobody guesses", async () => {
    const { username, password } = test_.service.ready;
    const form = { grant_type: "urn:service:params:oauth:grant-type:asid-token", asid_token: await test_.signIn() };
    const impersonation = { TargetUsername: "nobody" };
    for (const answer of [
      await test_.send("POST", tokenPath, { form: { username, password } }),
      await test_.send("POST", jwtPath, { form }),
      await test_.send("POST", jwtPath, { form: { ...form, asid_token: "wrong" } }),
      await test_.call("POST", "/v1/admin/serviceImpersonationToken", { form: impersonation }),
      await test_.call("GET", tables),
      await test_.send("GET", tables),
      await test_.send("GET", "/nothing"),
      await test_.send("GET", "/%zz"),
    ]) {
      assert.equal(answer.headers["cache-control"], "no-store", answer.text);
      assert.equal(answer.headers["x-content-type-options"], "nosniff");
    }
  });

  test("gives no token to a user without the Legacy API Restricted capability, but a JWT", async () => {
    const { platform, credentials } = test_.service;
    await platform.users.create(
      newUser("guest@demo.example", { tenant: credentials.tenantCode, password: "open sesame" }),
    );
    const user = { username: "guest@demo.example", password: "open sesame" };
    const refused = await test_.send("POST", tokenPath, { form: user });
    assert.equal(refused.status, 403);
    assert.equal(refused.json().code, "CAPABILITY_MISSING");
    const { clientId: client_id, clientSecret: client_secret } = credentials;
    const form = { grant_type: "password", client_id, client_secret, ...user };
    assert.equal((await test_.send("POST", jwtPath, { form })).status, 200);
  });

  test("asks for the API key and for a credential on every call", async () => {
    const token = await test_.signIn();
    const cookie = `ServiceASIDToken=${token}`;
    const codes = await Promise.all(
      [{ cookie }, { cookie, apikey: "wrong" }, { apikey: test_.service.ready.apiKey }, proof("wrong")].map(
        async (headers) => {
          const answer = await test_.send("GET", tables, { headers });
          assert.equal(answer.status, 401);
          return answer.json().code;
        },
      ),
    );
    assert.deepEqual(codes, ["API_KEY_MISSING", "API_KEY_INVALID", "CREDENTIAL_MISSING", "CREDENTIAL_INVALID"]);
  });

  test("does not take a token after 60 minutes", async () => {
    const token = await test_.signIn();
    await test_.clock.advance(60 * minute - 1);
    assert.equal((await test_.send("GET", tables, { headers: proof(token) })).status, 200);
    await test_.clock.advance(1);
    const answer = await test_.send("GET", tables, { headers: proof(token) });
    assert.equal(answer.status, 401);
    assert.equal(answer.json().code, "CREDENTIAL_INVALID");
  });

  test("keeps tokens, keys and passwords over a restart", async () => {
    const token = await test_.signIn();
    const before = test_.service.ready;
    await test_.restart();
    assert.deepEqual({ ...test_.service.ready, url: "", instance: "" }, { ...before, url: "", instance: "" });
    assert.equal((await test_.send("GET", tables, { headers: proof(token) })).status, 200);
  });

  test("exchanges a password for a JWT, which expires, and refreshes it once", async () => {
    const { credentials } = test_.service;
    const { username, password, apiKey: apikey } = credentials;
    const client = { client_id: credentials.clientId, client_secret: credentials.clientSecret };
    const form = { grant_type: "password", ...client, username, password, scope: "read openid" };
    const issued = (await test_.send("POST", jwtPath, { form })).json<Record<string, string>>();
    assert.equal(issued.token_type, "Bearer");
    assert.equal(issued.expires_in, 3600);
    const withToken = (token = "") => ({ headers: { apikey, authorization: `Bearer ${token}` } });
    assert.equal((await test_.send("GET", tables, withToken(issued.access_token))).status, 200);
    assert.equal((await test_.send("GET", tables, withToken(issued.id_token))).status, 401);
    await test_.clock.advance(60 * minute);
    assert.equal((await test_.send("GET", tables, withToken(issued.access_token))).status, 401);
    const refresh = { form: { grant_type: "refresh_token", refresh_token: issued.refresh_token ?? "" } };
    const renewed = (await test_.send("POST", jwtPath, refresh)).json<Record<string, string>>();
    assert.equal((await test_.send("GET", tables, withToken(renewed.access_token))).status, 200);
    // Later than a repeat of the same request whose answer was lost.
    await test_.clock.advance(10_000);
    assert.equal((await test_.send("POST", jwtPath, refresh)).status, 401);
  });

  test("exchanges an ASID token for a JWT", async () => {
    const grant_type = "urn:service:params:oauth:grant-type:asid-token";
    const answer = await test_.send("POST", jwtPath, { form: { grant_type, asid_token: await test_.signIn() } });
    assert.equal(answer.status, 200);
    const wrong = await test_.send("POST", jwtPath, { form: { grant_type, asid_token: "wrong" } });
    assert.equal(wrong.status, 401);
  });

  test("refuses a JWT that was tampered with", async () => {
    const grant_type = "urn:service:params:oauth:grant-type:asid-token";
    const answer = await test_.send("POST", jwtPath, { form: { grant_type, asid_token: await test_.signIn() } });
    const [header = "", payload = "", signature = ""] =
      answer.json<Record<string, string>>().access_token?.split(".") ?? [];
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
    const forged = Buffer.from(JSON.stringify({ ...claims, exp: claims.exp + 1 })).toString("base64url");
    const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString("base64url");
    for (const token of [`${header}.${forged}.${signature}`, `${none}.${payload}.`, `${header}.${payload}.`, "x"]) {
      const headers = { apikey: test_.service.ready.apiKey, authorization: `Bearer ${token}` };
      assert.equal((await test_.send("GET", tables, { headers })).status, 401);
    }
  });

  test("names the fields that a grant lacks", async () => {
    const answer = await test_.send("POST", jwtPath, {
      form: { grant_type: "password", client_id: "a", username: "b" },
    });
    assert.equal(answer.status, 400);
    assert.equal(
      answer.json().message,
      "The request is invalid: body client_secret is missing; body password is missing.",
    );
  });

  test("keeps secrets out of the log", async () => {
    const token = await test_.signIn();
    await test_.send("GET", tables, { headers: proof(token) });
    await test_.send("GET", `${tables}?limit=${test_.service.ready.password}`, { headers: proof(token) });
    const log = test_.log.join("");
    assert.ok(log.includes("listTableSources"));
    const { apiKey, password } = test_.service.ready;
    for (const secret of [token, apiKey, password, test_.service.credentials.clientSecret]) {
      assert.ok(!log.includes(secret));
    }
  });

  test("tells the user who they are and which tenants they reach", async () => {
    const token = await test_.signIn();
    const answer = await test_.send("GET", "/v1/auth/oauth2/userinfo?includeTenantDetails=true", {
      headers: proof(token),
    });
    const metadata = answer.json<Record<string, unknown>>();
    assert.equal(metadata.email, test_.service.ready.username);
    assert.equal(metadata["service:tenant_id"], "WFF_demo");
    assert.deepEqual(metadata["service:tenant_details"], {
      details: [{ tenantCode: "WFF_demo", displayName: "Demo", properties: { vanityUrlName: "demo" } }],
    });
    const short = await test_.send("GET", "/v1/auth/oauth2/userinfo", { headers: proof(token) });
    assert.equal("service:tenant_details" in short.json(), false);
  });
});
