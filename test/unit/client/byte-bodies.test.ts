import assert from "node:assert/strict";
import {
  InvalidArgumentsError,
  NetworkError,
  StatusError,
  TimeoutError,
} from "../../../src/client/interface/errors.ts";
import type { FilePart } from "../../../src/contract/file-part.ts";
import { reopenable } from "../../support/reopenable.ts";
import { countedSource, endless, fileOf, pieces } from "./byte-sources.ts";
import { rejectionOf } from "./client-fixture.ts";
import { withUploadClient } from "./upload-client.ts";
import { type UploadRequest, withUploadServer } from "./upload-server.ts";

async function store({ read, response }: UploadRequest): Promise<void> {
  await read();
  response.setHeader("content-type", "application/json");
  response.end("{}");
}

/** Fails a test in which something arrives. */
const refuseAll = () => assert.fail("A request arrived.");

suite("bodies in bytes", () => {
  test("a file of known size is sent with its length, of unknown size in chunks", async () => {
    await withUploadServer(store, async (server) => {
      await withUploadClient(server.url, async ({ client }) => {
        await client.sendFile({ body: { file: fileOf("a.csv", "ID\n") } });
        await client.sendFile({ body: { file: { filename: "a.csv", open: () => pieces("ID\n") } } });
      });
      const [known, unknown] = server.seen;
      assert.equal(known?.headers["content-length"], String(known?.body?.length));
      assert.equal(unknown?.headers["content-length"], undefined);
      assert.equal(unknown?.headers["transfer-encoding"], "chunked");
      assert.match(known?.headers["content-type"] ?? "", /^multipart\/form-data; boundary=----workforce8/);
    });
  });

  test("many megabytes pass without being held in memory", async () => {
    const piece = Buffer.alloc(64 * 1024, "x");
    let open = 0;
    let most = 0;
    let received = 0;
    const source = async function* () {
      for (let sent = 0; sent < 512; sent++) {
        open += piece.length;
        most = Math.max(most, open - received);
        yield piece;
      }
    };
    await withUploadServer(
      async (request) => {
        await request.readPieces((bytes) => {
          received += bytes;
        });
        request.response.setHeader("content-type", "application/json");
        request.response.end("{}");
      },
      async (server) => {
        await withUploadClient(server.url, async ({ client }) => {
          await client.store({ body: reopenable({ size: 512 * piece.length, open: source }) });
        });
        assert.equal(received, 512 * piece.length);
        // What the operating system holds for a socket is part of it.
        assert.ok(most < 16 * 1024 * 1024, `${most} bytes were under way`);
      },
    );
  });

  test("an idempotent call is repeated with its bytes opened again, and not when they can be read only once", async () => {
    await withUploadServer(
      async (request, count) => {
        await request.read();
        if (count === 1 || count === 3) {
          request.response.writeHead(503).end();
          return;
        }
        request.response.setHeader("content-type", "application/json");
        request.response.end("{}");
      },
      async (server) => {
        await withUploadClient(server.url, async ({ client, clock }) => {
          const stored = client.store({ body: reopenable({ size: 2, open: () => pieces("PK") }) });
          await clock.untilAsleep(225);
          clock.advance(225);
          await stored;
          const error = await rejectionOf(client.store({ body: pieces("PK") }));
          assert.ok(error instanceof StatusError);
        });
        assert.deepEqual(
          server.seen.map(({ body }) => body),
          ["PK", "PK", "PK"],
        );
      },
    );
  });

  test("a refusal in the middle of the body ends the sending", async () => {
    const source = countedSource(() => endless(Buffer.alloc(64 * 1024)));
    await withUploadServer(
      ({ response }) => response.writeHead(413, { "content-type": "application/json" }).end('{"message":"large"}'),
      async (server) => {
        await withUploadClient(server.url, async ({ client }) => {
          const error = await rejectionOf(client.store({ body: reopenable(source) }));
          assert.ok(error instanceof StatusError, String(error));
          assert.deepEqual([error.status, error.serverMessage], [413, "large"]);
          await server.clientLeft;
        });
        await source.hasEnded;
        assert.equal(source.opened, 1);
      },
    );
  });

  test("an abort in the middle of the body reaches server and source", async () => {
    const controller = new AbortController();
    const source = countedSource(() => endless(Buffer.alloc(64 * 1024)));
    await withUploadServer(
      (request) => {
        request.read().catch(() => undefined);
        controller.abort();
      },
      async (server) => {
        await withUploadClient(server.url, async ({ client, clock }) => {
          const options = { signal: controller.signal };
          const call = client.store({ body: reopenable(source) }, options);
          assert.equal(await rejectionOf(call), controller.signal.reason);
          await server.clientLeft;
          await source.hasEnded;
          assert.equal(clock.sleeperCount, 0);
        });
      },
    );
  });

  test("the wait for an answer begins when the last piece was handed over", async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let isHeld: () => void = () => undefined;
    const wasHeld = new Promise<void>((resolve) => {
      isHeld = resolve;
    });
    let isRead: () => void = () => undefined;
    const wasRead = new Promise<void>((resolve) => {
      isRead = resolve;
    });
    const slow = async function* () {
      yield Buffer.from("a");
      isHeld();
      await held;
      yield Buffer.from("b");
    };
    await withUploadServer(
      async (request) => {
        await request.read();
        isRead();
      },
      async (server) => {
        await withUploadClient(server.url, async ({ client, clock }) => {
          const call = rejectionOf(client.store({ body: slow() }, { timeoutMs: 5000 }));
          await wasHeld;
          // A file that gives nothing for long is not a server that is silent.
          clock.advance(50_000);
          await clock.untilAsleep(5000);
          release();
          await wasRead;
          clock.advance(5000);
          const error = await call;
          assert.ok(error instanceof TimeoutError, String(error));
          assert.equal(error.phase, "headers");
        });
      },
    );
  });

  test("a source that cannot be read ends the call with its cause, and is not tried again", async () => {
    const cause = Object.assign(new Error("EACCES: /home/ada/pay.csv"), { code: "EACCES" });
    const source = countedSource(async function* () {
      yield Buffer.from("a");
      throw cause;
    });
    await withUploadServer(
      (request) => void request.read().catch(() => undefined),
      async (server) => {
        await withUploadClient(server.url, async ({ client }) => {
          const error = await rejectionOf(client.store({ body: reopenable(source) }));
          assert.ok(error instanceof InvalidArgumentsError, String(error));
          assert.equal(
            error.message,
            "Not sent, because body could not be read (EACCES); check that the file is still there and may be read.",
          );
          assert.equal(error.cause, cause);
          await server.clientLeft;
        });
        assert.equal(source.opened, 1);
      },
    );
  });

  test("a source that cannot even be opened does the same", async () => {
    await withUploadServer(
      (request) => void request.read().catch(() => undefined),
      async (server) => {
        await withUploadClient(server.url, async ({ client }) => {
          const open = () => {
            throw new Error("closed");
          };
          for (const call of [
            client.store({ body: reopenable({ open }) }),
            client.sendFile({ body: { file: { filename: "a.csv", open } } }),
          ]) {
            const error = await rejectionOf(call);
            assert.ok(error instanceof InvalidArgumentsError, String(error));
            assert.match(error.message, /could not be read; check/);
          }
        });
      },
    );
  });

  test("a file that is longer or shorter than was said ends the call", async () => {
    for (const size of [2, 4]) {
      await withUploadServer(
        (request) => void request.read().catch(() => undefined),
        async (server) => {
          await withUploadClient(server.url, async ({ client }) => {
            const file: FilePart = { filename: "a.csv", size, open: () => pieces("abc") };
            const error = await rejectionOf(client.sendFile({ body: { file } }));
            assert.ok(error instanceof InvalidArgumentsError, String(error));
            assert.match(
              error.message,
              new RegExp(`body\\.file changed while it was sent and no longer has ${size} bytes`),
            );
          });
        },
      );
    }
  });

  test("a connection that breaks is the network's failure", async () => {
    await withUploadServer(
      ({ response }) => response.destroy(),
      async (server) => {
        await withUploadClient(server.url, async ({ client }) => {
          const error = await rejectionOf(client.store({ body: endless(Buffer.alloc(1024)) }));
          assert.ok(error instanceof NetworkError, String(error));
        });
      },
    );
  });

  test("a GET carries its body, and its connection serves the next call", async () => {
    await withUploadServer(store, async (server) => {
      await withUploadClient(server.url, async ({ client }) => {
        await client.find({ body: { name: "Zoë" } });
        await client.find({ body: { name: "Ada" } });
      });
      const [first, second] = server.seen;
      assert.deepEqual([first?.method, first?.url, first?.body], ["GET", "/find", '{"name":"Zoë"}']);
      assert.equal(first?.headers["content-length"], "15");
      assert.equal(second?.body, '{"name":"Ada"}');
      assert.equal(server.connectionCount, 1);
    });
  });
});

suite("limits", () => {
  const messageOf = async (call: Promise<unknown>) => {
    const error = await rejectionOf(call);
    assert.ok(error instanceof InvalidArgumentsError, String(error));
    return error.message;
  };

  test("a body that is known to be too large is not sent, and the message says what to do", async () => {
    await withUploadServer(refuseAll, async (server) => {
      await withUploadClient(server.url, async ({ client }) => {
        const large = "x".repeat(1001);
        assert.equal(
          await messageOf(client.upload({ body: reopenable({ size: 1001, open: () => pieces(large) }) })),
          "Not sent, because body is larger than the limit of 1,000 bytes; split the file and send each part in a separate request.",
        );
        assert.equal(
          await messageOf(client.sendFile({ body: { file: fileOf("a.csv", large) } })),
          "Not sent, because body.file is larger than the limit of 1,000 bytes; split the file and send each part in a separate request.",
        );
        assert.equal(
          await messageOf(client.sendRows({ body: [["a"], [large]] })),
          "Not sent, because body is larger than the limit of 1,000 bytes; send the rows in smaller batches, each with the header row.",
        );
        assert.equal(
          await messageOf(client.sendRows({ body: [["a"], [1], [2], [3], [4]] })),
          "Not sent, because body has more than the limit of 3 rows; send the rows in smaller batches, each with the header row.",
        );
      });
    });
  });

  test("a body at its limit is sent", async () => {
    await withUploadServer(store, async (server) => {
      await withUploadClient(server.url, async ({ client }) => {
        await client.upload({ body: reopenable({ size: 1000, open: () => pieces("x".repeat(1000)) }) });
        await client.upload({ body: pieces("x".repeat(400), "x".repeat(600)) });
        await client.sendFile({ body: { file: fileOf("a.csv", "x".repeat(1000)) } });
        await client.sendRows({ body: [["a"], [1], [2], [3]] });
        // `[["é…"]]` with its four brackets and two quotes.
        await client.sendRows({ body: [["é".repeat(497)]] });
      });
      assert.equal(server.seen.length, 5);
    });
  });

  test("a body of unknown size ends with the same error before the limit is passed", async () => {
    let received = 0;
    await withUploadServer(
      (request) =>
        void request
          .readPieces((bytes) => {
            received += bytes;
          })
          .catch(() => undefined),
      async (server) => {
        await withUploadClient(server.url, async ({ client }) => {
          assert.match(
            await messageOf(client.upload({ body: endless(Buffer.alloc(300)) })),
            /body is larger than the limit of 1,000 bytes/,
          );
          const file = { filename: "a.csv", open: () => endless(Buffer.alloc(300)) };
          assert.match(
            await messageOf(client.sendFile({ body: { file } })),
            /body\.file is larger than the limit of 1,000 bytes/,
          );
        });
      },
    );
    assert.ok(received <= 2000 + 300, `${received} bytes`);
  });

  test("what is no file and no bytes is refused by its field", async () => {
    await withUploadServer(refuseAll, async (server) => {
      await withUploadClient(server.url, async ({ client }) => {
        const file = (part: object) => ({ body: { file: part as FilePart } });
        const open = () => pieces("x");
        assert.match(await messageOf(client.sendFile(file({ filename: "a.csv" }))), /body\.file must be a file/);
        assert.match(
          await messageOf(client.sendFile(file({ filename: "../a.csv", open }))),
          /filename without folders/,
        );
        assert.match(
          await messageOf(client.sendFile(file({ filename: "a", contentType: "text/csv\r\nX: 1", open }))),
          /content type that a header cannot carry/,
        );
        assert.match(
          await messageOf(client.sendFile(file({ filename: "a", size: -1, open }))),
          /not a number of bytes/,
        );
        const missing: unknown = {};
        assert.match(await messageOf(client.sendFile({ body: missing as { file: FilePart } })), /required.*file/);
        const text: unknown = "bytes";
        assert.match(await messageOf(client.upload({ body: text as AsyncIterable<Uint8Array> })), /body must be bytes/);
      });
    });
  });
});
