import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { createClient } from "../../../src/client/call/client.ts";
import {
  ApiError,
  InvalidArgumentsError,
  MalformedError,
  NetworkError,
  StatusError,
} from "../../../src/client/interface/errors.ts";
import { toNetworkError } from "../../../src/client/transport/network-failure.ts";
import { contract } from "../../../src/contract/contract.ts";
import { silentLogger } from "../../support/silent-logger.ts";
import { rejectionOf, secrets, textOf, withServer } from "./client-fixture.ts";
import { closedPort, sendJson, sendText } from "./local-server.ts";

function clientOf(baseUrl: string) {
  return createClient({
    contract,
    connection: { baseUrl, apiKey: "k", credentials: async () => ({ username: "u", password: "p" }) },
    gate: async () => "allowed",
    logger: silentLogger,
    retry: { attempts: 1 },
  });
}

suite("failures of a call", () => {
  test("a failed status gives the server's message, code and reference", async () => {
    const body = { localizedMessage: "Falscher Name", code: "NAME", message: "Bad name", rci: "r-1", userError: true };
    await withServer({ answer: (_, response) => sendJson(response, body, 400) }, async ({ client }) => {
      const error = await rejectionOf(client.querySqlLike({ body: { query: "q" } }, { accept: "text/csv" }));
      assert.ok(error instanceof StatusError && error instanceof ApiError);
      assert.equal(error.message, "Falscher Name.");
      assert.deepEqual(error.details, ["Operation: querySqlLike", "Status: 400", "Code: NAME", "RCI: r-1"]);
      assert.deepEqual(
        [error.kind, error.operation, error.status, error.code, error.serverMessage, error.rci, error.userError],
        ["status", "querySqlLike", 400, "NAME", "Falscher Name", "r-1", true],
      );
    });
  });

  test("an operation that the service does not offer is reported, and no other", async () => {
    const reported: string[] = [];
    const options = { onUnavailable: (operation: string) => reported.push(operation) };
    const answer: Parameters<typeof withServer>[0]["answer"] = ({ url }, response) =>
      sendJson(response, { message: "no" }, url.includes("projects") ? 400 : 501);
    await withServer({ answer, options }, async ({ client }) => {
      await rejectionOf(client.listReports({}));
      await rejectionOf(client.listProjects({}));
      assert.deepEqual(reported, ["listReports"]);
    });
  });

  test("the code may be called errorCode", async () => {
    const body = { errorCode: "GONE", message: "Too old" };
    await withServer({ answer: (_, response) => sendJson(response, body, 410) }, async ({ client }) => {
      const error = await rejectionOf(client.listReports({}));
      assert.ok(error instanceof StatusError);
      assert.deepEqual([error.code, error.serverMessage], ["GONE", "Too old"]);
    });
  });

  test("an error body that is no JSON is not shown", async () => {
    const page = "<html>Secret stack trace</html>";
    await withServer({ answer: (_, response) => sendText(response, page, 500, "text/html") }, async ({ client }) => {
      const error = await rejectionOf(client.createReport({ body: {} }));
      assert.ok(error instanceof StatusError);
      assert.equal(error.serverMessage, undefined);
      assert.doesNotMatch(error.message, /stack/);
    });
  });

  test("a server that repeats secrets does not get them into the error", async () => {
    await withServer(
      {
        answer: ({ headers }, response) =>
          sendJson(response, { message: `key ${headers.apikey} cookie ${headers.cookie}` }, 403),
      },
      async ({ client }) => {
        const error = await rejectionOf(client.listReports({}));
        assert.ok(error instanceof StatusError);
        assert.equal(error.serverMessage, "key *** cookie ServiceASIDToken=***");
        assert.equal(JSON.stringify(error).includes(secrets.apiKey), false);
      },
    );
  });

  test("an aggregate failure delivered with status 200 is a failure", async () => {
    const body = { error: { errorCode: "QUERY", message: "No such metric" } };
    await withServer({ answer: (_, response) => sendJson(response, body) }, async ({ client }) => {
      const error = await rejectionOf(client.queryAggregate({ body: { query: { timeIntervals: {} } } }));
      assert.ok(error instanceof StatusError);
      assert.deepEqual([error.status, error.code, error.serverMessage], [200, "QUERY", "No such metric"]);
    });
  });

  test("a redirect is not followed, so that the API key stays where it belongs", async () => {
    await withServer(
      {
        answer: (_, response) =>
          response.writeHead(302, { location: "https://login.example.test/x?code=secret" }).end(),
      },
      async ({ client, calls }) => {
        const error = await rejectionOf(client.listReports({}));
        assert.ok(error instanceof StatusError);
        assert.match(error.message, /redirects to login\.example\.test; set the connection's host/);
        assert.doesNotMatch(error.message, /secret/);
        assert.equal(calls().length, 1);
      },
    );
  });

  test("a missing path that is only assumed points to the deployment profile", async () => {
    await withServer({ answer: (_, response) => sendText(response, "no", 404) }, async ({ client }) => {
      assert.match(String(await rejectionOf(client.getReport({ path: { reportId: "7" } }))), /deployment profile/);
      assert.doesNotMatch(String(await rejectionOf(client.listReports({}))), /deployment profile/);
    });
  });

  test("a success that is no JSON, empty, of another shape or a web page is malformed", async () => {
    const bodies = ["{broken private", "", "[]", '{"tables":[{"objectName":7}]}'];
    for (const body of bodies) {
      await withServer({ answer: (_, response) => sendText(response, body) }, async ({ client }) => {
        const error = await rejectionOf(client.listTableSources({}));
        assert.ok(error instanceof MalformedError, body);
        assert.equal(error.operation, "listTableSources");
        assert.doesNotMatch(error.message, /private/);
      });
    }
    const answer = (_: unknown, response: Parameters<typeof sendText>[0]) =>
      sendText(response, "<html></html>", 200, "text/html");
    await withServer({ answer }, async ({ client }) => {
      const error = await rejectionOf(client.querySqlLike({ body: {} }, { accept: "application/jsonlines" }));
      assert.ok(error instanceof MalformedError);
    });
  });

  test("a null stands for a field that is not there", async () => {
    const body = { reports: [{ id: "7", title: null }], next: null };
    await withServer({ answer: (_, response) => sendJson(response, body) }, async ({ client }) => {
      assert.deepEqual(await client.listReports({}), { reports: [{ id: "7" }] });
    });
  });

  test("a refused connection names the host and what to do", async () => {
    const port = await closedPort();
    const client = clientOf(`http://127.0.0.1:${port}`);
    const error = await rejectionOf(client.getDataOutConnectorVersion());
    assert.ok(error instanceof NetworkError);
    assert.deepEqual([error.kind, error.host, error.code], ["network", `127.0.0.1:${port}`, "ECONNREFUSED"]);
    assert.match(error.message, /^127\.0\.0\.1:\d+ refused the connection .* host and port/);
  });

  test("a host that does not exist names the host and what to do", async () => {
    const client = clientOf("http://no-such-host.invalid");
    const error = await rejectionOf(client.listReports({}));
    assert.ok(error instanceof NetworkError);
    assert.equal(error.host, "no-such-host.invalid");
    assert.match(error.message, /no-such-host\.invalid (is not a known host|could not be looked up).*vanity name/);
  });

  test("https to a server without TLS names the host and what to do", async () => {
    await withServer({ answer: () => undefined }, async ({ server }) => {
      const client = clientOf(`https://${server.host}`);
      const error = await rejectionOf(client.listReports({}));
      assert.ok(error instanceof NetworkError);
      assert.equal(error.isTransient, false);
      assert.match(error.message, /TLS.*Check whether the host needs https or http/);
    });
  });

  test("a server that does not speak HTTP is named", async () => {
    const server = createServer((socket) => socket.end("SSH-2.0-OpenSSH\r\n"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    try {
      const error = await rejectionOf(clientOf(`http://127.0.0.1:${port}`).listReports({}));
      assert.ok(error instanceof NetworkError);
      assert.match(error.message, /did not answer in HTTP/);
    } finally {
      server.close();
    }
  });

  test("a certificate that is not trusted is not a matter of trying again", () => {
    for (const code of ["DEPTH_ZERO_SELF_SIGNED_CERT", "CERT_HAS_EXPIRED", "UNABLE_TO_VERIFY_LEAF_SIGNATURE"]) {
      const error = toNetworkError("listReports", "host.test", Object.assign(new Error("x"), { code }));
      assert.equal(error.isTransient, false);
      assert.match(error.message, /certificate that is not trusted \(\w+\)\. Check the host, or add/);
    }
  });

  test("an address that is none is refused when the client is made", () => {
    for (const baseUrl of ["nonsense", "ftp://host", "https://user:secret@host", "https://host?key=secret"]) {
      assert.throws(
        () => clientOf(baseUrl),
        (error) => error instanceof InvalidArgumentsError && !error.message.includes("secret"),
      );
    }
  });

  test("a body that breaks halfway says how many bytes were read", async () => {
    await withServer(
      {
        answer: (_, response) => {
          response.writeHead(200, { "content-type": "application/jsonlines", "content-length": "1000" });
          response.write("x".repeat(10), () => response.destroy());
        },
      },
      async ({ client }) => {
        const answer = await client.querySqlLike({ body: { query: "q" } }, { accept: "application/jsonlines" });
        const error = await rejectionOf(textOf(answer));
        assert.ok(error instanceof NetworkError);
        assert.equal(error.bytesRead, 10);
        assert.match(error.message, /ended the connection after 10 bytes of the answer/);
      },
    );
  });

  test("a chunked body without its end is not taken for a whole one", async () => {
    await withServer(
      {
        answer: (_, response) => {
          response.writeHead(200, { "content-type": "application/jsonlines" });
          response.write('["a"]\n', () => response.destroy());
        },
      },
      async ({ client }) => {
        const answer = await client.querySqlLike({ body: { query: "q" } }, { accept: "application/jsonlines" });
        const error = await rejectionOf(textOf(answer));
        assert.ok(error instanceof NetworkError);
        assert.equal(error.bytesRead, 6);
      },
    );
  });

  for (const [what, body] of [
    ["in the answer", `{"reports": ${"[".repeat(200_000)}${"]".repeat(200_000)}}`],
    ["in objects", `${'{"a":'.repeat(200_000)}1${"}".repeat(200_000)}`],
    ["a little", `{"reports": ${"[".repeat(2000)}${"]".repeat(2000)}}`],
  ] as const) {
    test(`an answer that is nested too deeply ${what} is malformed`, async () => {
      await withServer(
        { answer: (_, response) => sendText(response, body, 200, "application/json") },
        async ({ client }) => {
          const error = await rejectionOf(client.listReports({}));
          assert.ok(error instanceof MalformedError, String(error));
          assert.match(error.message, /nested too deeply/);
        },
      );
    });
  }

  test("an answer that is not UTF-8 is malformed, and a failure keeps its status", async () => {
    const bytes = Buffer.from('{"message": "caf\xe9"}', "latin1");
    for (const status of [200, 400]) {
      const answer = (_: unknown, response: ServerResponse) => {
        response.writeHead(status, { "content-type": "application/json" });
        response.end(bytes);
      };
      await withServer({ answer }, async ({ client }) => {
        const error = await rejectionOf(client.listReports({}));
        if (status === 200) {
          assert.ok(error instanceof MalformedError);
          assert.match(error.message, /it is not UTF-8/);
        } else {
          assert.ok(error instanceof StatusError);
          assert.equal(error.serverMessage, "caf\uFFFD");
        }
      });
    }
  });
});
