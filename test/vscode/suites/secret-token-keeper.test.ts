import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { systemClock } from "../../../src/base/clock.ts";
import { createServiceClient } from "../../../src/client/service-client.ts";
import { SecretTokenStore } from "../../../src/features/connections/secret-token-store.ts";
import { silentLogger } from "../../support/silent-logger.ts";
import { sendJson, startServer } from "../../unit/client/local-server.ts";
import { memoryContext } from "./memory-context.ts";

suite("Tokens in the secret storage", () => {
  let folder = "";
  suiteSetup(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "workforce-tokens-"));
  });
  suiteTeardown(() => rm(folder, { recursive: true, force: true }));

  test("are renewed once by two windows, whose rotated refresh token works a single time", async () => {
    const { context } = memoryContext();
    let count = 1;
    const server = await startServer((request, response) => {
      const isToken = request.url === "/v1/auth/oauth2/token";
      const isGood = request.body.includes(`refresh_token=refresh-${count}&`);
      if (isToken && isGood) {
        count++;
        sendJson(response, { access_token: `jwt-${count}`, refresh_token: `refresh-${count}`, expires_in: 3600 });
      } else {
        sendJson(response, {}, isToken ? 400 : request.headers.authorization === "Bearer jwt-2" ? 200 : 401);
      }
    });
    // Two windows share what is stored and nothing else.
    const windows = [1, 2].map(() => {
      const tokens = new SecretTokenStore(context.secrets, "one", folder);
      const application = async () => ({ clientId: "app", clientSecret: "secret" });
      const credentials = () => Promise.reject(new Error("The password is not needed."));
      return createServiceClient({
        connection: {
          baseUrl: server.url,
          apiKey: "key",
          credentials: { grant: { kind: "password", application, credentials }, tokens },
        },
        gate: async () => "allowed",
        logger: silentLogger,
        clock: systemClock,
      });
    });
    try {
      await new SecretTokenStore(context.secrets, "one", folder).write({
        accessToken: "jwt-1",
        refreshToken: "refresh-1",
      });
      await Promise.all(windows.flatMap((client) => [client.listReports({}), client.listProjects({})]));
      assert.equal(server.received.filter(({ url }) => url === "/v1/auth/oauth2/token").length, 1);
    } finally {
      for (const client of windows) {
        client.dispose();
      }
      await server.close();
    }
  });

  test("count as none when they are damaged", async () => {
    const { context } = memoryContext();
    const keeper = new SecretTokenStore(context.secrets, "one", folder);
    for (const damaged of ["{", "null", "7", '{"accessToken":7}', "{}"]) {
      await context.secrets.store("workforce.tokens.one", damaged);
      assert.equal(await keeper.read(), undefined, damaged);
    }
  });

  test("come back as they were, and are gone when they are forgotten", async () => {
    const { context, kept } = memoryContext();
    const keeper = new SecretTokenStore(context.secrets, "one", folder);
    const tokens = { accessToken: "a", refreshToken: "r", renewAt: 7 };
    await keeper.write(tokens);
    assert.deepEqual(await keeper.read(), tokens);
    await keeper.write(undefined);
    assert.equal(kept(), "{}");
  });
});
