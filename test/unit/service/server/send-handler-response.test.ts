import assert from "node:assert/strict";
import { get, type IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";
import fastify from "fastify";
import { createStreamResponse, type HandlerResponse } from "../../../../src/service/call/call.ts";
import { RunningCalls } from "../../../../src/service/server/running-calls.ts";
import { sendHandlerResponse } from "../../../../src/service/server/send-handler-response.ts";

const block = new Uint8Array(64 * 1024).fill(65);

suite("a streamed answer", () => {
  let app: FastifyInstance;
  setup(() => {
    app = fastify();
  });
  teardown(() => app.close());

  /** Serves one answer and opens a request for it. */
  async function open(
    answer: (signal: AbortSignal) => HandlerResponse,
    running = new RunningCalls(),
  ): Promise<IncomingMessage> {
    app.get("/", async (_, reply) => sendHandlerResponse(reply, answer(running.begin(reply))));
    const url = await app.listen({ host: "127.0.0.1", port: 0 });
    return new Promise((resolve, reject) => {
      get(url, { agent: false }, resolve).once("error", reject);
    });
  }

  test("arrives whole, with its content type", async () => {
    async function* body() {
      yield Buffer.from("a,b\n");
      yield Buffer.from("1,2\n");
    }
    const response = await open(() => createStreamResponse("text/csv", body()));
    assert.equal(response.headers["content-type"], "text/csv; charset=utf-8");
    assert.equal(await textOf(response), "a,b\n1,2\n");
  });

  test("may be empty", async () => {
    async function* body(): AsyncGenerator<Uint8Array> {}
    assert.equal(await textOf(await open(() => createStreamResponse("application/jsonlines", body()))), "");
  });

  test("that fails before its first byte is a failure of its own", async () => {
    // biome-ignore lint/correctness/useYield: fails before it has anything to yield.
    async function* body(): AsyncGenerator<Uint8Array> {
      throw new Error("nothing to read");
    }
    const response = await open(() => createStreamResponse("text/csv", body()));
    assert.equal(response.statusCode, 500);
    assert.match(await textOf(response), /nothing to read/);
  });

  test("that fails midway is cut off and never looks complete", async () => {
    async function* body() {
      yield Buffer.from("a,b\n");
      throw new Error("disk full");
    }
    const response = await open(() => createStreamResponse("text/csv", body()));
    assert.equal(response.statusCode, 200);
    await assert.rejects(textOf(response), { code: "ECONNRESET" });
    assert.equal(response.complete, false);
  });

  test("is read no faster than the caller takes it", async () => {
    let produced = 0;
    const ends = promise<void>();
    async function* body() {
      try {
        for (; produced < 10_000; produced++) {
          yield block;
        }
      } finally {
        ends.resolve();
      }
    }
    const response = await open(() => createStreamResponse("text/csv", body()));
    response.pause();
    await new Promise((resolve) => response.once("readable", resolve));
    // A caller who takes nothing holds the rest up: all of it would be 625 MiB.
    response.destroy();
    await ends.done;
    assert.ok(produced < 1000, `${produced} blocks were read`);
  });

  test("ends its reader and aborts its signal when the caller goes away", async () => {
    const aborted = promise<string>();
    const running = new RunningCalls();
    const response = await open((signal) => {
      signal.addEventListener("abort", () => aborted.resolve(signal.reason.message));
      async function* body() {
        yield block;
        await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
        yield block;
      }
      return createStreamResponse("text/csv", body());
    }, running);
    assert.equal(running.count, 1);
    response.destroy();
    assert.equal(await aborted.done, "The caller disconnected.");
    assert.equal(running.count, 0);
  });

  test("ends its reader when the caller goes away before the first bytes are sent", async () => {
    const left = promise<void>();
    const ended = promise<void>();
    const running = new RunningCalls();
    async function* body() {
      try {
        await left.done;
        yield block;
        yield block;
      } finally {
        ended.resolve();
      }
    }
    const arrived = promise<void>();
    app.get("/", async (_, reply) => {
      running.begin(reply).addEventListener("abort", () => left.resolve());
      arrived.resolve();
      return sendHandlerResponse(reply, createStreamResponse("text/csv", body()));
    });
    const outgoing = get(await app.listen({ host: "127.0.0.1", port: 0 }), { agent: false });
    outgoing.on("error", () => undefined);
    await arrived.done;
    outgoing.destroy();
    await ended.done;
  });

  test("has an aborted signal and is not counted when the caller went away before it began", async () => {
    const running = new RunningCalls();
    const arrived = promise<void>();
    const begun = promise<AbortSignal>();
    app.get("/", async (_, reply) => {
      const closed = new Promise((resolve) => reply.raw.once("close", resolve));
      arrived.resolve();
      await closed;
      begun.resolve(running.begin(reply));
      return reply;
    });
    const outgoing = get(await app.listen({ host: "127.0.0.1", port: 0 }), { agent: false });
    outgoing.on("error", () => undefined);
    await arrived.done;
    outgoing.destroy();
    assert.ok((await begun.done).aborted);
    assert.equal(running.count, 0);
  });

  test("is ended by a service that stops", async () => {
    const running = new RunningCalls();
    const response = await open((signal) => {
      async function* body() {
        yield block;
        await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
      }
      return createStreamResponse("text/csv", body());
    }, running);
    running.abortAll();
    await assert.rejects(textOf(response), { code: "ECONNRESET" });
  });
});

function promise<Value>() {
  let resolve: (value: Value) => void = () => undefined;
  const done = new Promise<Value>((settle) => {
    resolve = settle;
  });
  return { done, resolve };
}

async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) {
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
