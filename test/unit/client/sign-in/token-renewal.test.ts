import assert from "node:assert/strict";
import { type JwtTokens, MemoryTokenStore } from "../../../../src/client/interface/connection.ts";
import { StatusError } from "../../../../src/client/interface/errors.ts";
import { rejectionOf } from "../client-fixture.ts";
import { sendJson } from "../local-server.ts";
import { giveTokens, password, signInBy, withJwt } from "./oauth-fixture.ts";

suite("renewing the tokens of OAuth 2.0", () => {
  test("renews by the refresh token before the JWT expires, and keeps the rotated one before it is used", async () => {
    const tokens = new MemoryTokenStore();
    const kept: (JwtTokens | undefined)[] = [];
    await withJwt(
      {
        connection: signInBy(password, tokens),
        jwt: (_, response, count) => giveTokens(response, count),
        answer: async (_, response) => {
          kept.push(await tokens.read());
          sendJson(response, {});
        },
      },
      async ({ client, clock, jwts }) => {
        await client.listReports({});
        clock.advance(54 * 60_000);
        await client.listReports({});
        assert.equal(jwts().length, 1);
        clock.advance(60_000);
        await Promise.all([client.listReports({}), client.listProjects({}), client.listTableSources({})]);
        assert.deepEqual(
          jwts()
            .slice(1)
            .map(({ body }) => body),
          ["grant_type=refresh_token&refresh_token=refresh-1&client_id=app%3A1&client_secret=s%2Bcret+%269"],
        );
        assert.deepEqual(
          kept.map((entry) => entry?.refreshToken),
          ["refresh-1", "refresh-1", "refresh-2", "refresh-2", "refresh-2"],
        );
      },
    );
  });

  test("keeps a refresh token that the service does not rotate", async () => {
    await withJwt(
      {
        connection: signInBy(password),
        jwt: (_, response, count) => giveTokens(response, count, count > 1 ? { refresh_token: undefined } : {}),
      },
      async ({ client, clock, jwts }) => {
        for (let renewal = 0; renewal < 3; renewal++) {
          await client.listReports({});
          clock.advance(60 * 60_000);
        }
        const sent = jwts().map(({ body }) => new URLSearchParams(body).get("refresh_token"));
        assert.deepEqual(sent, [null, "refresh-1", "refresh-1"]);
      },
    );
  });

  test("signs in anew when the refresh token was revoked, and sends it only once", async () => {
    let isRevoked = false;
    await withJwt(
      {
        connection: signInBy(password),
        jwt: (request, response, count) =>
          request.body.includes("refresh_token&") && isRevoked
            ? sendJson(response, { message: "revoked" }, 400)
            : giveTokens(response, count),
      },
      async ({ client, clock, calls, jwts }) => {
        await client.listReports({});
        isRevoked = true;
        clock.advance(60 * 60_000);
        await Promise.all([client.listReports({}), client.listProjects({})]);
        const grants = jwts().map(({ body }) => new URLSearchParams(body).get("grant_type"));
        assert.deepEqual(grants, ["password", "refresh_token", "password"]);
        assert.equal(calls().at(-1)?.headers.authorization, "Bearer jwt-3");
      },
    );
  });

  test("does not sign in anew because the token endpoint is down for a moment", async () => {
    await withJwt(
      {
        connection: signInBy(password),
        jwt: (_, response, count) => (count === 2 ? sendJson(response, {}, 500) : giveTokens(response, count)),
      },
      async ({ client, clock, jwts }) => {
        await client.listReports({});
        clock.advance(60 * 60_000);
        assert.ok((await rejectionOf(client.listReports({}))) instanceof StatusError);
        await client.listReports({});
        const sent = jwts().map(({ body }) => new URLSearchParams(body).get("refresh_token"));
        assert.deepEqual(sent, [null, "refresh-1", "refresh-1"]);
      },
    );
  });

  test("renews once when five calls in flight all get 401, also by two clients that share the tokens", async () => {
    const tokens = new MemoryTokenStore();
    const waiting: (() => void)[] = [];
    const sharing = signInBy(password, tokens);
    await withJwt(
      {
        connection: sharing,
        jwt: (_, response, count) => giveTokens(response, count),
        answer: (request, response) => {
          if (request.headers.authorization !== "Bearer jwt-1") {
            sendJson(response, {});
            return;
          }
          // Nobody is refused before all five are there.
          waiting.push(() => sendJson(response, {}, 401));
          if (waiting.length === 5) {
            for (const refuse of waiting) {
              refuse();
            }
          }
        },
      },
      async (one) => {
        const other = one.another(sharing);
        await Promise.all(
          [one.client, one.client, one.client, other, other].map((client, index) =>
            client.getReport({ path: { reportId: `${index}` } }),
          ),
        );
        assert.equal(one.jwts().length, 2);
        assert.equal(one.calls().length, 10);
      },
    );
  });

  test("uses tokens that are kept from an earlier time, without a sign-in", async () => {
    const tokens = new MemoryTokenStore();
    await tokens.write({ accessToken: "kept" });
    await withJwt({ connection: signInBy(password, tokens) }, async ({ client, calls, jwts }) => {
      await client.listReports({});
      assert.equal(jwts().length, 0);
      assert.equal(calls()[0]?.headers.authorization, "Bearer kept");
    });
  });

  test("learns the life of a token from its own claims where the answer does not tell it", async () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    // The service's clock is a day ahead.
    const token = `${part({ alg: "ES256" })}.${part({ iat: 1_800_000_000, exp: 1_800_000_600 })}.sig`;
    await withJwt(
      { connection: signInBy(password), jwt: (_, response) => sendJson(response, { access_token: token }) },
      async ({ client, clock, jwts }) => {
        await client.listReports({});
        clock.advance(7 * 60_000);
        await client.listReports({});
        assert.equal(jwts().length, 1);
        clock.advance(60_000);
        await client.listReports({});
        assert.equal(jwts().length, 2);
      },
    );
  });
});
