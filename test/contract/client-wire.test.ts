import assert from "node:assert/strict";
import { systemClock } from "../../src/base/clock.ts";
import { createClient } from "../../src/client/call/client.ts";
import { StatusError } from "../../src/client/interface/errors.ts";
import type { AnyArguments, CallOptions, StreamResponse } from "../../src/client/interface/method.ts";
import { contract } from "../../src/contract/contract.ts";
import { type OperationDefinition, streamMarker } from "../../src/contract/operation.ts";
import { silentLogger } from "../support/silent-logger.ts";
import { rejectionOf, textOf } from "../unit/client/client-fixture.ts";
import { type LocalServer, type Received, startServer } from "../unit/client/local-server.ts";
import {
  answerProblems,
  readWireFixtures,
  sendWireRequest,
  type WireExchange,
  wireArguments,
  withBoundaryOf,
} from "./wire-fixtures.ts";

/** Headers that any HTTP client adds, whoever it calls. */
const ofTransport = new Set([
  "host",
  "connection",
  "user-agent",
  "accept-encoding",
  "content-length",
  "transfer-encoding",
]);

const fixtures = readWireFixtures();
const tokenLine = "POST /v1/admin/serviceSecureToken HTTP/1.1";

/** Serves the answer of an exchange and a token to whoever asks first. */
async function withWire(exchange: WireExchange, test: (server: LocalServer) => Promise<void>): Promise<void> {
  const server = await startServer((request, response) => {
    const isSignIn = exchange.request.line !== tokenLine && lineOf(request) === tokenLine;
    const { status, headers, body } = isSignIn ? { status: 200, headers: {}, body: "TOKEN" } : exchange.answer;
    response.writeHead(status, headers).end(body);
  });
  try {
    await test(server);
  } finally {
    await server.close();
  }
}

function lineOf({ method, url }: Received): string {
  return `${method} ${url} HTTP/1.1`;
}

function meaningfulHeaders({ rawHeaders }: Received): Record<string, string> {
  const headers: Record<string, string> = {};
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? "").toLowerCase();
    if (!ofTransport.has(name)) {
      headers[name] = rawHeaders[index + 1] ?? "";
    }
  }
  return headers;
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

async function callOf(operation: string, exchange: WireExchange, baseUrl: string): Promise<unknown> {
  const { options } = exchange;
  const client = createClient({
    contract,
    connection: { baseUrl, apiKey: "KEY", credentials: async () => ({ username: "u", password: "p" }) },
    gate: async () => "allowed",
    logger: silentLogger,
    retry: { attempts: 1, conflictAttempts: 1 },
    // The time in which the exchanges play.
    clock: { ...systemClock, now: () => Date.parse("2024-06-01T00:00:00Z") },
  });
  const methods: unknown = client;
  const method = (methods as Record<string, (args: AnyArguments, options?: CallOptions) => Promise<unknown>>)[
    operation
  ];
  assert.ok(method, operation);
  try {
    const answer = await method(wireArguments(exchange), options);
    return isStream(operation, options?.accept) ? await textOf(answer as StreamResponse) : answer;
  } finally {
    client.dispose();
  }
}

function isStream(operation: string, accept: string | undefined): boolean {
  const rows: Readonly<Record<string, OperationDefinition>> = contract;
  const answers = rows[operation]?.answers ?? {};
  return answers[accept ?? Object.keys(answers)[0] ?? ""] === streamMarker;
}

suite("client on the wire", () => {
  test("every operation of the contract has literal exchanges", () => {
    assert.deepEqual(fixtures.map(({ operation }) => operation).sort(), Object.keys(contract).sort());
    assert.ok(fixtures.every(({ exchanges }) => exchanges.length > 0));
  });

  for (const { operation, exchanges } of fixtures) {
    for (const exchange of exchanges) {
      test(`${operation} sends and reads: ${exchange.name}`, async () => {
        await withWire(exchange, async (server) => {
          const call = callOf(operation, exchange, server.url);
          if (exchange.failure) {
            const error = await rejectionOf(call);
            assert.ok(error instanceof StatusError, String(error));
            const fields: Readonly<Record<string, unknown>> = { ...error };
            const seen = Object.fromEntries(Object.keys(exchange.failure).map((name) => [name, fields[name]]));
            assert.deepEqual(seen, exchange.failure);
          } else {
            assert.deepEqual(await call, exchange.value);
          }
          const request = server.received.at(-1);
          assert.ok(request);
          const written = withBoundaryOf(exchange.request, request.headers["content-type"]);
          assert.equal(lineOf(request), written.line);
          assert.deepEqual(meaningfulHeaders(request), lowerCased(written.headers));
          assert.equal(request.body, written.body);
        });
      });
    }
  }

  test("the check of a service sends the literal request with what is replaced", async () => {
    const [exchange] = fixtures.find(({ operation }) => operation === "createReport")?.exchanges ?? [];
    assert.ok(exchange);
    await withWire(exchange, async (server) => {
      const answer = await sendWireRequest(exchange, server.url, { KEY: "real", TOKEN: "other" });
      assert.deepEqual(answerProblems(exchange, answer), []);
      const [request] = server.received;
      assert.equal(request && lineOf(request), exchange.request.line);
      assert.deepEqual([request?.headers.apikey, request?.headers.cookie], ["real", "ServiceASIDToken=other"]);
      assert.equal(request?.body, exchange.request.body);
    });
  });

  test("the check of a service sends files, bytes and the body of a GET as they are written", async () => {
    for (const name of ["transferFileBatch", "uploadDataFile", "downloadSourceFiles"]) {
      const [exchange] = fixtures.find(({ operation }) => operation === name)?.exchanges ?? [];
      assert.ok(exchange && exchange.request.body !== "", name);
      await withWire(exchange, async (server) => {
        const answer = await sendWireRequest(exchange, server.url);
        assert.deepEqual(answerProblems(exchange, answer), []);
        const [request] = server.received;
        assert.ok(request);
        assert.deepEqual(meaningfulHeaders(request), lowerCased(exchange.request.headers));
        assert.deepEqual([lineOf(request), request.body], [exchange.request.line, exchange.request.body]);
      });
    }
  });

  test("the check of a service finds another status, content type, field kind and broken line", () => {
    const json = { status: 200, headers: { "content-type": "application/json" }, body: '{"a":[{"b":"1"}],"c":1}' };
    const lines = { status: 200, headers: { "content-type": "application/jsonlines" }, body: '["a"]\n' };
    const problems = (written: typeof json, actual: Partial<typeof json>) =>
      answerProblems(
        { name: "", arguments: {}, request: { line: "", headers: {}, body: "" }, answer: written },
        {
          ...written,
          ...actual,
        },
      );
    assert.deepEqual(problems(json, { body: '{"a":[{"b":"x"},{"z":1}]}' }), []);
    assert.deepEqual(problems(json, { status: 201 }), ["status 201, not 200"]);
    assert.deepEqual(problems(json, { headers: { "content-type": "text/plain" } }), [
      "content type text/plain, not application/json",
    ]);
    assert.deepEqual(problems(json, { body: '{"a":[{"b":"1"},{"b":1}]}' }), ["answer.a[1].b is number, not string"]);
    assert.equal(problems(lines, { body: '["a"]' }).length, 1);
    assert.equal(problems(lines, { body: '["a"]\n{}\n' }).length, 1);
  });
});
