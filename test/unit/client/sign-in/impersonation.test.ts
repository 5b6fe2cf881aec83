import assert from "node:assert/strict";
import { SignInError } from "../../../../src/client/interface/errors.ts";
import { rejectionOf, secrets, type WorldOptions } from "../client-fixture.ts";
import { sendJson, sendText } from "../local-server.ts";
import { password, signInBy, withJwt } from "./oauth-fixture.ts";

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
