import assert from "node:assert/strict";
import { MalformedError, SignInError, StatusError } from "../../../../src/client/interface/errors.ts";
import { rejectionOf, secrets, withServer } from "../client-fixture.ts";
import { sendJson, sendText } from "../local-server.ts";

const minuteMs = 60_000;

suite("sign-in", () => {
  test("posts user name and password as a form, never in the address", async () => {
    await withServer({ answer: (_, response) => sendJson(response, {}) }, async ({ client, signIns }) => {
      await client.listReports({});
      const [request] = signIns();
      assert.equal(request?.method, "POST");
      assert.equal(request?.url, "/v1/admin/serviceSecureToken");
      assert.equal(request?.headers["content-type"], "application/x-www-form-urlencoded");
      assert.equal(request?.body, "username=ada%40example.test&password=pass+word%26%2B%251");
      assert.equal(request?.headers.apikey, undefined);
      assert.equal(request?.headers.cookie, undefined);
    });
  });

  test("signs in once for calls that start together and keeps the token for later calls", async () => {
    await withServer({ answer: (_, response) => sendJson(response, {}) }, async ({ client, signIns, calls }) => {
      await Promise.all([client.listReports({}), client.listProjects({}), client.listTableSources({})]);
      await client.listReports({});
      assert.equal(signIns().length, 1);
      assert.deepEqual(new Set(calls().map(({ headers }) => headers.cookie)), new Set(["ServiceASIDToken=asid-1"]));
    });
  });

  test("exchanges the token for a JWT where a call takes a bearer token only", async () => {
    await withServer({ answer: (_, response) => sendJson(response, {}) }, async ({ client, calls, signIns, jwts }) => {
      await client.getUserMetadata();
      await client.getUserMetadata();
      assert.equal(signIns().length, 1);
      assert.deepEqual(
        jwts().map(({ body }) => body),
        ["grant_type=urn%3Aservice%3Aparams%3Aoauth%3Agrant-type%3Aasid-token&asid_token=asid-1"],
      );
      for (const { headers } of calls()) {
        assert.deepEqual([headers.authorization, headers.cookie], ["Bearer jwt-1", undefined]);
      }
    });
  });

  test("sends the token itself for such a call where the deployment exchanges none", async () => {
    await withServer(
      {
        answer: (_, response) => sendJson(response, {}),
        jwt: (_, response) => sendJson(response, { message: "unknown grant" }, 400),
      },
      async ({ client, calls, jwts }) => {
        await client.getUserMetadata();
        const asked = jwts().length;
        await client.getUserMetadata();
        assert.equal(jwts().length, asked);
        assert.ok(calls().every(({ headers }) => headers.cookie?.startsWith("ServiceASIDToken=asid-")));
      },
    );
  });

  test("forgets every token when the client is disposed", async () => {
    await withServer({ answer: (_, response) => sendJson(response, {}) }, async ({ client, signIns, jwts }) => {
      await client.getUserMetadata();
      await client.listReports({});
      client.dispose();
      await client.getUserMetadata();
      assert.deepEqual([signIns().length, jwts().length], [2, 2]);
    });
  });

  test("says which capability is missing when the profile of the user has none", async () => {
    await withServer(
      { answer: () => undefined, signIn: (_, response) => sendJson(response, { message: "No profile" }, 403) },
      async ({ client }) => {
        const error = await rejectionOf(client.listReports({}));
        assert.ok(error instanceof SignInError);
        assert.match(error.message, /refused the sign-in: No profile .*Legacy API Restricted.*administrator/);
      },
    );
  });

  test("renews once when five calls in flight all get 401, and repeats each once", async () => {
    const waiting: (() => void)[] = [];
    await withServer(
      {
        answer: (request, response) => {
          if (request.headers.cookie === "ServiceASIDToken=asid-2") {
            sendJson(response, { id: request.url.slice(-1) });
            return;
          }
          // Nobody is refused before all five are there.
          waiting.push(() => sendJson(response, { message: "expired" }, 401));
          if (waiting.length === 5) {
            for (const refuse of waiting) {
              refuse();
            }
          }
        },
      },
      async ({ client, signIns, calls }) => {
        const ids = ["1", "2", "3", "4", "5"];
        const reports = await Promise.all(ids.map((reportId) => client.getReport({ path: { reportId } })));
        assert.deepEqual(
          reports.map(({ id }) => id),
          ids,
        );
        assert.equal(signIns().length, 2);
        assert.equal(calls().length, 10);
      },
    );
  });

  test("does not renew again for a 401 that arrives after the renewal", async () => {
    const late: (() => void)[] = [];
    await withServer(
      {
        answer: (request, response) => {
          const isOld = request.headers.cookie === "ServiceASIDToken=asid-1";
          if (!isOld) {
            sendJson(response, {});
          } else if (request.url.endsWith("slow")) {
            late.push(() => sendJson(response, {}, 401));
          } else {
            sendJson(response, {}, 401);
          }
        },
      },
      async ({ client, signIns, server }) => {
        const slow = client.getReport({ path: { reportId: "slow" } });
        while (!late[0]) {
          await client.getReport({ path: { reportId: "quick" } });
        }
        late[0]();
        await slow;
        assert.equal(signIns().length, 2);
        assert.ok(server.received.length >= 5);
      },
    );
  });

  test("gives up with the status when the renewed token is refused too", async () => {
    const answer = { localizedMessage: "No access", code: "AUTH", rci: "r-9" };
    await withServer(
      { answer: (_, response) => sendJson(response, answer, 401) },
      async ({ client, signIns, calls }) => {
        const error = await rejectionOf(client.listReports({}));
        assert.ok(error instanceof StatusError);
        assert.deepEqual([error.status, error.serverMessage, error.code, error.rci], [401, "No access", "AUTH", "r-9"]);
        assert.match(error.message, /Check the API key, user name and password/);
        assert.equal(signIns().length, 2);
        assert.equal(calls().length, 2);
      },
    );
  });

  test("renews before the token is 60 minutes old", async () => {
    await withServer({ answer: (_, response) => sendJson(response, {}) }, async ({ client, clock, signIns, calls }) => {
      await client.listReports({});
      clock.advance(54 * minuteMs);
      await client.listReports({});
      assert.equal(signIns().length, 1);
      clock.advance(minuteMs);
      await client.listReports({});
      assert.equal(signIns().length, 2);
      assert.equal(calls().at(-1)?.headers.cookie, "ServiceASIDToken=asid-2");
    });
  });

  test("reports a wrong password once, without a loop and without the password", async () => {
    await withServer(
      {
        answer: () => undefined,
        signIn: (request, response) =>
          sendJson(response, { message: `Refused ${decodeURIComponent(request.body)} ${secrets.password}` }, 401),
      },
      async ({ client, server }) => {
        const error = await rejectionOf(client.listReports({}));
        assert.ok(error instanceof SignInError);
        assert.equal(error.status, 401);
        assert.match(error.message, /refused the sign-in: Refused .*Check user name and password/);
        assert.equal(error.message.includes(secrets.password), false);
        assert.equal(server.received.length, 1);
      },
    );
  });

  test("does not send refused credentials again for a while, but sends changed ones at once", async () => {
    let password = "wrong";
    await withServer(
      {
        answer: (_, response) => sendJson(response, {}),
        signIn: (request, response) =>
          request.body.endsWith("=right") ? sendText(response, "good-token") : sendJson(response, {}, 403),
        connection: { credentials: async () => ({ username: "ada", password }) },
      },
      async ({ client, clock, signIns }) => {
        const calls = [client.listReports({}), client.listProjects({}), client.listReports({})];
        const errors = await Promise.all(calls.map(rejectionOf));
        assert.ok(errors.every((error) => error instanceof SignInError));
        assert.ok(errors.every(({ message }) => !message.includes("last answer")));
        clock.advance(3_000);
        const repeated = await rejectionOf(client.listReports({}));
        assert.ok(repeated instanceof SignInError && repeated.status === 403);
        assert.match(
          repeated.message,
          /refused the sign-in\. Check user name .* This is the service's last answer: the same credentials are sent again in 27 seconds at the earliest, or at once by Test Connection\.$/,
        );
        clock.advance(26_500);
        await assert.rejects(client.listReports({}), /in 1 second at/);
        assert.equal(signIns().length, 1);
        clock.advance(minuteMs);
        assert.ok((await rejectionOf(client.listReports({}))) instanceof SignInError);
        assert.equal(signIns().length, 2);
        password = "right";
        await client.listReports({});
        assert.equal(signIns().length, 3);
      },
    );
  });

  test("reports credentials that cannot be read", async () => {
    const cause = new Error("the secret store is locked");
    await withServer(
      { answer: () => undefined, connection: { credentials: () => Promise.reject(cause) } },
      async ({ client, server }) => {
        const error = await rejectionOf(client.listReports({}));
        assert.ok(error instanceof SignInError);
        assert.equal(error.operation, "listReports");
        assert.equal(error.status, undefined);
        assert.equal(error.cause, cause);
        assert.equal(server.received.length, 0);
      },
    );
  });

  test("takes a web page in place of the token for a malformed answer", async () => {
    await withServer(
      {
        answer: () => undefined,
        signIn: (_, response) => sendText(response, "<html>Sign in to the hotel network</html>", 200, "text/html"),
      },
      async ({ client }) => {
        const error = await rejectionOf(client.listReports({}));
        assert.ok(error instanceof MalformedError);
        assert.equal(error.operation, "requestSecureToken");
        assert.doesNotMatch(error.message, /hotel/);
      },
    );
  });

  test("lets one caller leave while the renewal goes on for the others", async () => {
    let giveToken: () => void = () => undefined;
    let tellAsked: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => {
      tellAsked = resolve;
    });
    await withServer(
      {
        answer: (_, response) => sendJson(response, { id: "7" }),
        signIn: (_, response) => {
          giveToken = () => sendText(response, "token");
          tellAsked();
        },
      },
      async ({ client, signIns }) => {
        const leaving = new AbortController();
        const left = rejectionOf(client.getReport({ path: { reportId: "7" } }, { signal: leaving.signal }));
        const staying = client.getReport({ path: { reportId: "7" } });
        await asked;
        const reason = new Error("enough");
        leaving.abort(reason);
        assert.equal(await left, reason);
        giveToken();
        assert.equal((await staying).id, "7");
        assert.equal(signIns().length, 1);
      },
    );
  });

  test("never writes a secret to the log", async () => {
    const lines: string[] = [];
    const write = (line: string) => void lines.push(line);
    let refusals = 0;
    await withServer(
      {
        answer: (_, response) => sendJson(response, {}, refusals++ === 0 ? 401 : 503, { "retry-after": "3600" }),
        options: { logger: { debug: write, info: write, warn: write, error: write } },
      },
      async ({ client }) => {
        const error = await rejectionOf(client.searchDocumentHeaders({ query: { q: "private search" } }));
        const all = [...lines, String(error), JSON.stringify(error)].join("\n");
        assert.match(all, /searchDocumentHeaders: GET \/v1alpha\/search\/simple\/document-headers gave status 401/);
        for (const secret of [secrets.apiKey, secrets.password, secrets.token, encodeURIComponent(secrets.password)]) {
          assert.equal(all.includes(secret), false, `"${secret}" is in the log`);
        }
        assert.doesNotMatch(all, /private/);
      },
    );
  });
});
