import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { systemClock } from "../../../../src/base/clock.ts";
import { createClient, type Session } from "../../../../src/client/call/client.ts";
import { contract } from "../../../../src/contract/contract.ts";
import { ChosenFiles } from "../../../../src/features/operations/chosen-files.ts";
import { formOf } from "../../../../src/features/operations/form-model.ts";
import { callOperation } from "../../../../src/features/operations/operation-call.ts";
import type { CallProgress, CallRequest } from "../../../../src/protocol/operations-view.ts";
import { silentLogger } from "../../../support/silent-logger.ts";

const megabyte = 1024 * 1024;

suite("a transfer of the page of an operation", () => {
  /** Runs a call against a plain HTTP server; what the test gives `answer` decides how it goes. */
  const addCall = async (
    operation: "downloadReport" | "uploadIntakeFile",
    answer: (message: IncomingMessage, response: ServerResponse) => void,
    test: (world: {
      readonly folder: string;
      readonly files: ChosenFiles;
      readonly shownText: readonly CallProgress[];
      call(request: CallRequest, signal: AbortSignal, onProgress?: () => void): ReturnType<typeof callOperation>;
    }) => Promise<void>,
  ) => {
    const folder = await mkdtemp(path.join(tmpdir(), "page-transfers-"));
    const server = createServer((message, response) => {
      if (message.url?.endsWith("serviceSecureToken")) {
        message.resume();
        response.end("token-1");
      } else {
        answer(message, response);
      }
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const client = createClient({
      contract,
      connection: {
        baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        apiKey: "key",
        credentials: async () => ({ username: "ada", password: "pass" }),
      },
      gate: async () => "allowed",
      logger: silentLogger,
    });
    const files = new ChosenFiles();
    const shownText: CallProgress[] = [];
    const call = (request: CallRequest, signal: AbortSignal, onProgress?: () => void) =>
      callOperation(request, {
        form: formOf(operation, contract[operation]),
        clock: systemClock,
        files,
        session: async () => ({ client }) as unknown as Session,
        file: path.join(folder, "answer.csv"),
        showRows: async () => assert.fail("no rows were wanted"),
        onProgress: (progress) => {
          shownText.push(progress);
          onProgress?.();
        },
        signal,
      });
    try {
      await test({ folder, files, shownText, call });
    } finally {
      client.dispose();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await rm(folder, { recursive: true, force: true });
    }
  };
  const download: CallRequest = { values: { path: { reportId: "r1" } }, accept: "text/csv", delivery: "file" };

  test("into a file says where it was written, and how much of it is there on the way", async () => {
    const bytes = 4 * megabyte;
    await addCall(
      "downloadReport",
      (_, response) => {
        response.writeHead(200, { "content-type": "text/csv", "content-length": String(bytes) });
        response.end(Buffer.alloc(bytes, "1\n"));
      },
      async ({ folder, shownText, call }) => {
        const { outcome } = await call(download, new AbortController().signal);
        assert.ok(outcome.kind === "saved", JSON.stringify(outcome));
        assert.deepEqual([outcome.name, outcome.metadata.bytes], [path.join(folder, "answer.csv"), bytes]);
        const last = shownText.at(-1);
        assert.deepEqual([last?.receivedBytes, last?.totalReceivedBytes], [bytes, bytes]);
      },
    );
  });

  test("into a file leaves no half of it when it is cancelled, and the service stops sending", async () => {
    let closed: Promise<unknown> = Promise.resolve();
    await addCall(
      "downloadReport",
      (_, response) => {
        closed = once(response, "close");
        response.writeHead(200, { "content-type": "text/csv" });
        const more = () => {
          while (!response.destroyed && response.write(Buffer.alloc(64 * 1024, "1\n")));
          response.once("drain", more);
        };
        more();
      },
      async ({ folder, shownText, call }) => {
        const controller = new AbortController();
        const { outcome } = await call(download, controller.signal, () => {
          if ((shownText.at(-1)?.receivedBytes ?? 0) > megabyte) {
            controller.abort();
          }
        });
        assert.deepEqual(outcome, { kind: "cancelled" });
        assert.deepEqual(await readdir(folder), []);
        await closed;
      },
    );
  });

  test("of a file that is sent says how much of it went and how fast, and can be cancelled", async () => {
    const bytes = 64 * megabyte;
    let received = 0;
    let closed: Promise<unknown> = Promise.resolve();
    await addCall(
      "uploadIntakeFile",
      (message) => {
        closed = new Promise((resolve) => message.on("error", () => undefined).on("close", resolve));
        message.on("data", (piece: Buffer) => {
          received += piece.length;
        });
      },
      async ({ folder, files, shownText, call }) => {
        const file = path.join(folder, "people.csv");
        await writeFile(file, Buffer.alloc(bytes, "1\n"));
        const controller = new AbortController();
        const values = {
          path: { draftId: "prod", transactionId: "dt-1", objectName: "Employee" },
          body: { file: await files.add(file) },
        } as unknown as CallRequest["values"];
        const request: CallRequest = { values, accept: "application/json", delivery: "show" };
        const { outcome } = await call(request, controller.signal, () => {
          if (received > 0 && (shownText.at(-1)?.bytesPerSecond ?? 0) > 0) {
            controller.abort();
          }
        });
        assert.deepEqual(outcome, { kind: "cancelled" });
        const { sentBytes = 0, totalSentBytes = 0 } = shownText.at(-1) ?? {};
        assert.ok(sentBytes > 0 && totalSentBytes > bytes && totalSentBytes < bytes + 1000, `${sentBytes}`);
        await closed;
        assert.ok(received > 0);
      },
    );
  });
});
