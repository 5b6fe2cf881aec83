import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "../../src/base/logger.ts";
import { createClient } from "../../src/client/call/client.ts";
import { type Connection, type JwtGrant, MemoryTokenStore } from "../../src/client/interface/connection.ts";
import { contract } from "../../src/contract/contract.ts";
import { RecordingProxy } from "../support/recording-proxy.ts";
import { startTestService, type TestService } from "../support/running-service.ts";
import { type SignInWays, signInWays } from "../support/sign-in-ways.ts";

/** Files whose very purpose is to hold a secret; nobody but their owner reads them. */
const handedOver = ["credentials.json", "service.json"];

suite("secrets of every sign-in", () => {
  let test_: TestService;
  let proxy: RecordingProxy;
  const written: string[] = [];
  const write = (line: string) => void written.push(line);
  const logger: Logger = { debug: write, info: write, warn: write, error: write };

  suiteSetup(async () => {
    test_ = await startTestService();
    const ways = await signInWays(test_);
    proxy = await RecordingProxy.start(test_.service.ready.url);
    await driveAll(ways);
  });
  suiteTeardown(async () => {
    await proxy.close();
    await test_.dispose();
  });

  /** Every way to sign in, with what is right and with what is refused. */
  async function driveAll({ grants, application, assertion, credentials }: SignInWays): Promise<void> {
    const { apiKey, username } = test_.service.ready;
    const wrong = async () => ({ username, password: "a-wrong-password" });
    const all: readonly JwtGrant[] = [
      ...Object.values(grants),
      { kind: "password", application, credentials: wrong },
      { kind: "saml-bearer", application, assertion: async () => `${await assertion()}AAAA` },
    ];
    const impersonation = { username: "viewer@demo.example", write: false };
    const ways: readonly Partial<Connection>[] = [
      { credentials },
      { credentials: wrong },
      { credentials, apiKey: "a-wrong-api-key" },
      { credentials, impersonation },
      ...all.map((grant) => ({ credentials: { grant, tokens: new MemoryTokenStore() } })),
    ];
    for (const way of ways) {
      const connection = { baseUrl: proxy.url, apiKey, credentials, ...way };
      const client = createClient({ contract, connection, gate: async () => "allowed", logger, clock: test_.clock });
      for (let hour = 0; hour < 2; hour += 1) {
        await client.getUserMetadata().catch((error: unknown) => write(String((error as Error).message)));
        await client.listReports().catch((error: unknown) => write(String((error as Error).stack)));
        // The second time with tokens that have expired: refreshed, or had anew.
        await test_.clock.advance(61 * 60_000);
      }
      client.dispose();
    }
  }

  const foundIn = (text: string) => [...proxy.secrets].filter((secret) => text.includes(secret)).length;

  test("were there to be found", () => {
    assert.ok(proxy.secrets.size > 20, String(proxy.secrets.size));
    assert.ok(proxy.secrets.has("a-wrong-password"));
    assert.ok(proxy.secrets.has(test_.service.ready.password));
    assert.ok(proxy.secrets.has(test_.service.credentials.clientSecret));
    assert.ok(written.length > 20);
  });

  test("stand in no log and no error", () => {
    assert.equal(foundIn(written.join("\n")), 0);
    assert.equal(foundIn(test_.log.join("\n")), 0);
  });

  test("stand in no address", () => {
    assert.equal(foundIn(proxy.urls.join("\n")), 0);
    assert.equal(foundIn(proxy.urls.map(decodeURIComponent).join("\n")), 0);
  });

  test("stand in no file of the service but those that hand them over", async () => {
    const names = await readdir(test_.dataFolder, { recursive: true, withFileTypes: true });
    const files = names.filter((entry) => entry.isFile() && !handedOver.includes(entry.name));
    assert.ok(files.some(({ name }) => name === "platform.duckdb" || name.startsWith("platform.duckdb")));
    for (const { parentPath, name } of files) {
      const bytes = await readFile(join(parentPath, name));
      const found = [...proxy.secrets].filter((secret) => bytes.includes(secret));
      assert.equal(found.length, 0, name);
    }
  });
});
