import assert from "node:assert/strict";
import {
  bearer,
  claimsOf,
  createPkce,
  type IssuedTokens,
  metadataPath,
  refusalOf,
  TestApplication,
  tokenPath,
} from "../support/authorization.ts";
import { startTestService, type TestService } from "../support/running-service.ts";
import { newUser } from "../support/stored-users.ts";

const minute = 60_000;

suite("authorization codes of the embedded service", () => {
  let test_: TestService;
  let application: TestApplication;
  suiteSetup(async () => {
    test_ = await startTestService({ hasSample: false });
    application = new TestApplication(test_);
  });
  suiteTeardown(() => test_.dispose());

  const post = (address: string, form: Readonly<Record<string, string>>, headers = {}) =>
    test_.send("POST", address, { form, headers });

  test("come from a page that runs nothing, and are exchanged for tokens by the verifier", async () => {
    const { verifier, challenge } = createPkce();
    const asked = { state: "a b&c", code_challenge: challenge, code_challenge_method: "S256", scope: "read openid" };
    const address = await application.page(asked);
    assert.match(address, /^\/login\/auth\?/);
    const page = await test_.send("GET", address);
    assert.equal(page.status, 200);
    assert.match(page.headers["content-type"] ?? "", /^text\/html/);
    assert.match(page.text, /<form method="post">/);
    assert.doesNotMatch(page.text, /<script|\son\w+=/i);
    assert.match(
      String(page.headers["content-security-policy"]),
      /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self' http:\/\/127\.0\.0\.1:41234; base-uri 'none'; frame-ancestors 'none'$/,
    );
    assert.equal(page.headers["cache-control"], "no-store");
    const callback = await application.callback(asked);
    assert.equal(callback.origin + callback.pathname, "http://127.0.0.1:41234/callback");
    assert.equal(callback.searchParams.get("state"), "a b&c");
    const code = callback.searchParams.get("code") ?? "";
    const answer = await application.exchange(code, { code_verifier: verifier, redirect_uri: application.redirectUri });
    assert.equal(answer.status, 200, answer.text);
    const { access_token, id_token } = answer.json<IssuedTokens>();
    const metadata = await test_.send("GET", metadataPath, bearer(test_, access_token));
    assert.equal(metadata.json().email, test_.service.ready.username);
    assert.equal(claimsOf(id_token).aud, application.client.client_id);
  });

  test("the page shows a wrong password's reason and the user name again, and nothing that was typed as markup", async () => {
    const address = await application.page();
    const answer = await post(address, { username: '"><b>Ada</b>', password: "not the one" });
    assert.equal(answer.status, 401);
    assert.match(answer.text, /<p role="alert">The user name or the password is wrong\. Try again\.<\/p>/);
    assert.match(answer.text, /value="&#34;&#62;&#60;b&#62;Ada&#60;\/b&#62;"/);
    assert.doesNotMatch(answer.text, /not the one/);
    assert.equal(answer.headers.location, undefined);
  });

  test("the page says how long to wait after too many wrong passwords", async () => {
    const address = await application.page();
    const guess = () => post(address, { username: "eve@demo.example", password: "a guess" });
    for (let count = 0; count < 5; count++) {
      assert.equal((await guess()).status, 401);
    }
    const refused = await guess();
    assert.equal(refused.status, 429);
    assert.equal(refused.headers["retry-after"], "120");
    assert.match(refused.text, /<p role="alert">There were too many wrong passwords .* in 120 seconds\.<\/p>/);
    assert.match(refused.text, /<form method="post">/);
  });

  test("the page tells a user of another tenant that the application is not registered there", async () => {
    await test_.service.platform.users.create(
      newUser("other@other.example", { tenant: "WFF_other", password: "open sesame" }),
    );
    const answer = await post(await application.page(), { username: "other@other.example", password: "open sesame" });
    assert.equal(answer.status, 403);
    assert.match(answer.text, /registered for a tenant other than yours/);
  });

  test("the page takes no for an answer and says so to the application", async () => {
    const answer = await post(await application.page({ state: "s1" }), { decision: "cancel" });
    assert.equal(answer.status, 303);
    assert.equal(answer.headers.location, "http://127.0.0.1:41234/callback?error=access_denied&state=s1");
  });

  test("the page takes no form from a page of somebody else", async () => {
    const { username, password } = test_.service.ready;
    const address = await application.page();
    for (const origin of ["https://evil.example", "null"]) {
      assert.equal(refusalOf(await post(address, { username, password }, { origin })), "403 ORIGIN_REFUSED");
    }
    for (const site of ["cross-site", "same-site"]) {
      const refused = await post(address, { username, password }, { "sec-fetch-site": site });
      assert.equal(refusalOf(refused), "403 ORIGIN_REFUSED");
    }
    // What a browser sends with the page's own form.
    const own = { origin: test_.service.ready.url, "sec-fetch-site": "same-origin" };
    assert.equal((await post(address, { username, password }, own)).status, 303);
  });

  test("single-sign-on bypass users sign in at /auth/admin", async () => {
    const address = await application.page({ scope: "read service:login:bypass_users" });
    assert.equal(new URL(address, test_.service.ready.url).pathname, "/login/auth/admin");
    const { username, password } = test_.service.ready;
    assert.equal((await post(address, { username, password })).status, 303);
  });

  test("go to registered callbacks: on this machine at any port, in an editor to any window", async () => {
    for (const redirect_uri of [
      "http://127.0.0.1/callback",
      "http://127.0.0.1:1/callback",
      "http://[::1]:65535/callback",
      "http://localhost:5000/oauth2/callback",
      "vscode://workforce.workforce-analytics/signed-in",
      "vscode-insiders://workforce.workforce-analytics/signed-in?windowId=3",
      pageOf("vscode-scheme=code-oss&vscode-authority=workforce.workforce-analytics&vscode-path=%2Fsigned-in"),
    ]) {
      const callback = await application.callback({ redirect_uri });
      assert.ok(callback.href.startsWith(redirect_uri), callback.href);
      assert.ok(callback.searchParams.get("code"));
    }
  });

  test("go nowhere else", async () => {
    for (const redirect_uri of [
      "http://127.0.0.1:41234/callback/",
      "http://127.0.0.1:41234/callback?next=1",
      "http://127.0.0.1:41234@evil.example/callback",
      "http://127.0.0.1.evil.example/callback",
      "https://127.0.0.1:41234/callback",
      "http://evil.example/callback",
      "vscode://evil.extension/signed-in",
      "vscode://workforce.workforce-analytics/signed-in?windowId=3&next=1",
      pageOf("vscode-scheme=code-oss&vscode-authority=evil.extension&vscode-path=%2Fsigned-in"),
      pageOf("vscode-scheme=code-oss&vscode-authority=workforce.workforce-analytics&vscode-path=%2Fsigned-in&next=1"),
      pageOf("vscode-scheme=code-oss").replace("127.0.0.1", "evil.example"),
      "javascript:alert(1)",
      "http://localhost:5001/oauth2/callback",
      "http://127.0.0.1:41234/callback#part",
      `${pageOf("vscode-scheme=code-oss&vscode-authority=workforce.workforce-analytics&vscode-path=%2Fsigned-in")}#part`,
      // No ports, but digits where one stands.
      "http://127.0.0.1:99999/callback",
      "http://[::1]:65536/callback",
      "http://127.0.0.1:0/callback",
      pageOf("vscode-scheme=code-oss").replace(":41234", ":99999"),
    ]) {
      const answer = await application.ask({ redirect_uri });
      assert.equal(refusalOf(answer), "400 REDIRECT_INVALID", redirect_uri);
      assert.equal(answer.headers.location, undefined);
      const page = await test_.send("GET", `/login/auth?${application.query({ redirect_uri })}`);
      assert.equal(refusalOf(page), "400 REDIRECT_INVALID", redirect_uri);
    }
  });

  test("go to the client's default callback when the request names none", async () => {
    const callback = await application.callback({ redirect_uri: undefined });
    assert.equal(callback.origin + callback.pathname, "http://localhost:5000/oauth2/callback");
    const code = () => application.code({ redirect_uri: undefined });
    assert.equal((await application.exchange(await code())).status, 200);
    const named = { redirect_uri: "http://localhost:5000/oauth2/callback" };
    assert.equal((await application.exchange(await code(), named)).status, 200);
    const other = { redirect_uri: "http://127.0.0.1:41234/callback" };
    assert.equal(refusalOf(await application.exchange(await code(), other)), "401 CODE_INVALID");
  });

  test("are not given to a request that is wrong, and the page behind does not show either", async () => {
    const { challenge } = createPkce();
    for (const [parameters, refusal] of [
      [{ client_id: "nobody" }, "400 CLIENT_UNKNOWN"],
      [{ response_type: "token" }, "400 REQUEST_INVALID"],
      [{ state: "line\nbreak" }, "400 STATE_INVALID"],
      [{ state: "x".repeat(2001) }, "400 STATE_INVALID"],
      [{ scope: "read  twice" }, "400 SCOPE_INVALID"],
      [{ code_challenge: challenge }, "400 CHALLENGE_INVALID"],
      [{ code_challenge: challenge, code_challenge_method: "plain" }, "400 CHALLENGE_INVALID"],
      [{ code_challenge: "short", code_challenge_method: "S256" }, "400 CHALLENGE_INVALID"],
      [{ code_challenge_method: "S256" }, "400 CHALLENGE_INVALID"],
      [{ password: "in the address" }, "400 CREDENTIAL_IN_URL"],
    ] as const) {
      assert.equal(refusalOf(await application.ask(parameters)), refusal);
      assert.equal(refusalOf(await test_.send("GET", `/login/auth?${application.query(parameters)}`)), refusal);
      const { username, password } = test_.service.ready;
      const form = await post(`/login/auth?${application.query(parameters)}`, { username, password });
      assert.equal(refusalOf(form), refusal);
    }
  });

  test("work once, and a replayed one revokes what it gave", async () => {
    const code = await application.code();
    const issued = (await application.exchange(code)).json<IssuedTokens>();
    const call = () => test_.send("GET", metadataPath, bearer(test_, issued.access_token));
    assert.equal((await call()).status, 200);
    assert.equal(refusalOf(await application.exchange(code)), "401 CODE_REUSED");
    assert.equal(refusalOf(await call()), "401 CREDENTIAL_REVOKED");
    const refresh = { grant_type: "refresh_token", refresh_token: issued.refresh_token };
    assert.equal(refusalOf(await post(tokenPath, refresh)), "401 TOKEN_INVALID");
    assert.equal(refusalOf(await application.exchange(code)), "401 CODE_INVALID");
  });

  test("are exchanged once even when they come twenty times at a time, and what that gave stays", async () => {
    const code = await application.code();
    const answers = await Promise.all(Array.from({ length: 20 }, () => application.exchange(code)));
    assert.deepEqual(
      answers.map(({ status }) => status),
      answers.map(() => 200),
    );
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
    const issued = answers[0]?.json<IssuedTokens>();
    assert.ok(issued);
    const call = () => test_.send("GET", metadataPath, bearer(test_, issued.access_token));
    assert.equal((await call()).status, 200);
    // The answer has arrived: whoever sends the code now is somebody else.
    assert.equal(refusalOf(await application.exchange(code)), "401 CODE_REUSED");
    assert.equal(refusalOf(await call()), "401 CREDENTIAL_REVOKED");
  });

  test("give nothing to whoever sends something else at the same time", async () => {
    const { verifier, challenge } = createPkce();
    const code = await application.code({ code_challenge: challenge, code_challenge_method: "S256" });
    assert.equal((await application.exchange(code, { code_verifier: verifier })).status, 200);
    const guessed = await application.exchange(code, { code_verifier: createPkce().verifier });
    assert.equal(refusalOf(guessed), "401 CODE_INVALID");
    assert.equal(refusalOf(await application.exchange(code, { client_secret: "wrong" })), "401 CLIENT_INVALID");
  });

  test("work for 5 minutes", async () => {
    const [first, second] = [await application.code(), await application.code()];
    await test_.clock.advance(5 * minute - 1);
    assert.equal((await application.exchange(first)).status, 200);
    await test_.clock.advance(1);
    assert.equal(refusalOf(await application.exchange(second)), "401 CODE_INVALID");
  });

  test("work for whoever asked for them only", async () => {
    const { platform, credentials } = test_.service;
    await platform.clients.register("another", credentials.tenantCode, "another secret");
    const { verifier, challenge } = createPkce();
    const bound = { code_challenge: challenge, code_challenge_method: "S256" };
    for (const [asked, fields, words] of [
      [bound, {}, /code_verifier is missing or does not match/],
      [bound, { code_verifier: createPkce().verifier }, /code_verifier is missing or does not match/],
      [{}, { code_verifier: verifier }, /authorization request had no code_challenge/],
      [{}, { redirect_uri: "http://127.0.0.1:41235/callback" }, /differs from the one in the authorization request/],
      [{}, { client_id: "another", client_secret: "another secret" }, /issued to another client application/],
    ] as const) {
      const code = await application.code(asked);
      const refused = await application.exchange(code, fields);
      assert.equal(refusalOf(refused), "401 CODE_INVALID");
      assert.match(String(refused.json().message), words);
      assert.match(String(refused.json().message), /Sign in again/);
      // The code is spent: who holds it may have stolen it.
      assert.equal((await application.exchange(code, { code_verifier: verifier })).status, 401);
    }
  });

  test("ask for the client's secret, in the body or as HTTP Basic credentials", async () => {
    const code = await application.code();
    assert.equal(refusalOf(await application.exchange(code, { client_secret: "wrong" })), "401 CLIENT_INVALID");
    const { client_id, client_secret } = application.client;
    const basic = (secret: string) => ({
      authorization: `Basic ${Buffer.from(`${client_id}:${secret}`).toString("base64")}`,
    });
    const form = { grant_type: "authorization_code", code };
    assert.equal(refusalOf(await post(tokenPath, form, basic("wrong"))), "401 CLIENT_INVALID");
    const both = await post(tokenPath, { ...form, client_id: "other" }, basic(client_secret));
    assert.equal(refusalOf(both), "400 CLIENT_AMBIGUOUS");
    assert.equal((await post(tokenPath, form, basic(client_secret))).status, 200);
  });

  test("leave no secret in the log", async () => {
    const { verifier, challenge } = createPkce();
    const asked = { state: "the-state-of-it", code_challenge: challenge, code_challenge_method: "S256" };
    const code = await application.code(asked);
    const issued = (await application.exchange(code, { code_verifier: verifier })).json<IssuedTokens>();
    const log = test_.log.join("");
    assert.ok(log.includes("signInByPage"));
    const { client_secret } = application.client;
    const { password } = test_.service.ready;
    for (const secret of [code, verifier, password, client_secret, issued.access_token, issued.refresh_token]) {
      assert.ok(!log.includes(secret));
    }
    assert.ok(!log.includes("the-state-of-it"));
  });
});

/** Where a VS Code that is served to a browser takes callbacks. */
function pageOf(told: string): string {
  return `http://127.0.0.1:41234/stable-0123abc/callback?vscode-reqid=1&${told}`;
}
