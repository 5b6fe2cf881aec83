import assert from "node:assert/strict";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { bearer, claimsOf, type IssuedTokens, metadataPath, refusalOf, tokenPath } from "../support/authorization.ts";
import { startTestService, type TestService } from "../support/running-service.ts";

const minute = 60_000;

suite("tokens of the embedded service", () => {
  let test_: TestService;
  suiteSetup(async () => {
    test_ = await startTestService({ hasSample: false });
  });
  suiteTeardown(() => test_.dispose());

  const grant = (form: Readonly<Record<string, string>>, headers: Record<string, string> = {}) =>
    test_.send("POST", tokenPath, { form, headers });

  async function signIn(fields: Readonly<Record<string, string>> = {}): Promise<IssuedTokens> {
    const { clientId, clientSecret, username, password } = test_.service.credentials;
    const client = { client_id: clientId, client_secret: clientSecret };
    const answer = await grant({ grant_type: "password", ...client, username, password, ...fields });
    assert.equal(answer.status, 200, answer.text);
    return answer.json<IssuedTokens>();
  }

  const refresh = (token: string, fields = {}) =>
    grant({ grant_type: "refresh_token", refresh_token: token, ...fields });
  const call = (token: string) => test_.send("GET", metadataPath, bearer(test_, token));

  test("every grant gives an ID token for its client, whatever the scope", async () => {
    const { users } = test_.service.platform;
    const { username, clientId } = test_.service.credentials;
    const asid_token = await test_.signIn();
    const exchange = { grant_type: "urn:service:params:oauth:grant-type:asid-token", asid_token };
    const first = await signIn({ scope: "read" });
    for (const issued of [
      await signIn(),
      first,
      await signIn({ scope: "read openid" }),
      (await refresh(first.refresh_token)).json<IssuedTokens>(),
      (await grant(exchange)).json<IssuedTokens>(),
    ]) {
      const claims = claimsOf(issued.id_token);
      assert.equal(claims.sub, users.byName("WFF_demo", username)?.userId);
      assert.equal(claims.aud, clientId);
      assert.equal(claims.email, username);
    }
  });

  test("refresh tokens renew once each, and one that comes again revokes all of them", async () => {
    const first = await signIn();
    const second = (await refresh(first.refresh_token)).json<IssuedTokens>();
    assert.notEqual(second.refresh_token, first.refresh_token);
    const third = (await refresh(second.refresh_token)).json<IssuedTokens>();
    assert.equal((await call(third.access_token)).status, 200);
    const other = await signIn();
    assert.equal(refusalOf(await refresh(first.refresh_token)), "401 TOKEN_REUSED");
    assert.equal(refusalOf(await refresh(third.refresh_token)), "401 TOKEN_INVALID");
    assert.equal(refusalOf(await call(third.access_token)), "401 CREDENTIAL_REVOKED");
    assert.equal((await call(other.access_token)).status, 200);
  });

  test("a reused refresh token is known for one after a restart", async () => {
    const first = await signIn();
    const second = (await refresh(first.refresh_token)).json<IssuedTokens>();
    await test_.restart();
    assert.equal((await call(second.access_token)).status, 200);
    assert.equal(refusalOf(await refresh(first.refresh_token)), "401 TOKEN_REUSED");
    assert.equal(refusalOf(await call(second.access_token)), "401 CREDENTIAL_REVOKED");
  });

  test("a reused refresh token revokes what it gave over a restart, also if that could not be written", async () => {
    const { database } = test_.service.platform;
    const first = await signIn();
    const second = (await refresh(first.refresh_token)).json<IssuedTokens>();
    await test_.clock.advance(11_000);
    const write = database.writePrepared;
    database.writePrepared = () => Promise.reject(new Error("The disk is full."));
    assert.equal((await refresh(first.refresh_token)).status, 500);
    database.writePrepared = write;
    assert.equal(refusalOf(await call(second.access_token)), "401 CREDENTIAL_REVOKED");
    await test_.restart();
    assert.equal(refusalOf(await call(second.access_token)), "401 CREDENTIAL_REVOKED");
    assert.equal(refusalOf(await refresh(second.refresh_token)), "401 TOKEN_INVALID");
  });

  test("a refresh that is refused leaves the token as it was", async () => {
    const first = await signIn({ scope: "read" });
    assert.equal(refusalOf(await refresh(first.refresh_token, { scope: "read write" })), "400 SCOPE_INVALID");
    assert.equal(refusalOf(await refresh(first.refresh_token, { scope: "read  read" })), "400 SCOPE_INVALID");
    assert.equal(refusalOf(await refresh(first.refresh_token, { grant_type: "renew" })), "400 REQUEST_INVALID");
    assert.equal((await call(first.access_token)).status, 200);
    const second = await refresh(first.refresh_token);
    assert.equal(second.status, 200, second.text);
    assert.equal((await call(second.json<IssuedTokens>().access_token)).status, 200);
  });

  test("ten refreshes with one token at a time get one answer, which stays valid", async () => {
    const first = await signIn();
    const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(first.refresh_token)));
    assert.deepEqual(
      answers.map(({ status }) => status),
      answers.map(() => 200),
    );
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
    const second = answers[0]?.json<IssuedTokens>();
    assert.ok(second);
    assert.equal((await call(second.access_token)).status, 200);
    assert.equal((await refresh(second.refresh_token)).status, 200);
    assert.equal((await call(second.access_token)).status, 200);
  });

  test("a refresh whose answer was lost may be repeated for ten seconds, and is a replay after that", async () => {
    const first = await signIn();
    const second = await refresh(first.refresh_token);
    await test_.clock.advance(9999);
    const again = await refresh(first.refresh_token);
    assert.equal(again.text, second.text);
    await test_.clock.advance(1);
    assert.equal(refusalOf(await refresh(first.refresh_token)), "401 TOKEN_REUSED");
    assert.equal(refusalOf(await call(second.json<IssuedTokens>().access_token)), "401 CREDENTIAL_REVOKED");
  });

  test("a refresh token that comes again with another request is a replay at once", async () => {
    const first = await signIn({ scope: "read openid" });
    const second = (await refresh(first.refresh_token)).json<IssuedTokens>();
    assert.equal(refusalOf(await refresh(first.refresh_token, { scope: "read" })), "401 TOKEN_REUSED");
    assert.equal(refusalOf(await call(second.access_token)), "401 CREDENTIAL_REVOKED");
  });

  test("a refreshed token has the scopes of the first one or fewer", async () => {
    const first = await signIn({ scope: "read openid" });
    const fewer = (await refresh(first.refresh_token, { scope: "read" })).json<IssuedTokens>();
    assert.equal(claimsOf(fewer.access_token).scope, "read");
    assert.equal(refusalOf(await refresh(fewer.refresh_token, { scope: "read openid" })), "400 SCOPE_INVALID");
  });

  test("a wrong client, password or grant is refused with words of its own", async () => {
    const { clientId: client_id, clientSecret: client_secret, username, password } = test_.service.credentials;
    const form = { grant_type: "password", client_id, client_secret, username, password };
    assert.equal(refusalOf(await grant({ ...form, client_secret: "wrong" })), "401 CLIENT_INVALID");
    assert.equal(refusalOf(await grant({ ...form, client_id: "wrong" })), "401 CLIENT_INVALID");
    assert.equal(refusalOf(await grant({ ...form, password: "wrong" })), "401 SIGN_IN_FAILED");
    assert.equal(refusalOf(await grant({ ...form, grant_type: "implicit" })), "400 REQUEST_INVALID");
    await test_.service.platform.clients.register("elsewhere", "WFF_other", "secret of it");
    const elsewhere = { ...form, client_id: "elsewhere", client_secret: "secret of it" };
    assert.equal(refusalOf(await grant(elsewhere)), "401 CLIENT_OTHER_TENANT");
  });

  test("the password grant takes the client as HTTP Basic credentials too", async () => {
    const { clientId, clientSecret, username, password } = test_.service.credentials;
    const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`;
    const form = { grant_type: "password", username, password };
    assert.equal((await grant(form, { authorization })).status, 200);
    const both = { ...form, client_id: clientId, client_secret: clientSecret };
    assert.equal((await grant(both, { authorization })).status, 200);
    assert.equal((await grant(form)).status, 400);
  });

  test("a JWT that is expired, tampered with, of another key or of another use is refused", async () => {
    const { access_token, id_token } = await signIn({ scope: "read openid" });
    const [header = "", payload = "", signature = ""] = access_token.split(".");
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
    const { kid } = JSON.parse(Buffer.from(header, "base64url").toString());
    assert.equal((await call(access_token)).status, 200);
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const other = await generateKeyPair("ES256", { extractable: true });
    const signed = (alg: string, key: Parameters<SignJWT["sign"]>[0], changed: object = {}) =>
      new SignJWT({ ...claims, ...changed }).setProtectedHeader({ alg, typ: "at+jwt", kid }).sign(key);
    const publicKey = Buffer.from(JSON.stringify(await exportJWK(other.publicKey)));
    for (const token of [
      `${header}.${encode({ ...claims, exp: claims.exp + 60 })}.${signature}`,
      `${header}.${encode({ ...claims, sub: "somebody" })}.${signature}`,
      `${encode({ alg: "none", typ: "at+jwt", kid })}.${payload}.`,
      `${encode({ alg: "HS256", typ: "at+jwt", kid })}.${payload}.${signature}`,
      `${header}.${payload}.`,
      await signed("ES256", other.privateKey),
      await signed("HS256", publicKey),
      id_token,
      "x",
      "a.b.c",
    ]) {
      const answer = await call(token);
      assert.equal(refusalOf(answer), "401 CREDENTIAL_INVALID", token);
      assert.match(String(answer.json().message), /request one from the token endpoint/);
    }
    await test_.clock.advance(60 * minute);
    const expired = await call(access_token);
    assert.equal(refusalOf(expired), "401 CREDENTIAL_EXPIRED");
    assert.match(String(expired.json().message), /refresh it or sign in again/);
  });

  test("a call carries one credential", async () => {
    const { apiKey } = test_.service.ready;
    const { access_token } = await signIn();
    const { headers } = bearer(test_, access_token);
    const cookie = `ServiceASIDToken=${await test_.signIn()}`;
    const several = await test_.send("GET", metadataPath, { headers: { ...headers, cookie } });
    assert.equal(refusalOf(several), "401 CREDENTIAL_AMBIGUOUS");
    const cookies = { apikey: apiKey, cookie: `${cookie}; ServiceImpersonationToken=x` };
    assert.equal(refusalOf(await test_.send("GET", metadataPath, { headers: cookies })), "401 CREDENTIAL_AMBIGUOUS");
  });

  test("a changed password revokes every token of the user", async () => {
    const { platform, ready } = test_.service;
    const user = platform.users.byName("WFF_demo", ready.username);
    assert.ok(user);
    const issued = await signIn();
    const asid = await test_.signIn();
    const withAsid = { headers: { apikey: ready.apiKey, cookie: `ServiceASIDToken=${asid}` } };
    const exchange = { grant_type: "urn:service:params:oauth:grant-type:asid-token", asid_token: asid };
    const exchanged = (await grant(exchange)).json<IssuedTokens>();
    assert.equal((await test_.send("GET", metadataPath, withAsid)).status, 200);
    await platform.users.setPassword(user.userId, "another one");
    assert.equal(refusalOf(await call(issued.access_token)), "401 CREDENTIAL_REVOKED");
    assert.equal(refusalOf(await call(exchanged.access_token)), "401 CREDENTIAL_REVOKED");
    assert.equal(refusalOf(await refresh(issued.refresh_token)), "401 TOKEN_INVALID");
    assert.equal(refusalOf(await grant(exchange)), "401 TOKEN_INVALID");
    const answer = await test_.send("GET", metadataPath, withAsid);
    assert.equal(refusalOf(answer), "401 CREDENTIAL_INVALID");
    assert.match(String(answer.json().message), /sign in again/);
    await platform.users.setPassword(user.userId, ready.password);
    assert.equal((await call((await signIn()).access_token)).status, 200);
  });
});
