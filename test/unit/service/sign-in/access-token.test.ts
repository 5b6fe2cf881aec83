import assert from "node:assert/strict";
import { exportJWK, exportSPKI, generateKeyPair, importJWK, type JWK, SignJWT } from "jose";
import { AccessTokens } from "../../../../src/service/sign-in/access-token.ts";
import { MovableClock } from "../../../support/movable-clock.ts";

const claims = { userId: "u-1", family: "f-1", scope: "read" };

suite("access tokens of the service", () => {
  let jwk: JWK;
  let clock: MovableClock;
  let tokens: AccessTokens;
  setup(async () => {
    const { privateKey } = await generateKeyPair("ES256", { extractable: true });
    jwk = await exportJWK(privateKey);
    clock = new MovableClock(Date.UTC(2026, 0, 15));
    tokens = await AccessTokens.open(jwk, clock);
  });

  function partsOf(token: string) {
    const [header = "", payload = ""] = token.split(".");
    const read = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString());
    return { header: read(header), payload: read(payload) };
  }

  test("say whose they are, who made them, for whom and until when", async () => {
    const { header, payload } = partsOf(await tokens.signAccess(claims, { "service:tenant_id": "WFF_a" }));
    assert.equal(header.alg, "ES256");
    assert.equal(header.typ, "at+jwt");
    assert.match(header.kid, /^[\w-]{43}$/);
    const iat = Date.UTC(2026, 0, 15) / 1000;
    assert.deepEqual(payload, {
      "service:tenant_id": "WFF_a",
      sid: "f-1",
      scope: "read",
      iss: "workforce-analytics",
      aud: "workforce-analytics-api",
      sub: "u-1",
      iat,
      nbf: iat,
      exp: iat + 3600,
    });
  });

  test("are read for as long as they are valid, by whoever has the same key", async () => {
    const token = await tokens.signAccess(claims, {});
    assert.deepEqual(await tokens.read(token), claims);
    assert.deepEqual(await (await AccessTokens.open(jwk, clock)).read(token), claims);
    await clock.advance(3_599_999);
    assert.deepEqual(await tokens.read(token), claims);
    await clock.advance(1);
    assert.equal(await tokens.read(token), "expired");
  });

  test("are refused unless every claim is as this service writes it", async () => {
    const { header, payload } = partsOf(await tokens.signAccess(claims, {}));
    const key = await importJWK(jwk, "ES256");
    const sign = (changed: object, changedHeader: object = {}) =>
      new SignJWT({ ...payload, ...changed }).setProtectedHeader({ ...header, ...changedHeader }).sign(key);
    assert.deepEqual(await tokens.read(await sign({})), claims);
    for (const token of [
      await sign({ iss: "somebody" }),
      await sign({ aud: "another-service" }),
      await sign({ nbf: payload.nbf + 60 }),
      await sign({ sid: undefined }),
      await sign({ sub: undefined }),
      await sign({ exp: undefined }),
      await sign({}, { typ: "JWT" }),
      await sign({}, { typ: undefined }),
      await sign({}, { kid: "another" }),
      await sign({}, { kid: undefined }),
    ]) {
      assert.equal(await tokens.read(token), "invalid");
    }
  });

  test("are not made by the public key in place of a shared secret", async () => {
    const { header, payload } = partsOf(await tokens.signAccess(claims, {}));
    const { d: _, ...publicJwk } = jwk;
    const publicKey = await importJWK({ ...publicJwk, ext: true }, "ES256", { extractable: true });
    assert.ok(!(publicKey instanceof Uint8Array));
    for (const secret of [await exportSPKI(publicKey), JSON.stringify(publicJwk)]) {
      const forged = await new SignJWT(payload)
        .setProtectedHeader({ ...header, alg: "HS256" })
        .sign(new TextEncoder().encode(secret));
      assert.equal(await tokens.read(forged), "invalid");
    }
  });

  test("are told from ID tokens", async () => {
    const token = await tokens.signIdentity("u-1", "app", { name: "Ada" });
    assert.equal(partsOf(token).payload.aud, "app");
    assert.equal(await tokens.read(token), "invalid");
  });
});
