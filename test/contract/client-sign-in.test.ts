import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { silentLogger } from "../../src/base/logger.ts";
import { createClient } from "../../src/client/client.ts";
import type { Connection, JwtGrant } from "../../src/client/connection.ts";
import { MemoryTokenKeeper } from "../../src/client/token-keeper.ts";
import { contract } from "../../src/contract/contract.ts";
import { TestIdentityProvider } from "../support/identity-provider.ts";
import { startTestService, type TestService } from "../support/running-service.ts";

/** Client and service know of each other by the contract alone: here they meet. */
suite("the client's ways of signing in, at the embedded service", () => {
  let test_: TestService;
  let provider: TestIdentityProvider;
  suiteSetup(async () => {
    test_ = await startTestService();
    provider = new TestIdentityProvider(() => test_.clock.now());
    const { issuer, audience, certificate } = provider;
    const providers = JSON.stringify({ WFF_demo: { issuer, audience, certificate } });
    await writeFile(join(test_.dataFolder, "identity-providers.json"), providers);
    await test_.restart();
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

  const application = async () => {
    const { clientId, clientSecret } = test_.service.credentials;
    return { clientId, clientSecret };
  };
  const credentials = async () => {
    const { username, password } = test_.service.ready;
    return { username, password };
  };

  async function whoAmI(parts: Pick<Connection, "credentials"> & Partial<Connection>): Promise<string | undefined> {
    return (await connect(parts).getUserMetadata()).sub;
  }

  const grants: Readonly<Record<string, () => JwtGrant>> = {
    "an authorization code": () => ({
      kind: "authorization-code",
      application,
      askCode: async ({ addressFor }) => {
        const redirectUri = "vscode://workforce.workforce-analytics/signed-in?windowId=1";
        const asked = new URL(addressFor(redirectUri));
        const page = await test_.send("GET", asked.pathname + asked.search);
        const form = await test_.send("POST", page.headers.location ?? "", { form: await credentials() });
        return { redirectUri, query: new URL(form.headers.location ?? "").search.slice(1) };
      },
    }),
    "the password grant": () => ({ kind: "password", application, credentials }),
    "a SAML assertion": () => ({
      kind: "saml-bearer",
      application,
      assertion: async () => provider.sign(provider.assertion(test_.service.ready.username)),
    }),
    "an exchanged ASID token": () => ({ kind: "asid-exchange", credentials }),
  };

  for (const [name, grant] of Object.entries(grants)) {
    test(`${name} signs in, and its refresh token goes on when the token has expired`, async () => {
      const client = connect({ credentials: { grant: grant(), tokens: new MemoryTokenKeeper() } });
      assert.equal((await client.getUserMetadata()).sub, test_.service.ready.username);
      await test_.clock.advance(61 * 60_000);
      assert.equal((await client.getUserMetadata()).sub, test_.service.ready.username);
      assert.ok((await client.listReports()).reports);
    });
  }

  test("a user name and a password sign in", async () => {
    assert.equal(await whoAmI({ credentials }), test_.service.ready.username);
  });

  test("another user is taken on after the sign-in, in another tenant too", async () => {
    const tokens = new MemoryTokenKeeper();
    const grant: JwtGrant = { kind: "password", application, credentials };
    const read = { username: "viewer@demo.example", write: false };
    assert.equal(await whoAmI({ credentials, impersonation: read }), "viewer@demo.example");
    const write = { username: "north@demo.example", write: true, tenant: "WFF_demo~north" };
    assert.equal(await whoAmI({ credentials: { grant, tokens }, impersonation: write }), "north@demo.example");
  });
});
