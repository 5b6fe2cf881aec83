import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { AuthorizationCodeRequest } from "../../../../src/client/interface/authorization-request.ts";
import {
  type JwtGrant,
  type JwtSignIn,
  type JwtTokens,
  MemoryTokenStore,
  type TokenStore,
} from "../../../../src/client/interface/connection.ts";
import { MalformedError, SignInError, StatusError } from "../../../../src/client/interface/errors.ts";
import { rejectionOf, secrets, type World, type WorldOptions, withServer } from "../client-fixture.ts";
import { sendJson, sendText } from "../local-server.ts";

const application = async () => ({ clientId: "app:1", clientSecret: "s+cret &9" });
const credentials = async () => ({ username: secrets.username, password: secrets.password });
const password: JwtGrant = { kind: "password", application, credentials };
const redirectUri = "vscode://workforce.workforce-analytics/signed-in";

function signInBy(grant: JwtGrant, tokens: TokenStore = new MemoryTokenStore()): { credentials: JwtSignIn } {
  return { credentials: { grant, tokens } };
}

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

function withJwt(options: Partial<WorldOptions>, test: (world: World) => Promise<void>): Promise<void> {
  return withServer({ answer: (_, response) => sendJson(response, {}), ...options }, test);
}

function giveTokens(response: ServerResponse, count: number, more: object = {}): void {
  sendJson(response, { access_token: `jwt-${count}`, refresh_token: `refresh-${count}`, expires_in: 3600, ...more });
}

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

suite("impersonation", () => {
  const tokenPath = "/v1/admin/serviceImpersonationToken";
  const impersonation = { username: "grace@example.test", write: true, tenant: "WFF_acme~east" };
  const answering =
    (impersonate: WorldOptions["answer"]): WorldOptions["answer"] =>
    (request, response, count) =>
      request.url.startsWith(tokenPath) ? impersonate(request, response, count) : sendJson(response, {});

  test("asks once with the requester's token and calls with the cookie alone", async () => {
    for (const [kind, header, value] of [
      [{}, "cookie", "ServiceASIDToken=asid-1"],
      [signInBy(password), "authorization", "Bearer jwt-1"],
    ] as const) {
      await withJwt(
        {
          answer: answering((_, response) => sendText(response, "imp-1")),
          connection: { ...kind, impersonation, tenant: "WFF_other" },
        },
        async ({ client, calls }) => {
          await Promise.all([client.listReports({}), client.listProjects({})]);
          const [asked, ...others] = calls();
          assert.equal(asked?.url, `${tokenPath}?write=true`);
          assert.equal(asked?.body, "TargetUsername=grace%40example.test");
          assert.equal(asked?.headers[header], value);
          assert.deepEqual(
            [asked?.headers.targetusername, asked?.headers.targettenantid, asked?.headers.apikey],
            ["grace@example.test", "WFF_acme~east", secrets.apiKey],
          );
          assert.equal(others.length, 2);
          for (const { headers } of others) {
            assert.equal(headers.cookie, "ServiceImpersonationToken=imp-1");
            assert.equal(headers.authorization, undefined);
          }
        },
      );
    }
  });

  test("names both cookies as the deployment does and acts on the login tenant unless one is named", async () => {
    await withJwt(
      {
        answer: answering((_, response) => sendText(response, "imp-1")),
        connection: {
          impersonation: { username: "grace", write: false },
          tenant: "WFF_other",
          profile: { cookies: { asid: "A", impersonation: "B" } },
        },
      },
      async ({ client, calls }) => {
        await client.listReports({});
        assert.deepEqual(
          calls().map(({ headers }) => [headers.cookie, headers.targettenantid]),
          [
            ["A=asid-1", undefined],
            ["B=imp-1", "WFF_other"],
          ],
        );
        assert.equal(calls()[0]?.url, `${tokenPath}?write=false`);
      },
    );
  });

  test("renews both tokens when the service takes neither any more", async () => {
    let first = true;
    await withJwt(
      {
        answer: (request, response) => {
          const { cookie = "" } = request.headers;
          const isOld = cookie === "ServiceASIDToken=asid-1" || cookie === "ServiceImpersonationToken=imp-1";
          if (request.url.startsWith(tokenPath)) {
            first ? sendText(response, "imp-1") : isOld ? sendJson(response, {}, 401) : sendText(response, "imp-2");
            first = false;
          } else {
            sendJson(response, {}, isOld ? 401 : 200);
          }
        },
        connection: { impersonation },
      },
      async ({ client, calls, signIns }) => {
        await client.listReports({});
        assert.equal(signIns().length, 2);
        assert.equal(calls().at(-1)?.headers.cookie, "ServiceImpersonationToken=imp-2");
      },
    );
  });

  test("says which profiles are needed when it is refused", async () => {
    for (const [write, needed] of [
      [true, /Write Impersonated in the tenant WFF_acme~east/],
      [false, /Read Impersonated in the tenant/],
    ] as const) {
      await withJwt(
        {
          answer: answering((_, response) => sendJson(response, { message: "No." }, 403)),
          connection: { impersonation: { ...impersonation, write } },
        },
        async ({ client, calls }) => {
          const error = await rejectionOf(client.listReports({}));
          assert.ok(error instanceof SignInError);
          assert.match(error.message, /You need the Impersonator profile/);
          assert.match(error.message, needed);
          await rejectionOf(client.listReports({}));
          assert.equal(calls().length, 1);
        },
      );
    }
  });
});
