import assert from "node:assert/strict";
import { TimeoutError } from "../../../../src/client/interface/errors.ts";
import { rejectionOf, textOf, withServer } from "../client-fixture.ts";
import { sendJson } from "../local-server.ts";

const jsonLines = { accept: "application/jsonlines" } as const;
const query = { body: { query: "q" } };

suite("time-outs", () => {
  test("an answer that does not begin ends the call after its time, and tells the server", async () => {
    await withServer({ answer: () => undefined }, async ({ client, clock, server, calls }) => {
      const failed = rejectionOf(client.querySqlLike(query, { timeoutMs: 5000 }));
      // The first request is the sign-in.
      await server.untilReceived(2);
      await clock.untilAsleep(5000);
      clock.advance(5000);
      const error = await failed;
      assert.ok(error instanceof TimeoutError);
      assert.deepEqual([error.phase, error.timeoutMs, error.host], ["headers", 5000, server.host]);
      assert.match(error.message, /^127\.0\.0\.1:\d+ did not answer for 5 s\./);
      await server.clientLeft;
      assert.equal(calls().length, 1);
    });
  });

  test("a body that stops ends after the idle time", async () => {
    await withServer(
      {
        answer: (_, response) => {
          response.writeHead(200, { "content-type": "application/jsonlines" });
          response.write('["a"]\n');
        },
        options: { limits: { idleTimeoutMs: 9000 } },
      },
      async ({ client, clock, server }) => {
        const answer = await client.querySqlLike(query, jsonLines);
        const pieces = answer.body[Symbol.asyncIterator]();
        assert.equal((await pieces.next()).done, false);
        const failed = rejectionOf(pieces.next());
        await clock.untilAsleep(9000);
        clock.advance(9000);
        const error = await failed;
        assert.ok(error instanceof TimeoutError);
        assert.deepEqual([error.phase, error.timeoutMs], ["body", 9000]);
        await server.clientLeft;
      },
    );
  });

  test("a slow reader is not a silent server", async () => {
    let finish: () => void = () => undefined;
    await withServer(
      {
        answer: (_, response) => {
          response.writeHead(200, { "content-type": "application/jsonlines" });
          response.write('["a"]\n');
          finish = () => response.end('["1"]\n');
        },
        options: { limits: { idleTimeoutMs: 9000 } },
      },
      async ({ client, clock }) => {
        const { body } = await client.querySqlLike(query, jsonLines);
        const pieces = body[Symbol.asyncIterator]();
        const first = await pieces.next();
        clock.advance(1_000_000);
        finish();
        const second = await pieces.next();
        assert.deepEqual([String(first.value), String(second.value)], ['["a"]\n', '["1"]\n']);
        assert.equal((await pieces.next()).done, true);
      },
    );
  });

  test("no timer is left behind", async () => {
    await withServer({ answer: (_, response) => sendJson(response, {}) }, async ({ client, clock }) => {
      await client.listReports({});
      await textOf(await client.querySqlLike(query, jsonLines));
      assert.equal(clock.sleeperCount, 0);
    });
  });
});

suite("aborts", () => {
  test("an abort before the call sends nothing", async () => {
    await withServer({ answer: () => undefined }, async ({ client, server }) => {
      const reason = new Error("closed");
      assert.equal(await rejectionOf(client.listReports({}, { signal: AbortSignal.abort(reason) })), reason);
      assert.equal(server.received.length, 0);
    });
  });

  test("an abort while the answer is awaited rejects with the reason and reaches the server", async () => {
    await withServer({ answer: () => undefined }, async ({ client, server }) => {
      const controller = new AbortController();
      const failed = rejectionOf(client.querySqlLike(query, { signal: controller.signal }));
      // The first request is the sign-in.
      await server.untilReceived(2);
      controller.abort();
      assert.equal(await failed, controller.signal.reason);
      assert.equal(controller.signal.reason.name, "AbortError");
      await server.clientLeft;
    });
  });

  test("an abort within the body rejects with the reason and reaches the server", async () => {
    await withServer(
      {
        answer: (_, response) => {
          response.writeHead(200, { "content-type": "application/jsonlines" });
          response.write('["a"]\n');
        },
      },
      async ({ client, server }) => {
        const controller = new AbortController();
        const { body } = await client.querySqlLike(query, { ...jsonLines, signal: controller.signal });
        const pieces = body[Symbol.asyncIterator]();
        await pieces.next();
        const failed = rejectionOf(pieces.next());
        const reason = new Error("enough");
        controller.abort(reason);
        assert.equal(await failed, reason);
        await server.clientLeft;
      },
    );
  });

  test("an abort after the last byte arrived still ends the reading", async () => {
    await withServer(
      { answer: (_, response) => response.writeHead(200, { "content-type": "application/jsonlines" }).end("[]\n") },
      async ({ client }) => {
        const controller = new AbortController();
        const { body } = await client.querySqlLike(query, { ...jsonLines, signal: controller.signal });
        const pieces = body[Symbol.asyncIterator]();
        await pieces.next();
        controller.abort();
        assert.equal(await rejectionOf(pieces.next()), controller.signal.reason);
      },
    );
  });

  test("a reader who stops early closes the connection", async () => {
    await withServer(
      {
        answer: (_, response) => {
          response.writeHead(200, { "content-type": "application/jsonlines" });
          response.write('["a"]\n');
        },
      },
      async ({ client, server }) => {
        const { body } = await client.querySqlLike(query, jsonLines);
        for await (const _ of body) {
          break;
        }
        await server.clientLeft;
      },
    );
  });

  test("an abort while the gate asks sends nothing", async () => {
    const controller = new AbortController();
    const gate = async () => {
      controller.abort();
      return "allowed" as const;
    };
    await withServer({ answer: () => undefined, options: { gate } }, async ({ client, server }) => {
      const error = await rejectionOf(client.listReports({}, { signal: controller.signal }));
      assert.equal(error, controller.signal.reason);
      assert.equal(server.received.length, 0);
    });
  });

  test("a signal that lives long keeps nothing of calls that are over", async () => {
    await withServer({ answer: (_, response) => sendJson(response, {}) }, async ({ client }) => {
      const { signal } = new AbortController();
      let listeners = 0;
      const add = signal.addEventListener.bind(signal);
      const remove = signal.removeEventListener.bind(signal);
      signal.addEventListener = (...args: Parameters<typeof add>) => {
        listeners++;
        add(...args);
      };
      signal.removeEventListener = (...args: Parameters<typeof remove>) => {
        listeners--;
        remove(...args);
      };
      await client.listReports({}, { signal });
      await textOf(await client.querySqlLike(query, { ...jsonLines, signal }));
      assert.equal(listeners, 0);
    });
  });
});
