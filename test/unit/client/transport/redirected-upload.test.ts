import assert from "node:assert/strict";
import { NetworkError, StatusError } from "../../../../src/client/interface/errors.ts";
import { createRedirectedRequest } from "../../../../src/client/transport/redirected-upload.ts";
import { reopenable } from "../../../support/reopenable.ts";
import { countedSource, pieces } from "../byte-sources.ts";
import { rejectionOf, secrets } from "../client-fixture.ts";
import { withUploadClient } from "../upload-client.ts";
import { type UploadRequest, withTcpServer, withUploadServer } from "../upload-server.ts";

const countedSourceOf = (text: string) => countedSource(() => pieces(text));
const file = (text: string) => ({ size: text.length, open: countedSourceOf(text).open });

async function store({ read, response }: UploadRequest): Promise<void> {
  await read();
  response.setHeader("content-type", "application/json");
  response.end("{}");
}

const redirect = ({ response }: UploadRequest, location: string, status = 307) =>
  response.writeHead(status, { location }).end();

suite("redirected uploads", () => {
  test("send nothing of the body before the service says 100 Continue", async () => {
    const source = countedSourceOf("ID\n1\n");
    let openedBefore: number | undefined;
    await withUploadServer(
      async (request) => {
        openedBefore = source.opened;
        await store(request);
      },
      async (server) => {
        await withUploadClient(server.url, async ({ client }) => {
          await client.upload({ body: reopenable({ size: 5, open: source.open }) });
        });
        const [request] = server.seen;
        assert.equal(openedBefore, 0);
        assert.equal(request?.body, "ID\n1\n");
        assert.deepEqual(
          [request?.headers.expect, request?.headers["content-length"], request?.headers["content-type"]],
          ["100-continue", "5", "application/octet-stream"],
        );
        assert.equal(request?.headers.cookie, "ServiceASIDToken=asid-1");
      },
    );
  });

  test("send the body after a while to a server that never says 100 Continue", async () => {
    await withTcpServer(
      (socket) => {
        let text = "";
        socket.on("data", (chunk) => {
          text += chunk.toString("latin1");
          if (text.endsWith("late")) {
            socket.write("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}");
          }
        });
      },
      async (url) => {
        await withUploadClient(url, async ({ client, clock }) => {
          const answer = client.uploadOpen({ body: reopenable(file("late")) });
          await clock.untilAsleep(2000);
          clock.advance(2000);
          assert.deepEqual(await answer, {});
        });
      },
    );
  });

  test("read no byte when the service refuses before the body", async () => {
    const source = countedSourceOf("ID\n");
    await withUploadServer(
      ({ response }) => response.writeHead(403, { "content-type": "application/json" }).end('{"message":"full"}'),
      async ({ url }) => {
        await withUploadClient(url, async ({ client }) => {
          const error = await rejectionOf(client.upload({ body: reopenable(source) }));
          assert.ok(error instanceof StatusError);
          assert.deepEqual([error.status, error.serverMessage], [403, "full"]);
          assert.equal(source.opened, 0);
        });
      },
    );
  });

  for (const status of [302, 303, 307, 308]) {
    test(`follow a ${status} before the body with method and body, and no credential to another host`, async () => {
      const source = countedSourceOf("ID\n1\n");
      await withUploadServer(store, async (target) => {
        await withUploadServer(
          (request) => redirect(request, `${target.url}/up/load?signature=s`, status),
          async (service) => {
            await withUploadClient(service.url, async ({ client }) => {
              await client.upload({ body: reopenable({ size: 5, open: source.open }) });
            });
            const [first] = service.seen;
            const [second] = target.seen;
            assert.deepEqual(
              [first?.headers.apikey, first?.headers.cookie],
              [secrets.apiKey, "ServiceASIDToken=asid-1"],
            );
            assert.deepEqual([second?.method, second?.url, second?.body], ["PUT", "/up/load?signature=s", "ID\n1\n"]);
            assert.deepEqual([second?.headers.apikey, second?.headers.cookie], [undefined, undefined]);
            assert.deepEqual(
              [second?.headers["content-type"], second?.headers["content-length"]],
              ["application/octet-stream", "5"],
            );
            assert.equal(source.opened, 1);
          },
        );
      });
    });
  }

  test("keep the credential on the way to another path of the same host, and not after a detour", async () => {
    const urls: string[] = [];
    await withUploadServer(
      (request) => redirect(request, `${urls[0]}/back`),
      async (other) => {
        await withUploadServer(
          (request) => {
            switch (request.url) {
              case "/upload":
                redirect(request, "/second?part=1");
                return;
              case "/second?part=1":
                redirect(request, `${other.url}/away`);
                return;
              default:
                void store(request);
            }
          },
          async (service) => {
            urls.push(service.url);
            await withUploadClient(service.url, async ({ client }) => {
              await client.upload({ body: pieces("once") });
            });
            assert.deepEqual(
              service.seen.map(({ url, headers }) => [url, headers.apikey]),
              [
                ["/upload", secrets.apiKey],
                ["/second?part=1", secrets.apiKey],
                ["/back", undefined],
              ],
            );
            assert.equal(service.seen[2]?.body, "once");
          },
        );
      },
    );
  });

  test("open the body again when the redirect comes after it was sent", async () => {
    const source = file("ID\n");
    await withUploadServer(
      async (request, count) => {
        if (count > 1) {
          await store(request);
          return;
        }
        await request.read();
        redirect(request, "/again");
      },
      async (server) => {
        await withUploadClient(server.url, async ({ client }) => {
          await client.upload({ body: reopenable(source) });
        });
        assert.deepEqual(
          server.seen.map(({ body }) => body),
          ["ID\n", "ID\n"],
        );
      },
    );
  });

  test("say that bytes which were read once cannot follow", async () => {
    await withUploadServer(
      async (request) => {
        await request.read();
        redirect(request, "/again");
      },
      async (server) => {
        await withUploadClient(server.url, async ({ client }) => {
          const error = await rejectionOf(client.upload({ body: pieces("ID\n") }));
          assert.ok(error instanceof NetworkError);
          assert.match(
            error.message,
            /redirected the upload after its bytes were read.*Give the upload a file to open/,
          );
          assert.equal(error.isTransient, false);
          assert.equal(server.seen.length, 1);
        });
      },
    );
  });

  test("follow five redirects and not six", async () => {
    for (const redirectCount of [5, 6]) {
      await withUploadServer(
        (request, count) => (count <= redirectCount ? redirect(request, `/hop-${count}`) : void store(request)),
        async (server) => {
          await withUploadClient(server.url, async ({ client }) => {
            const outcome = await client.upload({ body: pieces("x") }).catch((error: unknown) => error);
            if (redirectCount === 5) {
              assert.deepEqual(outcome, {});
            } else {
              assert.ok(outcome instanceof NetworkError);
              assert.match(outcome.message, /more than 5 times/);
            }
            assert.equal(server.seen.length, 6);
          });
        },
      );
    }
  });

  test("follow to web addresses only, and show no more of one than its host", async () => {
    for (const location of ["ftp://files.example.test/?secret=1", "http://"]) {
      await withUploadServer(
        (request) => redirect(request, location),
        async ({ url, host }) => {
          await withUploadClient(url, async ({ client }) => {
            const error = await rejectionOf(client.upload({ body: pieces("x") }));
            assert.ok(error instanceof NetworkError);
            assert.equal(error.host, host);
            assert.match(error.message, /invalid web address/);
            assert.doesNotMatch(error.message, /secret/);
          });
        },
      );
    }
  });

  test("never leave an encrypted address for one that is not", () => {
    const hop = {
      method: "PUT",
      url: "https://a.test/x",
      headers: { apikey: "key", Expect: "100-continue" },
      body: "",
    };
    assert.throws(
      () => createRedirectedRequest(hop, "http://a.test/x?secret=1", 0, "upload"),
      /a\.test without encryption/,
    );
    assert.deepEqual(createRedirectedRequest(hop, "/y", 0, "upload"), { ...hop, url: "https://a.test/y" });
    // Another port is another server.
    assert.deepEqual(createRedirectedRequest(hop, "https://a.test:8443/x", 0, "upload").headers, {
      Expect: "100-continue",
    });
  });

  test("ask without Expect a server that cannot meet the expectation", async () => {
    await withUploadServer(
      (request) => {
        if (request.headers.expect) {
          request.response.writeHead(417).end();
          return;
        }
        void store(request);
      },
      async (server) => {
        await withUploadClient(server.url, async ({ client }) => {
          await client.upload({ body: pieces("x") });
        });
        assert.equal(server.seen[1]?.body, "x");
      },
    );
  });

  test("sign in again when the token was refused before the body, whatever the body is", async () => {
    await withUploadServer(
      (request, count) => (count === 1 ? void request.response.writeHead(401).end() : void store(request)),
      async (server) => {
        await withUploadClient(server.url, async ({ client }) => {
          await client.upload({ body: pieces("once") });
        });
        assert.deepEqual(
          server.seen.map(({ headers, body }) => [headers.cookie, body]),
          [
            ["ServiceASIDToken=asid-1", undefined],
            ["ServiceASIDToken=asid-2", "once"],
          ],
        );
      },
    );
  });

  test("name the host that broke, not the one that was asked first", async () => {
    await withTcpServer(
      (socket) => socket.destroy(),
      async (broken) => {
        await withUploadServer(
          (request) => redirect(request, `${broken}/x?signature=s`),
          async (server) => {
            await withUploadClient(server.url, async ({ client }) => {
              const error = await rejectionOf(client.upload({ body: pieces("x") }));
              assert.ok(error instanceof NetworkError);
              assert.equal(error.host, new URL(broken).host);
              assert.doesNotMatch(error.message, /signature/);
            });
          },
        );
      },
    );
  });

  test("end with the reason of an abort while 100 Continue is awaited", async () => {
    const controller = new AbortController();
    await withUploadServer(
      () => controller.abort(),
      async ({ url, clientLeft }) => {
        await withUploadClient(url, async ({ client, clock }) => {
          const error = await rejectionOf(client.upload({ body: pieces("x") }, { signal: controller.signal }));
          assert.equal(error, controller.signal.reason);
          await clientLeft;
          assert.equal(clock.sleeperCount, 0);
        });
      },
    );
  });
});
