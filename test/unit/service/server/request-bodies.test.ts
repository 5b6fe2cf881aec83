import assert from "node:assert/strict";
import { type FastifyInstance, fastify } from "fastify";
import { contract } from "../../../../src/contract/contract.ts";
import type { FilePart } from "../../../../src/contract/file-part.ts";
import type { OperationDefinition } from "../../../../src/contract/operation.ts";
import { HttpError } from "../../../../src/service/call/call.ts";
import { addStreamedBodies, readMultipart, receiveBytes } from "../../../../src/service/server/request-bodies.ts";

const limit = { value: 200_000, text: "200,000 bytes" };

/** The row of an operation with a limit that a test can send more than: those of the contract are of megabytes and gigabytes. */
const limited = (row: OperationDefinition): OperationDefinition => ({ ...row, limits: { bytes: limit } });

/** Bodies that do not say how long they are, so that the service finds out as it reads them. */
suite("bodies as they are read", () => {
  let app: FastifyInstance;
  let url: string;
  setup(async () => {
    app = fastify();
    await addStreamedBodies(app);
    app.setErrorHandler(async (error, _request, reply) =>
      error instanceof HttpError
        ? reply.code(error.status).send({ code: error.code, message: error.message })
        : reply.code(500).send({}),
    );
    const form = limited(contract.transferFileBatch);
    app.put("/form", { preHandler: (request) => readMultipart(request, form) }, async ({ body }) =>
      count((body as { file: FilePart }).file.open()),
    );
    await app.register(async (scope) => {
      receiveBytes(scope, limited(contract.uploadDataFile));
      scope.put("/bytes", async ({ body }) => count(body as AsyncIterable<Uint8Array>));
    });
    url = await app.listen({ port: 0, host: "127.0.0.1" });
  });
  teardown(() => app.close());

  async function count(pieces: AsyncIterable<Uint8Array>): Promise<{ bytes: number }> {
    let bytes = 0;
    for await (const piece of pieces) {
      bytes += piece.length;
    }
    return { bytes };
  }
  const send = async (path: string, type: string, pieces: readonly string[]) => {
    const body = new ReadableStream({
      start(controller) {
        for (const piece of pieces) {
          controller.enqueue(Buffer.from(piece));
        }
        controller.close();
      },
    });
    const headers = { "content-type": type };
    const answer = await fetch(url + path, { method: "PUT", headers, body, duplex: "half" } as RequestInit);
    return [answer.status, await answer.json()];
  };
  const sendForm = (bytes: number, end = "\r\n--B--\r\n") => {
    const head = '--B\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n';
    return send("/form", "multipart/form-data; boundary=B", [head, "x".repeat(bytes), end]);
  };
  const refusedAs = (what: string, [status, answer]: readonly unknown[]) => {
    const { code, message } = answer as { code: string; message: string };
    assert.deepEqual([status, code], [413, "BODY_TOO_LARGE"]);
    assert.match(message, new RegExp(`^The ${what} is larger than the limit of 200,000 bytes; .*split`));
  };

  test("may have as many bytes as the operation takes, and not one more", async () => {
    const sendBytes = (bytes: number) => send("/bytes", "text/csv", ["x".repeat(bytes)]);
    assert.deepEqual(await sendBytes(limit.value), [200, { bytes: limit.value }]);
    refusedAs("body", await sendBytes(limit.value + 1));
  });

  test("of forms may have a file of as many bytes, and not one more", async () => {
    assert.deepEqual(await sendForm(limit.value), [200, { bytes: limit.value }]);
    refusedAs("file", await sendForm(limit.value + 1));
  });

  test("of forms are refused where their file does not come to its end", async () => {
    const [status, answer] = await sendForm(1000, "");
    assert.deepEqual([status, (answer as { code: string }).code], [400, "REQUEST_MALFORMED"]);
  });
});
