import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { AuthorizationCodeRequest } from "../../../../src/client/interface/authorization-request.ts";
import type { JwtGrant } from "../../../../src/client/interface/connection.ts";
import { MalformedError, SignInError } from "../../../../src/client/interface/errors.ts";
import { rejectionOf, secrets } from "../client-fixture.ts";
import { sendJson } from "../local-server.ts";
import { application, credentials, giveTokens, password, signInBy, withJwt } from "./oauth-fixture.ts";

const redirectUri = "vscode://workforce.workforce-analytics/signed-in";

/** A browser that brings back `answer` for the address it was sent to. */
function browser(answer: (address: URL, request: AuthorizationCodeRequest) => Record<string, string> | string[][]): {
  readonly grant: JwtGrant;
  readonly visited: URL[];
} {
  const visited: URL[] = [];
  return {
    visited,
    grant: {
      kind: "authorization-code",
      application,
      askCode: async (request) => {
        const address = new URL(request.addressFor(redirectUri));
        visited.push(address);
        return { redirectUri, query: new URLSearchParams(answer(address, request)).toString() };
      },
    },
  };
}

const withCode = (_: URL, { state }: AuthorizationCodeRequest) => ({ code: "code-5d1", state });

suite("signing in by OAuth 2.0", () => {
  test("sends the password grant as a form with the client as HTTP Basic too, and calls with a bearer token", async () => {
    await withJwt({ connection: signInBy(password) }, async ({ client, calls, jwts, signIns }) => {
      await Promise.all([client.listReports({}), client.getUserMetadata()]);
      const [request] = jwts();
      assert.equal(
        request?.body,
        "grant_type=password&client_id=app%3A1&client_secret=s%2Bcret+%269&username=ada%40example.test&password=pass+word%26%2B%251&scope=read",
      );
      const basic = Buffer.from("app%3A1:s%2Bcret+%269").toString("base64");
      assert.equal(request?.headers.authorization, `Basic ${basic}`);
      assert.deepEqual(
        [request?.headers.apikey, request?.headers.cookie, request?.url],
        [undefined, undefined, "/v1/auth/oauth2/token"],
      );
      assert.deepEqual([jwts().length, signIns().length], [1, 0]);
      for (const { headers } of calls()) {
        assert.deepEqual(
          [headers.authorization, headers.cookie, headers.apikey],
          ["Bearer jwt-1", undefined, secrets.apiKey],
        );
      }
    });
  });

  test("proves with the verifier that it is who asked for the code", async () => {
    const { grant, visited } = browser(withCode);
    await withJwt({ connection: signInBy(grant) }, async ({ client, jwts, server }) => {
      await client.listReports({});
      const [address] = visited;
      assert.ok(address);
      assert.equal(`${address.origin}${address.pathname}`, `${server.url}/v1/auth/oauth2/authorize`);
      const { state = "", code_challenge: challenge, ...shown } = Object.fromEntries(address.searchParams);
      assert.deepEqual(shown, {
        response_type: "code",
        client_id: "app:1",
        redirect_uri: redirectUri,
        scope: "read",
        code_challenge_method: "S256",
      });
      assert.ok(state.length >= 43);
      const { code_verifier: verifier = "", ...form } = Object.fromEntries(new URLSearchParams(jwts()[0]?.body));
      assert.equal(createHash("sha256").update(verifier).digest("base64url"), challenge);
      assert.deepEqual(form, {
        grant_type: "authorization_code",
        client_id: "app:1",
        client_secret: "s+cret &9",
        code: "code-5d1",
        redirect_uri: redirectUri,
      });
    });
  });

  test("asks for the sign-in page of users who bypass single sign-on, in the deployment's own words", async () => {
    const { grant, visited } = browser(withCode);
    const connection = {
      ...signInBy({ ...grant, bypassesSingleSignOn: true } as JwtGrant),
      profile: { claimPrefix: "acme:", routes: { requestAuthorizationCode: "GET /login" } },
    };
    await withJwt({ connection }, async ({ client, server }) => {
      await client.listReports({});
      assert.equal(visited[0]?.searchParams.get("scope"), "read acme:login:bypass_users");
      assert.equal(visited[0]?.href.split("?")[0], `${server.url}/login`);
    });
  });

  for (const [name, answer, message] of [
    [
      "another state",
      () => ({ code: "c", state: "other" }),
      /a different sign-in than the one that was started\. Start it again/,
    ],
    ["no state", () => ({ code: "c" }), /a different sign-in/],
    ["no code", (_, { state }) => ({ state }), /without a code\. Start the sign-in again/],
    ["a refusal by the user", (_, { state }) => ({ state, error: "access_denied" }), /cancelled in the browser/],
    [
      "a refusal by the service",
      (_, { state }) => ({ state, error: "invalid_scope" }),
      /\(invalid_scope\)\. Check client id/,
    ],
    ["two codes", (_, { state }) => [["state", state], ...["a", "b"].map((code) => ["code", code])], /two answers/],
    ["a second state", (_, { state }) => [...[state, "s"].map((one) => ["state", one]), ["code", "c"]], /two answers/],
    ["a refusal in words of its own", (_, { state }) => ({ state, error: "Call 555-1" }), /\(unknown reason\)/],
  ] satisfies [string, Parameters<typeof browser>[0], RegExp][]) {
    test(`sends no code when the browser brings back ${name}`, async () => {
      const { grant } = browser(answer);
      await withJwt({ connection: signInBy(grant) }, async ({ client, server }) => {
        const error = await rejectionOf(client.listReports({}));
        assert.ok(error instanceof SignInError, String(error));
        assert.match(error.message, message);
        assert.equal(server.received.length, 0);
      });
    });
  }

  test("says that the sign-in was cancelled, and does not open the browser again at once", async () => {
    let asked = 0;
    const cancelled = new Error("stop");
    const grant: JwtGrant = {
      kind: "authorization-code",
      application,
      askCode: () => {
        asked++;
        return Promise.reject(cancelled);
      },
    };
    await withJwt({ connection: signInBy(grant) }, async ({ client, clock }) => {
      const errors = await Promise.all([1, 2, 3].map(() => rejectionOf(client.listReports({}))));
      await rejectionOf(client.listProjects({}));
      for (const error of errors) {
        assert.ok(error instanceof SignInError && error.cause === cancelled);
        assert.match(error.message, /The sign-in was cancelled/);
      }
      assert.equal(asked, 1);
      clock.advance(30_000);
      await rejectionOf(client.listReports({}));
      assert.equal(asked, 2);
    });
  });

  test("sends a SAML assertion in base64url, whether it was given so or as XML", async () => {
    for (const assertion of ["<Assertion>ÿ</Assertion>", "PEFzc2VydGlvbj7Dvzwv\nQXNzZXJ0aW9uPg\n"]) {
      const grant: JwtGrant = { kind: "saml-bearer", application, assertion: async () => assertion };
      await withJwt({ connection: signInBy(grant) }, async ({ client, jwts }) => {
        await client.listReports({});
        assert.deepEqual(Object.fromEntries(new URLSearchParams(jwts()[0]?.body)), {
          grant_type: "urn:ietf:params:oauth:grant-type:saml2-bearer",
          client_id: "app:1",
          client_secret: "s+cret &9",
          assertion: "PEFzc2VydGlvbj7DvzwvQXNzZXJ0aW9uPg",
        });
      });
    }
  });

  test("exchanges an ASID token by the deployment's name of the grant, and a new one when that has ended", async () => {
    const connection = { ...signInBy({ kind: "asid-exchange", credentials }), profile: { grantPrefix: "urn:acme:" } };
    await withJwt(
      {
        connection,
        jwt: (request, response, count) =>
          request.body.endsWith("asid-1") ? sendJson(response, {}, 400) : giveTokens(response, count),
      },
      async ({ client, calls, jwts }) => {
        await client.listReports({});
        assert.deepEqual(
          jwts().map(({ body }) => body),
          ["asid-1", "asid-2"].map((token) => `grant_type=urn%3Aacme%3Aasid-token&asid_token=${token}`),
        );
        assert.equal(calls()[0]?.headers.authorization, "Bearer jwt-2");
      },
    );
  });

  test("takes an answer without a token for a malformed one", async () => {
    for (const answer of [{}, { access_token: "two words" }]) {
      await withJwt(
        { connection: signInBy(password), jwt: (_, response) => sendJson(response, answer) },
        async ({ client }) => {
          const error = await rejectionOf(client.listReports({}));
          assert.ok(error instanceof MalformedError);
          assert.match(error.message, /no access token/);
        },
      );
    }
  });

  test("takes a bearer token however its type is written, and a token of another type for a malformed answer", async () => {
    const signInWith = async (tokenType: string) => {
      let failure: unknown;
      const jwt = (_: unknown, response: ServerResponse) => giveTokens(response, 1, { token_type: tokenType });
      await withJwt({ connection: signInBy(password), jwt }, async ({ client }) => {
        failure = await client.listReports({}).then(
          () => undefined,
          (error: unknown) => error,
        );
      });
      return failure;
    };
    assert.equal(await signInWith("bearer"), undefined);
    const error = await signInWith("DPoP");
    assert.ok(error instanceof MalformedError);
    assert.match(error.message, /no bearer token/);
  });

  test("says what to check for each kind of sign-in that was refused", async () => {
    const kinds: readonly (readonly [JwtGrant, RegExp])[] = [
      [password, /Check client id, client secret, user name and password/],
      [browser(withCode).grant, /Start the sign-in again; .*callback address/],
      [{ kind: "saml-bearer", application, assertion: async () => "<A/>" }, /get a new one from the identity provider/],
      [{ kind: "asid-exchange", credentials }, /exchanges ASID tokens/],
    ];
    for (const [grant, message] of kinds) {
      await withJwt(
        { connection: signInBy(grant), jwt: (_, response) => sendJson(response, { message: "No." }, 401) },
        async ({ client }) => {
          const error = await rejectionOf(client.listReports({}));
          assert.ok(error instanceof SignInError);
          assert.match(error.message, /refused the sign-in: No\./);
          assert.match(error.message, message);
        },
      );
    }
  });

  test("says which secret could not be read", async () => {
    const fail = () => Promise.reject(new Error("locked"));
    const kinds: readonly (readonly [JwtGrant, RegExp])[] = [
      [{ ...password, application: fail }, /Client id and client secret could not be read/],
      [{ ...password, credentials: fail }, /User name and password could not be read/],
      [{ kind: "saml-bearer", application, assertion: fail }, /The SAML assertion could not be read\. Check its file/],
    ];
    for (const [grant, message] of kinds) {
      await withJwt({ connection: signInBy(grant) }, async ({ client, server }) => {
        const error = await rejectionOf(client.listReports({}));
        assert.ok(error instanceof SignInError);
        assert.match(error.message, message);
        assert.equal(server.received.length, 0);
      });
    }
  });

  test("writes no secret to log, error or address, however the service repeats it", async () => {
    const lines: string[] = [];
    const write = (line: string) => void lines.push(line);
    const { grant, visited } = browser(withCode);
    const assertion = "<Assertion ID='a-77'/>";
    for (const kind of [
      password,
      grant,
      { kind: "saml-bearer", application, assertion: async () => assertion } as const,
    ]) {
      let count = 0;
      await withJwt(
        {
          connection: signInBy(kind),
          jwt: (request, response) =>
            ++count === 1
              ? sendJson(response, { access_token: "jwt-secret", refresh_token: "refresh-secret", expires_in: 60 })
              : sendJson(response, { message: `${request.body} ${request.headers.authorization}` }, 403),
          answer: (request, response) =>
            sendJson(response, { message: `${request.headers.authorization} ${request.headers.apikey}` }, 500),
          options: { logger: { debug: write, info: write, warn: write, error: write } },
        },
        async ({ client, clock, server }) => {
          lines.push(String(await rejectionOf(client.listReports({}))));
          clock.advance(60_000);
          const error = await rejectionOf(client.listReports({}));
          lines.push(String(error), JSON.stringify(error), ...server.received.map(({ url }) => url));
        },
      );
    }
    const all = [...lines, ...visited.map(String)].join("\n");
    const { clientSecret } = await application();
    const basic = Buffer.from("app%3A1:s%2Bcret+%269").toString("base64");
    const words = ["jwt-secret", "refresh-secret", "code-5d1", secrets.apiKey, basic, assertion];
    const encoded = Buffer.from(assertion).toString("base64url");
    for (const secret of [...words, encoded, clientSecret, "s%2Bcret", "s+cret", secrets.password, "pass+word"]) {
      assert.equal(all.includes(secret), false, `"${secret}" is shown`);
    }
    assert.match(all, /grant_type=password/);
  });
});
