import assert from "node:assert/strict";
import { chmod, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { authorizePath, type IssuedTokens, refusalOf, TestApplication, tokenPath } from "../support/authorization.ts";
import { startTestService, type TestService } from "../support/running-service.ts";

const secret = "a secret of twenty-eight signs";
const dashboard = { tenant: "WFF_demo", secret, callbacks: ["http://localhost:8080/oauth2/callback"] };

suite("client applications that the data folder describes", () => {
  let test_: TestService;
  suiteSetup(async () => {
    test_ = await startTestService({ hasSample: false });
  });
  suiteTeardown(() => test_.dispose());

  const path = () => join(test_.dataFolder, "clients.json");
  const describe_ = (clients: unknown) => test_.restart(() => writeFile(path(), JSON.stringify(clients)));
  const ask = (query: Readonly<Record<string, string>>) =>
    test_.send("GET", `${authorizePath}?${new URLSearchParams({ response_type: "code", ...query })}`);

  test("get codes at their own callbacks alone, and exchange them by their own secret", async () => {
    await describe_({ dashboard });
    const { username, password } = test_.service.ready;
    const page = await ask({ client_id: "dashboard" });
    assert.equal(page.status, 302, page.text);
    const signedIn = await test_.send("POST", page.headers.location ?? "", { form: { username, password } });
    const callback = new URL(signedIn.headers.location ?? "");
    assert.equal(callback.origin + callback.pathname, dashboard.callbacks[0]);
    const code = callback.searchParams.get("code") ?? "";
    const form = { grant_type: "authorization_code", client_id: "dashboard", client_secret: "wrong", code };
    assert.equal(refusalOf(await test_.send("POST", tokenPath, { form })), "401 CLIENT_INVALID");
    const answer = await test_.send("POST", tokenPath, { form: { ...form, client_secret: secret } });
    assert.equal(answer.status, 200, answer.text);
    assert.ok(answer.json<IssuedTokens>().id_token);
    for (const redirect_uri of ["http://localhost:5000/oauth2/callback", "http://localhost:8081/oauth2/callback"]) {
      assert.equal(refusalOf(await ask({ client_id: "dashboard", redirect_uri })), "400 REDIRECT_INVALID");
    }
  });

  test("are asked which callback they mean when they have several and no default", async () => {
    const callbacks = [...dashboard.callbacks, "http://localhost:8081/oauth2/callback"];
    await describe_({ dashboard: { ...dashboard, callbacks } });
    const refused = await ask({ client_id: "dashboard" });
    assert.equal(refusalOf(refused), "400 REDIRECT_INVALID");
    assert.match(String(refused.json().message), /2 callback URIs, .* name one as redirect_uri, or register one/);
    await describe_({ dashboard: { ...dashboard, callbacks, defaultCallback: callbacks[1] } });
    const page = await ask({ client_id: "dashboard" });
    const back = await test_.send("POST", page.headers.location ?? "", { form: { decision: "cancel" } });
    assert.equal(back.headers.location, `${callbacks[1]}?error=access_denied`);
  });

  test("may be the sample's own, which gets further callbacks and keeps what it has", async () => {
    await describe_({ "workforce-analytics": { callbacks: ["http://localhost:9000/back"] } });
    for (const redirectUri of ["http://localhost:9000/back", "http://localhost:5000/oauth2/callback"]) {
      const application = new TestApplication(test_, redirectUri);
      const answer = await application.exchange(await application.code());
      assert.equal(answer.status, 200, answer.text);
    }
  });

  test("are gone with their entry", async () => {
    await describe_({});
    assert.equal(refusalOf(await ask({ client_id: "dashboard" })), "400 CLIENT_UNKNOWN");
    const redirect_uri = "http://localhost:9000/back";
    assert.equal(refusalOf(await ask({ client_id: "workforce-analytics", redirect_uri })), "400 REDIRECT_INVALID");
  });

  test("have their secrets in a file that only its owner reads", async function () {
    if (process.platform === "win32") {
      this.skip();
    }
    await writeFile(path(), JSON.stringify({ dashboard }));
    await chmod(path(), 0o644);
    await test_.restart();
    assert.equal((await stat(path())).mode & 0o777, 0o600);
    assert.ok(!test_.log.join("").includes(secret));
  });
});
