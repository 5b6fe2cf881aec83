import assert from "node:assert/strict";
import { defaultRetryPolicy } from "../../../src/client/call/retry.ts";
import { StatusError } from "../../../src/client/interface/errors.ts";
import { rejectionOf, type WorldOptions, withServer } from "./client-fixture.ts";
import { sendJson } from "./local-server.ts";

const artifactLock = { NonVersioned: true, Prefer: "nvLock=artifact" } as const;
const user = { path: { username: "ada" }, headers: artifactLock, body: {} };
const conflict = { code: "CONFLICT", localizedMessage: "busy" };

/** Answers as many conflicts as are said, then success. */
function conflicts(count: number): WorldOptions["answer"] {
  return (_, response, call) => sendJson(response, call <= count ? conflict : {}, call <= count ? 409 : 200);
}

suite("conflicts", () => {
  test("a call under an artifact lock is repeated with growing waits until it succeeds", async () => {
    await withServer({ answer: conflicts(3) }, async ({ client, clock, calls }) => {
      const call = client.upsertUser(user);
      for (const delayMs of [225, 450, 900]) {
        await clock.untilAsleep(delayMs);
        clock.advance(delayMs);
      }
      await call;
      assert.equal(calls().length, 4);
      assert.ok(calls().every(({ headers }) => headers.prefer === "nvLock=artifact"));
    });
  });

  test("conflicts have attempts of their own beside those of failures that may pass", async () => {
    const statuses = [409, 503, 409, 503, 200];
    await withServer(
      { answer: (_, response, call) => sendJson(response, {}, statuses[call - 1] ?? 500) },
      async ({ client, clock, calls }) => {
        const call = client.upsertUser(user);
        for (const delayMs of [225, 225, 450, 450]) {
          await clock.untilAsleep(delayMs);
          clock.advance(delayMs);
        }
        await call;
        assert.equal(calls().length, 5);
      },
    );
  });

  test("the call ends at the bound, and says how often it was tried", async () => {
    const options = { retry: { conflictAttempts: 3 } };
    await withServer({ answer: conflicts(10), options }, async ({ client, clock, calls }) => {
      const failed = rejectionOf(client.upsertUser(user));
      for (const delayMs of [225, 450]) {
        await clock.untilAsleep(delayMs);
        clock.advance(delayMs);
      }
      const error = await failed;
      assert.ok(error instanceof StatusError);
      assert.deepEqual([error.status, error.code, error.serverMessage], [409, "CONFLICT", "busy"]);
      assert.match(
        error.message,
        /busy\. Another change was in progress during each of 3 attempts; try again when it is done/,
      );
      assert.equal(calls().length, 3);
    });
  });

  test("an abort ends the wait", async () => {
    await withServer({ answer: conflicts(10) }, async ({ client, clock, calls }) => {
      const controller = new AbortController();
      const failed = rejectionOf(client.upsertUser(user, { signal: controller.signal }));
      await clock.untilAsleep(225);
      controller.abort();
      assert.equal(await failed, controller.signal.reason);
      assert.equal(calls().length, 1);
    });
  });

  test("under another lock, and in other operations, a conflict is an answer", async () => {
    await withServer({ answer: conflicts(10) }, async ({ client, calls }) => {
      for (const call of [
        client.upsertUser({ ...user, headers: { NonVersioned: true, Prefer: "nvLock=global" } }),
        client.upsertUser({ path: user.path, body: {} }),
        client.listReports({}),
      ]) {
        assert.ok((await rejectionOf(call)) instanceof StatusError);
      }
      assert.equal(calls().length, 3);
    });
  });

  test("the bound lasts for minutes", () => {
    const { conflictAttempts, maximumDelayMs } = defaultRetryPolicy;
    assert.ok(conflictAttempts * maximumDelayMs >= 2 * 60_000);
  });
});
