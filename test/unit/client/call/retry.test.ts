import assert from "node:assert/strict";
import { defaultRetryPolicy, parseRetryAfter, retryDelayMs } from "../../../../src/client/call/retry.ts";
import { NetworkError, StatusError } from "../../../../src/client/interface/errors.ts";
import { rejectionOf, textOf, withServer } from "../client-fixture.ts";
import { sendJson } from "../local-server.ts";

suite("retry", () => {
  test("repeats an idempotent call after each status that may pass, with growing waits", async () => {
    for (const status of [408, 429, 502, 503, 504]) {
      await withServer(
        {
          answer: (_, response, count) =>
            count < 3 ? sendJson(response, {}, status) : sendJson(response, { id: "7" }),
        },
        async ({ client, clock, calls }) => {
          const report = client.getReport({ path: { reportId: "7" } });
          await clock.untilAsleep(225);
          assert.equal(calls().length, 1);
          clock.advance(225);
          await clock.untilAsleep(450);
          assert.equal(calls().length, 2);
          clock.advance(450);
          assert.equal((await report).id, "7");
        },
      );
    }
  });

  test("gives up with the last failure after the last attempt", async () => {
    await withServer({ answer: (_, response) => sendJson(response, {}, 503) }, async ({ client, clock, calls }) => {
      const failed = rejectionOf(client.listReports({}));
      await clock.untilAsleep(225);
      clock.advance(225);
      await clock.untilAsleep(450);
      clock.advance(450);
      const error = await failed;
      assert.ok(error instanceof StatusError);
      assert.equal(error.status, 503);
      assert.equal(calls().length, 3);
    });
  });

  test("repeats a query although it is a POST, with its body", async () => {
    await withServer(
      { answer: (_, response, count) => (count === 1 ? response.destroy() : sendJson(response, {})) },
      async ({ client, clock, calls }) => {
        const answer = client.querySqlLike({ body: { query: "q" } });
        await clock.untilAsleep(225);
        clock.advance(225);
        await answer;
        assert.deepEqual(
          calls().map(({ body }) => body),
          ['{"query":"q"}', '{"query":"q"}'],
        );
      },
    );
  });

  test("does not repeat a call that is not idempotent", async () => {
    await withServer({ answer: (_, response) => sendJson(response, {}, 503) }, async ({ client, calls }) => {
      const error = await rejectionOf(client.createReport({ body: { title: "t" } }));
      assert.ok(error instanceof StatusError);
      assert.equal(calls().length, 1);
    });
    await withServer({ answer: (_, response) => response.destroy() }, async ({ client, calls }) => {
      const error = await rejectionOf(client.createReport({ body: { title: "t" } }));
      assert.ok(error instanceof NetworkError);
      assert.equal(calls().length, 1);
    });
  });

  test("does not repeat after a status that stays", async () => {
    for (const status of [400, 403, 404, 406, 409, 500, 501]) {
      await withServer({ answer: (_, response) => sendJson(response, {}, status) }, async ({ client, calls }) => {
        await rejectionOf(client.listReports({}));
        assert.equal(calls().length, 1);
      });
    }
  });

  test("waits as long as Retry-After says, in seconds", async () => {
    await withServer(
      {
        answer: (_, response, count) =>
          count === 1 ? sendJson(response, {}, 429, { "retry-after": "7" }) : sendJson(response, {}),
      },
      async ({ client, clock }) => {
        const answer = client.listReports({});
        await clock.untilAsleep(7000);
        clock.advance(7000);
        await answer;
      },
    );
  });

  test("waits until the date of Retry-After", async () => {
    await withServer(
      {
        answer: (_, response, count) =>
          count === 1
            ? sendJson(response, {}, 503, { "retry-after": "Sat, 01 Jun 2024 00:00:12 GMT" })
            : sendJson(response, {}),
      },
      async ({ client, clock }) => {
        const answer = client.listReports({});
        await clock.untilAsleep(12_000);
        clock.advance(12_000);
        await answer;
      },
    );
  });

  test("does not wait for a server that asks for an hour", async () => {
    await withServer(
      { answer: (_, response) => sendJson(response, {}, 503, { "retry-after": "3600" }) },
      async ({ client, calls }) => {
        const error = await rejectionOf(client.listReports({}));
        assert.ok(error instanceof StatusError);
        assert.equal(error.retryAfterMs, 3_600_000);
        assert.equal(calls().length, 1);
      },
    );
  });

  test("an abort ends the wait", async () => {
    await withServer({ answer: (_, response) => sendJson(response, {}, 503) }, async ({ client, clock, calls }) => {
      const controller = new AbortController();
      const failed = rejectionOf(client.listReports({}, { signal: controller.signal }));
      await clock.untilAsleep(225);
      controller.abort();
      const error = await failed;
      assert.ok(error instanceof Error);
      assert.equal(error.name, "AbortError");
      assert.equal(calls().length, 1);
    });
  });

  test("repeats when the body of a value breaks, since nothing of it was given away", async () => {
    await withServer(
      {
        answer: (_, response, count) => {
          if (count > 1) {
            sendJson(response, { id: "7" });
            return;
          }
          response.writeHead(200, { "content-type": "application/json", "content-length": "50" });
          response.write('{"id":', () => response.destroy());
        },
      },
      async ({ client, clock }) => {
        const report = client.getReport({ path: { reportId: "7" } });
        await clock.untilAsleep(225);
        clock.advance(225);
        assert.equal((await report).id, "7");
      },
    );
  });

  test("never repeats once a stream was handed over", async () => {
    await withServer(
      {
        answer: (_, response) => {
          response.writeHead(200, { "content-type": "text/csv", "content-length": "50" });
          response.write("a,b\r\n", () => response.destroy());
        },
      },
      async ({ client, calls }) => {
        const answer = await client.querySqlLike({ body: { query: "q" } }, { accept: "text/csv" });
        assert.ok((await rejectionOf(textOf(answer))) instanceof NetworkError);
        assert.equal(calls().length, 1);
      },
    );
  });

  test("the wait doubles up to its bound and is drawn from its upper half", () => {
    const failure = new StatusError("op", 503);
    const policy = { ...defaultRetryPolicy, attempts: 10, firstDelayMs: 100, maximumDelayMs: 500 };
    const delays = (random: number) =>
      [1, 2, 3, 4, 5].map((attempt) => retryDelayMs(policy, attempt, failure, () => random));
    assert.deepEqual(delays(0), [50, 100, 200, 250, 250]);
    assert.deepEqual(delays(0.999), [100, 200, 400, 500, 500]);
    assert.equal(
      retryDelayMs(policy, 10, failure, () => 0),
      undefined,
    );
  });

  test("reads Retry-After and passes over what is neither seconds nor a date", () => {
    const now = Date.parse("2024-06-01T00:00:00Z");
    assert.equal(parseRetryAfter("0", now), 0);
    assert.equal(parseRetryAfter(" 120 ", now), 120_000);
    assert.equal(parseRetryAfter("Sat, 01 Jun 2024 00:01:00 GMT", now), 60_000);
    assert.equal(parseRetryAfter("Sat, 01 Jun 2019 00:01:00 GMT", now), 0);
    for (const nonsense of [undefined, "", "soon", "-5", "1.5"]) {
      assert.equal(parseRetryAfter(nonsense, now), undefined, nonsense);
    }
  });
});
