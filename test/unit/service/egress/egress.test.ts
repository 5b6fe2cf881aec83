import assert from "node:assert/strict";
import { createServer as createHttpServer, type IncomingHttpHeaders } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { createServer } from "node:net";
import { Readable } from "node:stream";
import { buffer, text } from "node:stream/consumers";
import { EgressFailed } from "../../../../src/service/egress/egress-failed.ts";
import { EgressRefused } from "../../../../src/service/egress/host-rules.ts";
import { createOwnCertificates } from "../../../support/own-certificate.ts";
import { allow, egressTo, metadata, resolverOf, useLocalServers } from "./egress-fixture.ts";

suite("connections of the service", () => {
  const listen = useLocalServers();

  test("lead to the address that was checked, though the name means another one by now", async () => {
    const port = await listen(createServer((socket) => socket.end("checked")));
    const resolver = resolverOf({ "rebinding.example": [["127.0.0.1"], [metadata]] });
    const egress = egressTo({ allowedHosts: allow("rebinding.example"), ...resolver });
    const socket = await egress.connect("rebinding.example", port);
    assert.equal(socket.remoteAddress, "127.0.0.1");
    assert.equal(await text(socket), "checked");
    assert.deepEqual(resolver.calls, ["rebinding.example"]);
    await assert.rejects(egress.connect("rebinding.example", port), EgressRefused);
  });

  test("try one address of a name after the other", async () => {
    const port = await listen(createServer((socket) => socket.end("second")));
    const egress = egressTo(resolverOf({ "two.example": [["::1", "127.0.0.1"]] }));
    assert.equal(await text(await egress.connect("two.example", port)), "second");
  });

  test("end with the signal and in their time, also while a name is looked up", async () => {
    const never = () => new Promise<never>(() => undefined);
    const egress = egressTo({ resolveHost: never });
    await assert.rejects(egress.connect("slow.example", 80, { timeoutMs: 20 }), {
      name: "EgressFailed",
      message: "slow.example:80 did not answer within 0.02 s.",
    });
    const stopping = new AbortController();
    const connecting = egress.connect("slow.example", 80, { signal: stopping.signal });
    stopping.abort(new Error("stopped"));
    await assert.rejects(connecting, { message: "stopped" });
  });

  test("fail with the host and what is wrong with it", async () => {
    const server = createServer();
    const port = await listen(server);
    await new Promise((resolve) => server.close(resolve));
    await assert.rejects(egressTo().connect("127.0.0.1", port), {
      name: "EgressFailed",
      message: `127.0.0.1:${port} refused the connection (ECONNREFUSED).`,
    });
  });
});

suite("requests of the service", () => {
  const listen = useLocalServers();

  test("close what they were to send when they cannot", async () => {
    const server = createServer();
    const port = await listen(server);
    await new Promise((resolve) => server.close(resolve));
    const refused = [`http://127.0.0.1:${port}/`, `http://${metadata}/`, "ftp://127.0.0.1/"];
    for (const url of refused) {
      const body = Readable.from(["rows"]);
      await assert.rejects(egressTo().request(url, { method: "PUT", body }));
      assert.equal(body.destroyed, true, url);
    }
  });

  /** A server whose answer has no end; `closed` when the connection to it is. */
  async function listenEndlessly(): Promise<{ readonly url: string; readonly closed: Promise<void> }> {
    const piece = Buffer.alloc(65_536);
    const pieces = function* () {
      for (;;) {
        yield piece;
      }
    };
    let tellClosed: () => void;
    const closed = new Promise<void>((resolve) => {
      tellClosed = resolve;
    });
    const server = createHttpServer((_request, response) => {
      response.once("close", tellClosed);
      Readable.from(pieces()).pipe(response);
    });
    return { url: `http://127.0.0.1:${await listen(server)}/`, closed };
  }

  test("carry method, headers and body, and give what was answered", async () => {
    const seen: { method: string | undefined; url: string | undefined; headers: IncomingHttpHeaders; body: string }[] =
      [];
    const server = createHttpServer(async (request, response) => {
      seen.push({ method: request.method, url: request.url, headers: request.headers, body: await text(request) });
      response.writeHead(201, { "X-Answer": "yes" }).end("thank you");
    });
    const port = await listen(server);
    const { status, headers, body } = await egressTo().request(`http://127.0.0.1:${port}/hooks?a=1`, {
      method: "POST",
      headers: { "Content-Type": "text/plain", Authorization: "Bearer token" },
      body: Readable.from(["one ", "two"]),
    });
    assert.deepEqual([status, headers["x-answer"], await text(body)], [201, "yes", "thank you"]);
    const [{ method, url, headers: sent, body: received } = assert.fail()] = seen;
    assert.deepEqual([method, url, received], ["POST", "/hooks?a=1", "one two"]);
    assert.deepEqual([sent.host, sent.authorization], [`127.0.0.1:${port}`, "Bearer token"]);
  });

  test("follow no redirect", async () => {
    let calls = 0;
    const server = createHttpServer((_request, response) => {
      calls++;
      response.writeHead(302, { Location: `http://${metadata}/` }).end();
    });
    const port = await listen(server);
    const { status, body } = await egressTo().request(`http://127.0.0.1:${port}/`, { method: "GET" });
    body.destroy();
    assert.deepEqual([status, calls], [302, 1]);
  });

  test("read no more of an answer than they may, and keep no connection to a server that goes on", async () => {
    const { url, closed } = await listenEndlessly();
    const { body } = await egressTo().request(url, { method: "GET", maxAnswerBytes: 65_536 });
    await assert.rejects(buffer(body), { name: "EgressFailed", message: /is longer than 65536 bytes/ });
    await closed;
  });

  test("close the connection when the body is not wanted", async () => {
    const { url, closed } = await listenEndlessly();
    const { body } = await egressTo().request(url, { method: "GET" });
    body.destroy();
    await closed;
  });

  test("fail when nothing is answered, or an answer stops", async () => {
    const silent = await listen(createHttpServer(() => undefined));
    await assert.rejects(egressTo().request(`http://127.0.0.1:${silent}/`, { method: "GET", timeoutMs: 50 }), {
      name: "EgressFailed",
      message: `127.0.0.1:${silent} did not answer within 0.05 s.`,
    });
    const half = await listen(
      createHttpServer((_request, response) => {
        response.writeHead(200, { "Content-Length": "100" });
        response.write("half");
        response.once("drain", () => undefined);
        setImmediate(() => response.destroy());
      }),
    );
    const { body } = await egressTo().request(`http://127.0.0.1:${half}/`, { method: "GET" });
    await assert.rejects(text(body), EgressFailed);
  });

  test("end with the signal while the answer is read", async () => {
    const port = await listen(
      createHttpServer((_request, response) => {
        response.write("first");
      }),
    );
    const stopping = new AbortController();
    const { body } = await egressTo().request(`http://127.0.0.1:${port}/`, { method: "GET", signal: stopping.signal });
    body.once("data", () => stopping.abort(new Error("stopped")));
    await assert.rejects(new Promise((_resolve, reject) => body.once("error", reject)), { message: "stopped" });
  });

  test("go over TLS, which is checked against the host", async () => {
    const { authority, server: own } = createOwnCertificates("tls.example");
    const server = createHttpsServer({ cert: own.certificate, key: own.key }, (request, response) =>
      response.end(request.headers.host),
    );
    const port = await listen(server);
    const names = { "tls.example": [["127.0.0.1"]], "other.example": [["127.0.0.1"]] };
    const egress = egressTo(resolverOf(names));
    const tls = { ca: authority.certificate };
    const { body } = await egress.request(`https://tls.example:${port}/`, { method: "GET", tls });
    assert.equal(await text(body), `tls.example:${port}`);
    await assert.rejects(egress.request(`https://tls.example:${port}/`, { method: "GET" }), /not trusted/);
    await assert.rejects(egress.request(`https://other.example:${port}/`, { method: "GET", tls }), /of another host/);
  });

  test("to another machine carry credentials over https only", async () => {
    const headers = { authorization: "Basic x" };
    const egress = egressTo({
      allowedHosts: allow("other.example"),
      ...resolverOf({ "other.example": [["10.0.0.7"]] }),
    });
    await assert.rejects(egress.request("http://other.example/", { method: "GET", headers }), {
      name: "EgressRefused",
      message: "Credentials are sent to other.example over https only, or to a server on this machine.",
    });
  });
});
