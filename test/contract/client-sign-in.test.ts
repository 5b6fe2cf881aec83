import assert from "node:assert/strict";
import { createClient } from "../../src/client/call/client.ts";
import { type Connection, type JwtGrant, MemoryTokenStore } from "../../src/client/interface/connection.ts";
import { contract } from "../../src/contract/contract.ts";
import { startTestService, type TestService } from "../support/running-service.ts";
import { type SignInWays, signInWays } from "../support/sign-in-ways.ts";
import { silentLogger } from "../support/silent-logger.ts";

/** Client and service know of each other by the contract alone: here they meet. */
suite("the client's ways of signing in, at the embedded service", () => {
  let test_: TestService;
  let ways: SignInWays;
  suiteSetup(async () => {
    test_ = await startTestService();
    ways = await signInWays(test_);
  });
  suiteTeardown(() => test_.dispose());

  function connect(parts: Pick<Connection, "credentials"> & Partial<Connection>) {
    const { url: baseUrl, apiKey } = test_.service.ready;
    const connection = { baseUrl, apiKey, ...parts };
    return createClient({
      contract,
      connection,
      gate: async () => "allowed",
      logger: silentLogger,
      clock: test_.clock,
    });
  }

  async function whoAmI(parts: Pick<Connection, "credentials"> & Partial<Connection>): Promise<string | undefined> {
    return (await connect(parts).getUserMetadata()).sub;
  }

  const grants: Readonly<Record<string, JwtGrant["kind"]>> = {
    "an authorization code": "authorization-code",
    "the password grant": "password",
    "a SAML assertion": "saml-bearer",
    "an exchanged ASID token": "asid-exchange",
  };

  for (const [name, kind] of Object.entries(grants)) {
    test(`${name} signs in, and its refresh token goes on when the token has expired`, async () => {
      const client = connect({ credentials: { grant: ways.grants[kind], tokens: new MemoryTokenStore() } });
      assert.equal((await client.getUserMetadata()).sub, test_.service.ready.username);
      await test_.clock.advance(61 * 60_000);
      assert.equal((await client.getUserMetadata()).sub, test_.service.ready.username);
      assert.ok((await client.listReports()).reports);
    });
  }

  test("a user name and a password sign in", async () => {
    assert.equal(await whoAmI({ credentials: ways.credentials }), test_.service.ready.username);
  });

  test("another user is taken on after the sign-in, in another tenant too", async () => {
    const { credentials } = ways;
    const byToken = { grant: ways.grants.password, tokens: new MemoryTokenStore() };
    const read = { username: "viewer@demo.example", write: false };
    assert.equal(await whoAmI({ credentials, impersonation: read }), "viewer@demo.example");
    const write = { username: "north@demo.example", write: true, tenant: "WFF_demo~north" };
    assert.equal(await whoAmI({ credentials: byToken, impersonation: write }), "north@demo.example");
  });
});
