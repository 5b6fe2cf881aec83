import assert from "node:assert/strict";
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { createServer as createHttpServer, type IncomingHttpHeaders } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { type AddressInfo, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer, text } from "node:stream/consumers";
import { Egress, type EgressOptions } from "../../../../src/service/egress/egress.ts";
import { EgressFailed } from "../../../../src/service/egress/egress-failed.ts";
import { type AllowedHost, EgressRefused, parseAllowedHost } from "../../../../src/service/egress/host-rules.ts";
import { createOwnCertificates } from "../../../support/own-certificate.ts";

const cleanUps: (() => unknown)[] = [];

teardown(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) {
    await cleanUp();
  }
});

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  cleanUps.push(() => new Promise((resolve) => server.close(resolve)));
  return (server.address() as AddressInfo).port;
}

async function temporaryFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "egress-")));
  cleanUps.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

function allow(...hosts: readonly string[]): AllowedHost[] {
  return hosts.map((host) => {
    const parsed = parseAllowedHost(host);
    assert.ok(parsed, host);
    return parsed;
  });
}

function egressTo(options: Partial<EgressOptions> = {}): Egress {
  return new Egress({ dataFolder: tmpdir(), ...options });
}

/** A resolver that answers from a list for each name, the last entry again and again. */
function resolverOf(names: Readonly<Record<string, readonly (readonly string[])[]>>) {
  const calls: string[] = [];
  return {
    calls,
    async resolveHost(host: string) {
      calls.push(host);
      const answers = names[host] ?? [];
      const asked = calls.filter((one) => one === host).length;
      const addresses = answers[Math.min(asked, answers.length) - 1] ?? [];
      return addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
    },
  };
}

const metadata = "169.254.169.254";
const rebinding = {
  "metadata.google.internal": [[metadata]],
  "one-of-two.example": [["93.184.216.34", metadata]],
  "mapped.example": [["::ffff:169.254.169.254"]],
  "nat64.example": [["64:ff9b::a9fe:a9fe"]],
  "link-local.example": [["fe80::1"]],
  "zone.example": [["fe80::1%eth0"]],
  "zero.example": [["0.0.0.0"]],
  "nowhere.example": [[]],
  "private.example": [["10.0.0.7"]],
  "unknown.example": [["93.184.216.34"]],
};

/** Hosts that somebody has allowed, among them those that nothing allows. */
const allowedAnyway = [
  metadata,
  "metadata.google.internal",
  "one-of-two.example",
  "mapped.example",
  "nat64.example",
  "link-local.example",
  "zone.example",
  "zero.example",
  "nowhere.example",
  "[::ffff:a9fe:a9fe]",
  "[fe80::1]",
  "0.0.0.0",
  "224.0.0.1",
  "100.100.100.200",
  "db.example:5432",
];

/** Targets of a request that are refused; PORT is the port of a server that would answer, OWN the service's own. */
const refusedUrls: readonly string[] = [
  // Metadata services, however they are written.
  `http://${metadata}/latest/meta-data/`,
  `http://${metadata}:PORT/`,
  `http://${metadata}./`,
  "http://metadata.google.internal/computeMetadata/v1/",
  "http://100.100.100.200/latest/meta-data/",
  "http://168.63.129.16/machine",
  "http://192.0.0.192/latest/",
  "http://[fd00:ec2::254]/latest/meta-data/",
  "http://[fd20:ce::254]/",
  // Decimal, octal, hexadecimal and short forms.
  "http://2852039166/",
  "http://0xa9fea9fe/",
  "http://0xA9.0xFE.0xA9.0xFE/",
  "http://0251.0376.0251.0376/",
  "http://0251.254.169.254/",
  "http://169.254.43518/",
  "http://169.16689662/",
  "http://2130706433:PORT/",
  "http://0x7f000001:PORT/",
  "http://0x7f.1:PORT/",
  "http://0177.0.0.1:PORT/",
  "http://017700000001:PORT/",
  "http://127.1:PORT/",
  "http://127.0.1:PORT/",
  "http://0:PORT/",
  "http://00000.0.0.0:PORT/",
  "http://①②⑦.⓪.⓪.①:PORT/",
  "http://127。0。0。1:PORT/",
  "http://%31%32%37.0.0.1:PORT/",
  "http://127.0.0.%31:PORT/",
  // IPv4 addresses inside IPv6 ones.
  "http://[::ffff:127.0.0.1]:PORT/",
  "http://[::ffff:7f00:1]:PORT/",
  "http://[0:0:0:0:0:ffff:127.0.0.1]:PORT/",
  "http://[::ffff:169.254.169.254]/",
  "http://[::ffff:a9fe:a9fe]/",
  "http://[::127.0.0.1]:PORT/",
  "http://[::a9fe:a9fe]/",
  "http://[64:ff9b::169.254.169.254]/",
  "http://[64:ff9b:1::a9fe:a9fe]/",
  "http://[2002:a9fe:a9fe::1]/",
  "http://[2001:0:a9fe:a9fe::1]/",
  // Unspecified, link-local, multicast, broadcast.
  "http://0.0.0.0:PORT/",
  "http://0.1.2.3:PORT/",
  "http://[::]:PORT/",
  "http://169.254.0.1/",
  "http://[fe80::1]:PORT/",
  "http://[fec0::1]/",
  "http://224.0.0.1/",
  "http://239.255.255.250/",
  "http://[ff02::1]/",
  "http://255.255.255.255/",
  "http://240.0.0.1/",
  // Names that lead to such addresses, or to none.
  "http://one-of-two.example/",
  "http://mapped.example/",
  "http://nat64.example/",
  "http://link-local.example/",
  "http://zone.example/",
  "http://zero.example:PORT/",
  "http://nowhere.example/",
  // Hosts that nobody allowed.
  "http://unknown.example/",
  "http://private.example/",
  "http://10.0.0.7/",
  "http://192.168.1.1/",
  "http://[fd12:3456::1]/",
  "https://93.184.216.34/",
  // The service itself.
  "http://127.0.0.1:OWN/v1/op/webhooks",
  "http://localhost:OWN/",
  "http://127.0.0.2:OWN/",
  "http://[::1]:OWN/",
  // What is no request over HTTP, or not what it seems.
  "file:///etc/passwd",
  "ftp://127.0.0.1/",
  "gopher://127.0.0.1:PORT/_GET",
  "unix:/var/run/docker.sock",
  "http://user:word@127.0.0.1:PORT/",
  "http://user@127.0.0.1:PORT/",
  "http://127.0.0.1:PORT@unknown.example/",
  "http:\\\\127.0.0.1:PORT\\",
  "http:/127.0.0.1:PORT/",
  "//127.0.0.1:PORT/",
  "http://127.0.0.1:0/",
  "http://127.0.0.1:99999/",
];

suite("targets that the service may not reach", () => {
  let port: number;
  let ownPort: number;
  let connections: number;
  let egress: Egress;

  setup(async () => {
    connections = 0;
    const count = () =>
      createServer((socket) => {
        connections++;
        socket.destroy();
      });
    port = await listen(count());
    ownPort = await listen(count());
    const { resolveHost } = resolverOf({ ...rebinding, localhost: [["127.0.0.1", "::1"]] });
    egress = egressTo({ allowedHosts: allow(...allowedAnyway), resolveHost });
    egress.setOwnPort(ownPort);
  });

  test("are more than sixty", () => {
    assert.ok(new Set(refusedUrls).size >= 60);
  });

  for (const url of refusedUrls) {
    test(`are refused: ${url}`, async () => {
      const target = url.replace("PORT", String(port)).replace("OWN", String(ownPort));
      await assert.rejects(egress.request(target, { method: "GET", timeoutMs: 2000 }), EgressRefused);
      assert.equal(connections, 0);
    });
  }

  for (const host of [metadata, "2130706433", "0x7f.1", "0177.0.0.1", "127.1", "::ffff:127.0.0.1", "[127.0.0.1]", ""]) {
    test(`are refused to a driver: ${JSON.stringify(host)}`, async () => {
      await assert.rejects(egress.connect(host, port, { timeoutMs: 2000 }), EgressRefused);
      assert.equal(connections, 0);
    });
  }

  test("are refused with the setting that allows a host, and with the reason where nothing does", async () => {
    await assert.rejects(egress.connect("private.example", 5432), {
      message:
        "The service may not connect to private.example:5432. Allow it with --allow-host or the setting workforce.localService.allowedHosts, as private.example:5432.",
    });
    await assert.rejects(egress.request(`http://${metadata}/`, { method: "GET" }), {
      message:
        "169.254.169.254 is a link-local address. The service never connects to it, whatever --allow-host or the setting workforce.localService.allowedHosts allows.",
    });
  });

  test("are refused on another port than the one that was allowed", async () => {
    const { resolveHost } = resolverOf({ "db.example": [["10.0.0.7"]] });
    const one = egressTo({ allowedHosts: allow("db.example:5432"), resolveHost });
    await assert.rejects(one.connect("db.example", 5433), EgressRefused);
  });

  test("have no password of the URL in the message", async () => {
    await assert.rejects(egress.request("https://ann:sesame@db.example/", { method: "GET" }), (error) => {
      assert.ok(error instanceof EgressRefused);
      assert.doesNotMatch(error.message, /ann|sesame/);
      return true;
    });
  });
});

suite("connections of the service", () => {
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
    const port = await listen(createServer());
    await cleanUps.splice(0)[0]?.();
    await assert.rejects(egressTo().connect("127.0.0.1", port), {
      name: "EgressFailed",
      message: `127.0.0.1:${port} refused the connection (ECONNREFUSED).`,
    });
  });
});

suite("requests of the service", () => {
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
    const closed = new Promise<void>((resolve) => {
      const server = createHttpServer((_request, response) => {
        response.once("close", resolve);
        Readable.from(endless()).pipe(response);
      });
      cleanUps.push(async () => undefined);
      listen(server).then(async (port) => {
        const { body } = await egressTo().request(`http://127.0.0.1:${port}/`, {
          method: "GET",
          maxAnswerBytes: 65_536,
        });
        await assert.rejects(buffer(body), { name: "EgressFailed", message: /is longer than 65536 bytes/ });
      }, assert.fail);
    });
    await closed;
  });

  test("close the connection when the body is not wanted", async () => {
    let port = 0;
    const closed = new Promise<void>((resolve, reject) => {
      const server = createHttpServer((_request, response) => {
        response.once("close", resolve);
        Readable.from(endless()).pipe(response);
      });
      listen(server)
        .then(async (given) => {
          port = given;
          const { body } = await egressTo().request(`http://127.0.0.1:${port}/`, { method: "GET" });
          body.destroy();
        })
        .catch(reject);
    });
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

suite("folders that the service may use", () => {
  test("are the tenant's inbox and outbox and those that are allowed, and what is in them", async () => {
    const root = await temporaryFolder();
    const dataFolder = join(root, "data");
    const exchange = join(root, "exchange");
    await mkdir(join(exchange, "inner"), { recursive: true });
    await mkdir(dataFolder);
    await writeFile(join(exchange, "people.csv"), "");
    const egress = egressTo({ dataFolder, allowedFolders: [exchange] });
    assert.equal(await egress.folder("outbox/WFF_demo", "WFF_demo"), join(dataFolder, "outbox", "WFF_demo"));
    assert.equal(await egress.folder(join(exchange, "inner"), "WFF_demo"), join(exchange, "inner"));
    assert.equal(await egress.folder(join(exchange, "people.csv"), "WFF_demo"), join(exchange, "people.csv"));
    await assert.rejects(egress.folder(join(exchange, "none"), "WFF_demo"), /There is no/);
  });

  test("are no others, by no link and no dots", async () => {
    const root = await temporaryFolder();
    const dataFolder = join(root, "data");
    const exchange = join(root, "exchange");
    const outside = join(root, "outside");
    for (const folder of [join(dataFolder, "outbox", "WFF_demo"), join(dataFolder, "tenants"), exchange, outside]) {
      await mkdir(folder, { recursive: true });
    }
    await mkdir(join(root, "exchange-2"));
    await symlink(outside, join(exchange, "link"));
    await symlink(outside, join(dataFolder, "outbox", "WFF_demo", "link"));
    await symlink(join(dataFolder, "tenants"), join(exchange, "tenants"));
    await writeFile(join(outside, "secret"), "");
    await symlink(join(outside, "secret"), join(exchange, "file"));
    const egress = egressTo({ dataFolder, allowedFolders: [exchange] });
    for (const path of [
      outside,
      join(exchange, "link"),
      join(exchange, "link", "secret"),
      join(exchange, "file"),
      `${exchange}/../outside`,
      join(root, "exchange-2"),
      join(exchange, "tenants"),
      "outbox/WFF_demo/link",
      "outbox/WFF_demo/../../tenants",
      "outbox/WFF_other",
      "outbox",
      "tenants",
      ".",
      root,
      "/",
      "/etc/passwd",
      "/does/not/exist",
      "file:///etc/passwd",
    ]) {
      await assert.rejects(egress.folder(path, "WFF_demo"), EgressRefused, path);
    }
  });

  test("are never those of the service's own data, whatever is allowed", async () => {
    const root = await temporaryFolder();
    const dataFolder = join(root, "data");
    await mkdir(join(dataFolder, "tenants"), { recursive: true });
    const egress = egressTo({ dataFolder, allowedFolders: [root] });
    for (const path of [root, dataFolder, join(dataFolder, "tenants")]) {
      await assert.rejects(egress.folder(path, "WFF_demo"), {
        message: /own data folder, or holds it. Use inbox\/WFF_demo or/,
      });
    }
  });
});

function* endless(): Generator<Buffer> {
  const piece = Buffer.alloc(65_536);
  for (;;) {
    yield piece;
  }
}
