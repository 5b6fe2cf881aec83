import assert from "node:assert/strict";
import { createSecureServer, createServer, type Http2Server } from "node:http2";
import type { AddressInfo } from "node:net";
import { parseSparkRemote } from "../../../src/spark-connect/spark-remote.ts";
import { SparkSession } from "../../../src/spark-connect/spark-session.ts";
import { createOwnCertificates } from "../../support/own-certificate.ts";

/** What a server of gRPC answers in its trailers. */
interface Status {
  readonly code: number;
  readonly message?: string;
}

const token = "secret-token-1234";

function ownCertificate() {
  const { certificate: cert, key } = createOwnCertificates("localhost").server;
  return { cert, key };
}

suite("a failure of Spark", () => {
  let server: Http2Server | undefined;

  teardown(() => new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve())));

  /** Starts a server that answers every call with a status, which may depend on the token. */
  async function answering(
    status: (authorization: string | undefined) => Status,
    certificate?: { readonly key: string; readonly cert: string },
  ): Promise<string> {
    server = certificate ? createSecureServer(certificate) : createServer();
    server.on("stream", (stream, headers) => {
      const { code, message = "" } = status(headers.authorization);
      stream.respond(
        {
          ":status": 200,
          "content-type": "application/grpc",
          "grpc-status": String(code),
          "grpc-message": encodeURIComponent(message),
        },
        { endStream: true },
      );
    });
    await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
    return `localhost:${(server.address() as AddressInfo).port}`;
  }

  async function failureOf(remote: string, ownToken?: string): Promise<Record<string, unknown> & Error> {
    const session = new SparkSession(parseSparkRemote(remote, ownToken));
    const error: unknown = await session.query("SELECT 'row of somebody'").then(
      () => undefined,
      (failure: unknown) => failure,
    );
    await session.close();
    assert.ok(error instanceof Error);
    for (const text of [
      error.message,
      String(error.stack),
      JSON.stringify(error),
      String(error.cause),
      JSON.stringify(error.cause),
    ]) {
      assert.ok(!text.includes(token), "the token is in no part of the error");
    }
    return error as Record<string, unknown> & Error;
  }

  test("says where no cluster answers, and that the call may be sent again", async () => {
    const address = await answering(() => ({ code: 0 }));
    await new Promise<void>((resolve) => server?.close(() => resolve()));
    server = undefined;
    const error = await failureOf(`sc://${address}`, token);
    assert.match(error.message, new RegExp(`Spark does not answer at ${address}.*workforce\\.spark\\.remote`));
    assert.equal(error.mayRetry, true);
  });

  test("says that a token is wrong or missing, with the way to set it", async () => {
    const address = await answering((authorization) => ({ code: authorization === `Bearer ${token}` ? 13 : 16 }));
    for (const wrong of [undefined, "another"]) {
      const error = await failureOf(`sc://${address}`, wrong);
      assert.match(error.message, /refused the token, or asks for one. Set it with "Workforce: Set Spark Token..."/);
      assert.equal(error.mayRetry, false);
    }
    assert.equal((await failureOf(`sc://${address}`, token)).kind, "statement");
  });

  test("says that a certificate is not trusted", async () => {
    const address = await answering(() => ({ code: 0 }), ownCertificate());
    const error = await failureOf(`sc://${address}/;use_ssl=true`, token);
    assert.match(error.message, /certificate of Spark at .* is not trusted \(.*\).*NODE_EXTRA_CA_CERTS/);
    assert.equal(error.kind, "certificate");
  });

  test("has Spark's class and the place in the statement, without statement and plan", async () => {
    const cases: readonly (readonly [string, string, string])[] = [
      [
        "[PARSE_SYNTAX_ERROR] Syntax error at or near 'FORM'.(line 2, pos 9)\n\n== SQL ==\nSELECT 1\n",
        "line 2, column 10: [PARSE_SYNTAX_ERROR] Syntax error at or near 'FORM'.",
        "PARSE_SYNTAX_ERROR",
      ],
      [
        "[UNRESOLVED_COLUMN.WITH_SUGGESTION] A column with name `x` cannot be resolved. Did you mean one of the following? [`id`].; line 1 pos 7;\n'Project ['x]\n+- Range",
        "line 1, column 8: [UNRESOLVED_COLUMN.WITH_SUGGESTION] A column with name `x` cannot be resolved. Did you mean one of the following? [`id`].",
        "UNRESOLVED_COLUMN.WITH_SUGGESTION",
      ],
      [
        "[CAST_INVALID_INPUT] The value 'row of somebody' of the type \"STRING\" cannot be cast",
        "[CAST_INVALID_INPUT] The value '...' of the type '...' cannot be cast",
        "CAST_INVALID_INPUT",
      ],
    ];
    let message = "";
    const address = await answering(() => ({ code: 13, message }));
    for (const [answer, text, condition] of cases) {
      message = answer;
      const error = await failureOf(`sc://${address}`);
      assert.equal(error.message, text);
      assert.equal(error.condition, condition);
    }
    message = "Job aborted due to stage failure: task failed at 'row of somebody'";
    assert.doesNotMatch((await failureOf(`sc://${address}`)).message, /somebody/);
    message = "[INVALID_HANDLE.SESSION_CLOSED] The handle is invalid.";
    assert.equal((await failureOf(`sc://${address}`)).kind, "sessionLost");
  });
});
