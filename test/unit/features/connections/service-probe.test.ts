import assert from "node:assert/strict";
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { createServiceClient } from "../../../../src/client/service-client.ts";
import {
  findRunning,
  isAlive,
  probeService,
  verifyAddress,
} from "../../../../src/features/connections/service-probe.ts";
import { computeInstanceProof, livenessPath, type ReadyLine } from "../../../../src/service/process/start.ts";
import { silentLogger } from "../../../support/silent-logger.ts";

const secrets = { apiKey: "the-api-key", username: "the-username", password: "the-password", instance: "the-instance" };

/** Whoever listens on the port of a service that a window knows. */
suite("the place of a service", () => {
  const servers: Server[] = [];
  const received: string[] = [];
  setup(() => {
    received.length = 0;
  });
  teardown(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });

  /** Listens, notes all that it is sent, and is taken for the service. */
  async function listen(answer: RequestListener): Promise<ReadyLine> {
    const server = createServer((request, response) => {
      received.push(JSON.stringify([request.method, request.url, request.rawHeaders]));
      answer(request, response);
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return { ...secrets, url: `http://127.0.0.1:${portOf(server)}`, tenantCode: "WFF_demo" };
  }

  const json =
    (value: (request: IncomingMessage) => unknown, status = 200): RequestListener =>
    (request, response) => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value(request)));
    };
  const challengeOf = ({ url = "" }: IncomingMessage) => new URL(url, "http://a").searchParams.get("challenge") ?? "";

  test("is proven by whoever has the instance, on its own port", async () => {
    const service = await listen(
      json((request) => ({
        proof: computeInstanceProof(secrets.instance, challengeOf(request), request.socket.localPort ?? 0),
      })),
    );
    assert.equal(await probeService(service), "alive");
    assert.equal(await isAlive(service), true);
  });

  test("is not taken by another program, whatever it answers, and that learns no secret", async () => {
    const earlier = computeInstanceProof(secrets.instance, "A".repeat(43), 1);
    for (const answer of [
      json(() => ({})),
      json(() => ({ instance: secrets.instance, pid: process.pid })),
      json((request) => ({ proof: challengeOf(request) })),
      json(() => ({ proof: earlier })),
      json(() => null),
      // It passes the challenge on to the service that runs on another port by now.
      json((request) => ({ proof: computeInstanceProof(secrets.instance, challengeOf(request), 1) })),
      ((_request, response) => response.end("hello")) as RequestListener,
      ((_request, response) => response.writeHead(302, { location: "http://127.0.0.1:1/" }).end()) as RequestListener,
      ((request) => request.socket.destroy()) as RequestListener,
    ]) {
      assert.equal(await probeService(await listen(answer)), "ended");
    }
    assert.equal(received.length, 9);
    for (const secret of Object.values(secrets)) {
      assert.ok(!received.join("").includes(secret));
    }
    assert.equal(new Set(received.map((text) => /challenge=([\w-]+)/.exec(text)?.[1])).size, 9);
  });

  test("is nobody's when nobody listens, and not given up while somebody keeps silent", async () => {
    const service = await listen(() => undefined);
    assert.equal(await probeService(service, 50), "silent");
    const [server] = servers;
    server?.closeAllConnections();
    await new Promise((resolve) => server?.close(resolve));
    assert.equal(await probeService(service), "ended");
  });

  /** As an extension's session that is held: it knows the service's address and secrets, and the service ends. */
  test("gets no secret of a session that is held when another program has taken it", async () => {
    let isService = true;
    let { instance } = secrets;
    const service = await listen((request, response) => {
      if (request.url?.startsWith(livenessPath) === true) {
        const proof = computeInstanceProof(instance, challengeOf(request), request.socket.localPort ?? 0);
        response.end(JSON.stringify(isService ? { proof } : {}));
      } else if (request.method === "POST") {
        response.end("the-token");
      } else {
        response.setHeader("content-type", "application/json").end('{"tables":[]}');
      }
    });
    const find = async () => {
      assert.equal(await probeService({ ...service, instance }), "alive");
      return service;
    };
    const client = createServiceClient({
      connection: {
        baseUrl: service.url,
        apiKey: secrets.apiKey,
        credentials: async () => ({ username: secrets.username, password: secrets.password }),
        proveServer: () => verifyAddress(service.url, find),
      },
      gate: async () => "allowed",
      logger: silentLogger,
    });
    try {
      assert.deepEqual((await client.listTableSources({})).tables, []);
      const proofs = () => received.filter((text) => text.includes(livenessPath)).length;
      assert.equal(proofs(), 1, "one connection is proven once and used again");
      assert.ok(received.join("").includes(secrets.apiKey));
      isService = false;
      received.length = 0;
      servers[0]?.closeAllConnections();
      await assert.rejects(client.listTableSources({}), { name: "NetworkError" });
      assert.ok(proofs() > 0);
      assert.equal(received.length, proofs(), "nothing but challenges");
      isService = true;
      // Started again at the same address, as another instance.
      instance = "another-instance";
      assert.deepEqual((await client.listTableSources({})).tables, []);
    } finally {
      client.dispose();
    }
  }).timeout(30_000);

  test("fails a call at once when the service ends between the connection and its proof", async () => {
    const service = await listen((request, response) => {
      response
        .setHeader("content-type", request.method === "POST" ? "text/plain" : "application/json")
        .end(request.method === "POST" ? "the-token" : '{"tables":[]}');
    });
    let proofs = 0;
    const client = createServiceClient({
      connection: {
        baseUrl: service.url,
        apiKey: secrets.apiKey,
        credentials: async () => ({ username: secrets.username, password: secrets.password }),
        // The first time, the service is killed and another one is there before its proof is asked for.
        proveServer: async () => {
          proofs += 1;
          if (proofs === 1) {
            servers[0]?.closeAllConnections();
            await new Promise((resolve) => setTimeout(resolve, 50));
          }
        },
      },
      gate: async () => "allowed",
      logger: silentLogger,
    });
    try {
      const call = client.listTableSources({}).catch((error: unknown) => error);
      const answer = await Promise.race([call, new Promise((resolve) => setTimeout(() => resolve("silence"), 20_000))]);
      assert.notEqual(answer, "silence");
      assert.deepEqual((await client.listTableSources({})).tables, []);
    } finally {
      client.dispose();
    }
  }).timeout(30_000);

  test("is nobody's in a folder without a file", async () => {
    assert.equal(await findRunning("/nowhere"), undefined);
  });
});

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
}
