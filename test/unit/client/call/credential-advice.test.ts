import assert from "node:assert/strict";
import { type Connection, type JwtGrant, MemoryTokenStore } from "../../../../src/client/interface/connection.ts";
import { SignInError, StatusError } from "../../../../src/client/interface/errors.ts";
import { rejectionOf, secrets, withServer } from "../client-fixture.ts";
import { sendJson, sendText } from "../local-server.ts";

const application = async () => ({ clientId: "app", clientSecret: "s3cret" });
const credentials = async () => ({ username: secrets.username, password: secrets.password });

const byGrant = (grant: JwtGrant): Partial<Connection> => ({ credentials: { grant, tokens: new MemoryTokenStore() } });

const kinds: readonly (readonly [string, Partial<Connection>, { names: RegExp; hides: RegExp }])[] = [
  ["user name and password", { credentials }, { names: /API key, user name and password/, hides: /client|assertion/ }],
  [
    "the password grant",
    byGrant({ kind: "password", application, credentials }),
    { names: /API key, client id, client secret, user name and password/, hides: /assertion/ },
  ],
  [
    "a sign-in in the browser",
    byGrant({
      kind: "authorization-code",
      application,
      askCode: async ({ state }) => ({ redirectUri: "vscode://x/y", query: `code=c&state=${state}` }),
    }),
    { names: /API key, client id and client secret .* sign in to it again/, hides: /user name|password|assertion/ },
  ],
  [
    "a SAML assertion",
    byGrant({ kind: "saml-bearer", application, assertion: async () => "PHNhbWw-" }),
    { names: /API key, client id and client secret .* new SAML assertion/, hides: /user name|password/ },
  ],
  [
    "an exchanged ASID token",
    byGrant({ kind: "asid-exchange", credentials }),
    { names: /API key, user name and password .* ASID token/, hides: /client|assertion/ },
  ],
  [
    "impersonation",
    { credentials, impersonation: { username: "bob@example.test", write: false } },
    { names: /API key of the connection and the user name to act as/, hides: /password|client|bob/ },
  ],
];

suite("The advice on a refused call", () => {
  for (const [kind, connection, { names, hides }] of kinds) {
    test(`names what a connection signs in with: ${kind}`, async () => {
      await withServer(
        {
          connection: { ...connection, id: "one" },
          answer: (request, response) =>
            request.headers.targetusername === undefined
              ? sendJson(response, {}, 401)
              : sendText(response, "impersonating-token"),
        },
        async ({ client }) => {
          const error = await rejectionOf(client.listReports({}));
          assert.ok(error instanceof StatusError);
          assert.match(error.message, names);
          assert.doesNotMatch(error.message, hides);
          assert.equal(error.connectionId, "one");
        },
      );
    });
  }

  test("names the call's own fields where nothing of the connection goes along", async () => {
    await withServer(
      {
        connection: { id: "one" },
        answer: (_, response) => sendJson(response, {}),
        jwt: (_, response) => sendJson(response, {}, 401),
      },
      async ({ client }) => {
        const error = await rejectionOf(
          client.requestJwt({ body: { grant_type: "refresh_token", refresh_token: "gone" } }),
        );
        assert.ok(error instanceof StatusError && !(error instanceof SignInError));
        assert.match(error.message, /credentials in the call's own fields/);
        assert.doesNotMatch(error.message, /API key|password/);
        assert.equal(error.connectionId, undefined);
      },
    );
  });
});
