import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { startTestService, type TestService } from "../support/running-service.ts";

/** Scripts that use the service as somebody with a shell does. */
suite("the journeys by curl", function () {
  this.timeout(180_000);
  let test_: TestService;
  suiteSetup(async () => {
    test_ = await startTestService();
    // GnuPG goes by the time of the machine.
    await test_.clock.advance(Date.now() - test_.clock.now());
  });
  suiteTeardown(() => test_.dispose());

  /** Runs a script to its end, and something when it says a line. */
  async function runScript(name: string, line?: string, onLine?: () => Promise<void>): Promise<void> {
    const { url, apiKey, username, password } = test_.service.ready;
    const script = spawn("bash", [resolve("test/contract/journeys", name)], {
      env: {
        ...process.env,
        SERVICE_URL: url,
        API_KEY: apiKey,
        SERVICE_USER: username,
        SERVICE_PASSWORD: password,
        no_proxy: "*",
      },
    });
    let said = "";
    let hasSaidLine = false;
    for (const stream of [script.stdout, script.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        said += text;
        if (!hasSaidLine && line !== undefined && said.includes(`${line}\n`)) {
          hasSaidLine = true;
          onLine?.().catch((error: unknown) => script.emit("error", error));
        }
      });
    }
    const [code] = await once(script, "close");
    assert.equal(code, 0, said);
    assert.equal(hasSaidLine, line !== undefined);
    assert.match(said, /Everything is as it should be\n$/);
  }

  const hasCurl = spawnSync("bash", ["-c", "curl --version"]).status === 0;

  test("of a data engineer ends with the numbers that it should", async function () {
    if (!hasCurl) {
      this.skip();
    }
    await runScript("data-engineer.sh");
  });

  test("of an administrator tells a webhook of a load that failed while its target was away", async function () {
    if (!hasCurl) {
      this.skip();
    }
    await runScript("administrator-webhook.sh", "Waiting for the next attempt", () => test_.clock.advance(5 * 60_000));
  });
});
