import assert from "node:assert/strict";
import { type Client, createClient } from "../../src/client/call/client.ts";
import type { AskAuthorizationCode } from "../../src/client/interface/authorization-request.ts";
import { type Connection, type JwtGrant, MemoryTokenStore } from "../../src/client/interface/connection.ts";
import { SignInError, StatusError } from "../../src/client/interface/errors.ts";
import { contract } from "../../src/contract/contract.ts";
import { startTestService, type TestService } from "../support/running-service.ts";
import { silentLogger } from "../support/silent-logger.ts";
import { rejectionOf } from "../unit/client/client-fixture.ts";

const minuteMs = 60_000;

suite("signing in to the embedded service, when it goes on for hours or goes wrong", () => {
  let test_: TestService;
  suiteSetup(async () => {
    test_ = await startTestService();
  });
  suiteTeardown(() => test_.dispose());

  const clients: Client[] = [];
  teardown(() => {
    for (const client of clients.splice(0)) {
      client.dispose();
    }
  });

  function connect(connection: Partial<Connection>): Client {
    const { url, apiKey } = test_.service.ready;
    const client = createClient({
      contract,
      connection: { baseUrl: url, apiKey, credentials: passwordOf("analyst"), ...connection },
      gate: async () => "allowed",
      clock: test_.clock,
      logger: silentLogger,
    });
    clients.push(client);
    return client;
  }

  function by(grant: JwtGrant): Pick<Connection, "credentials"> {
    return { credentials: { grant, tokens: new MemoryTokenStore() } };
  }

  const passwordOf = (name: string) => async () => {
    const { username = "", password = "" } =
      test_.service.credentials.users.find((user) => user.username === `${name}@demo.example`) ?? {};
    return { username, password };
  };
  const application = async () => {
    const { clientId, clientSecret } = test_.service.credentials;
    return { clientId, clientSecret };
  };
  const nameOf = async (client: Client) => (await client.getUserMetadata()).sub;

  /** A person on the page that the browser was sent to. */
  const person =
    (decision: "signIn" | "cancel", visited: string[] = []): AskAuthorizationCode =>
    async (request) => {
      const redirectUri = "vscode://workforce.workforce-analytics/signed-in";
      const { pathname, search } = new URL(request.addressFor(redirectUri));
      const page = await test_.send("GET", `${pathname}${search}`);
      visited.push(page.headers.location ?? "");
      const { username, password } = test_.service.ready;
      const form = { username, password, decision };
      const answer = await test_.send("POST", page.headers.location ?? "", { form });
      return { redirectUri, query: new URL(answer.headers.location ?? "").search.slice(1) };
    };

  test("a user name and a password renew the token, and what it was exchanged for", async () => {
    const client = connect({});
    for (let hour = 0; hour < 2; hour++) {
      assert.equal(await nameOf(client), "analyst@demo.example");
      await client.listReports({});
      await test_.clock.advance(60 * minuteMs);
    }
  });

  for (const kind of ["authorization-code", "password", "asid-exchange"] as const) {
    test(`the grant ${kind} asks for nothing a second time, however many calls wait`, async () => {
      let asked = 0;
      const credentials = () => {
        asked++;
        return passwordOf("analyst")();
      };
      const askCode: AskAuthorizationCode = (request) => {
        asked++;
        return person("signIn")(request);
      };
      const grants = {
        "authorization-code": { kind: "authorization-code", application, askCode },
        password: { kind: "password", application, credentials },
        "asid-exchange": { kind: "asid-exchange", credentials },
      } as const;
      const client = connect(by(grants[kind]));
      for (let hour = 0; hour < 3; hour++) {
        await Promise.all([client.listReports({}), client.listProjects({}), nameOf(client)]);
        await test_.clock.advance(60 * minuteMs);
      }
      assert.equal(asked, 1);
    });
  }

  test("the page for users who bypass single sign-on opens when the connection wants it", async () => {
    const visited: string[] = [];
    const askCode = person("signIn", visited);
    const client = connect(by({ kind: "authorization-code", application, askCode, bypassesSingleSignOn: true }));
    assert.equal(await nameOf(client), "analyst@demo.example");
    assert.match(visited[0] ?? "", /\/auth\/admin\?/);
  });

  test("a no on the page is told as what it is", async () => {
    const client = connect(by({ kind: "authorization-code", application, askCode: person("cancel") }));
    const error = await rejectionOf(client.listReports({}));
    assert.ok(error instanceof SignInError);
    assert.match(error.message, /cancelled in the browser/);
  });

  test("a user who is acted as to read cannot write", async () => {
    const reader = connect({ impersonation: { username: "viewer@demo.example", write: false } });
    assert.equal(await nameOf(reader), "viewer@demo.example");
    const refused = await rejectionOf(reader.createReport({ body: { title: "Own" } }));
    assert.ok(refused instanceof StatusError);
    assert.equal(refused.code, "IMPERSONATION_READ_ONLY");
  });

  test("each refusal says what to do", async () => {
    const wrong = async () => ({ ...(await passwordOf("analyst")()), password: "wrong" });
    const wrongClient = async () => ({ ...(await application()), clientSecret: "wrong" });
    const credentials = passwordOf("analyst");
    const refusals: readonly (readonly [Partial<Connection>, RegExp])[] = [
      [{ credentials: wrong }, /Check user name and password of the connection/],
      [{ credentials: passwordOf("portal") }, /Legacy API Restricted/],
      [by({ kind: "password", application, credentials: wrong }), /Check client id, client secret, user name/],
      [by({ kind: "password", application: wrongClient, credentials }), /Check client id, client secret, user name/],
      [
        by({ kind: "authorization-code", application: wrongClient, askCode: person("signIn") }),
        /[Cc]heck client id, client secret and callback address/,
      ],
      [
        by({ kind: "saml-bearer", application, assertion: async () => "<Assertion/>" }),
        /[Gg]et a new one from the identity provider/,
      ],
      [{ impersonation: { username: "viewer@demo.example", write: true } }, /that user needs Write Impersonated/],
      [{ impersonation: { username: "nobody@demo.example", write: false } }, /Check the user name to act as/],
    ];
    for (const [connection, advice] of refusals) {
      const error = await rejectionOf(connect(connection).listReports({}));
      assert.ok(error instanceof SignInError, String(error));
      assert.match(error.message, /^The service refused the sign-in: /);
      assert.match(error.details.join("\n"), /^Status: 40\d$/m);
      assert.match(error.message, advice);
    }
    const error = await rejectionOf(connect({ apiKey: "wrong" }).listReports({}));
    assert.ok(error instanceof StatusError);
    assert.match(error.message, /API key/);
  });
});
