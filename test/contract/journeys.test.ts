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

  test("of a data engineer ends with the numbers that it should", async function () {
    if (spawnSync("bash", ["-c", "curl --version"]).status !== 0) {
      this.skip();
    }
    const { url, apiKey, username, password } = test_.service.ready;
    const script = spawn("bash", [resolve("test/contract/journeys/data-engineer.sh")], {
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
    for (const stream of [script.stdout, script.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        said += text;
      });
    }
    const [code] = await once(script, "close");
    assert.equal(code, 0, said);
    assert.match(said, /Everything is as it should be\n$/);
  });
});
