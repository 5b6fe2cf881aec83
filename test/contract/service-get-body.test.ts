import assert from "node:assert/strict";
import { request } from "node:http";
import { text } from "node:stream/consumers";
import { startTestService, type TestService } from "../support/running-service.ts";

suite("a GET with a body", () => {
  let test_: TestService;
  let proof: Record<string, string>;
  suiteSetup(async () => {
    test_ = await startTestService({ hasSample: false });
    proof = { apikey: test_.service.ready.apiKey, cookie: `ServiceASIDToken=${await test_.signIn()}` };
  });
  suiteTeardown(() => test_.dispose());

  /** Status and code of the answer; the body goes with its length, which node's client leaves out of a GET. */
  function outcomeOf(body?: string): Promise<readonly [number | undefined, string]> {
    const url = `${test_.service.ready.url}/v1alpha/op/data/source-files`;
    const ofBody = body && { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
    return new Promise((resolve, reject) => {
      const outgoing = request(url, { headers: { ...proof, ...ofBody } }, (response) => {
        text(response).then((answer) => resolve([response.statusCode, JSON.parse(answer).code]), reject);
      });
      outgoing.on("error", reject);
      outgoing.end(body);
    });
  }

  test("is checked like any other body", async () => {
    assert.deepEqual(await outcomeOf('{"downloadAll":"all"}'), [400, "REQUEST_INVALID"]);
    assert.deepEqual(await outcomeOf('["Employee"]'), [400, "REQUEST_INVALID"]);
    assert.deepEqual(await outcomeOf('{"sources":["Employee"]}'), [200, undefined]);
  });

  test("may be left out, and then says nothing", async () => {
    assert.deepEqual(await outcomeOf(), [400, "REQUEST_INVALID"]);
  });

  test("is refused when it is no JSON or too large", async () => {
    assert.deepEqual(await outcomeOf("{"), [400, "REQUEST_MALFORMED"]);
    const large = JSON.stringify({ sources: ["x".repeat(1024 * 1024)] });
    assert.deepEqual(await outcomeOf(large), [413, "BODY_TOO_LARGE"]);
  });
});
