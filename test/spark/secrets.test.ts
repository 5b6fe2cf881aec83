import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer as createCatalogProxy, type Server } from "node:http";
import { connect, createServer, type Http2Server, type IncomingHttpHeaders } from "node:http2";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SqlJobStatus } from "../../src/contract/sql-job-schemas.ts";
import { createServiceArguments } from "../../src/service/process/start.ts";
import { parseSparkRemote } from "../../src/spark-connect/spark-remote.ts";
import { SparkSession } from "../../src/spark-connect/spark-session.ts";
import { startCluster } from "../run/spark-cluster.mjs";
import { sparkVersion } from "../run/spark-jars.mjs";
import { type ServiceProgram, serviceProgram, signInToTables } from "../support/service-program.ts";
import { testCluster } from "./test-cluster.ts";

const rightToken = "right-token-8153";
const wrongToken = "wrong-token-2946";
/** A value of a row. */
const marker = "marker7301";
const isAllowed = (authorization: string | undefined) => authorization === `Bearer ${rightToken}`;
const grpcUnauthenticated = "16";

/** The catalog behind a proxy that asks for the token, which the test catalog does not. */
function guardCatalog(target: string): Server {
  return createCatalogProxy((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", async () => {
      const { method = "", url = "", headers } = incoming;
      if (!isAllowed(headers.authorization)) {
        outgoing.writeHead(401).end("{}");
        return;
      }
      const sent = { method, headers: { "content-type": "application/json" } };
      const answer = await fetch(target + url, chunks.length === 0 ? sent : { ...sent, body: Buffer.concat(chunks) });
      outgoing.writeHead(answer.status).end(answer.status === 204 ? undefined : await answer.text());
    });
  });
}

/** Spark Connect behind a proxy that asks for the token, which Spark 3.5 does not. */
function guardSpark(target: string): Http2Server {
  const server = createServer();
  server.on("stream", (stream, headers) => {
    if (!isAllowed(headers.authorization)) {
      const answer = { ":status": 200, "content-type": "application/grpc", "grpc-status": grpcUnauthenticated };
      stream.respond({ ...answer, "grpc-message": "no" }, { endStream: true });
      return;
    }
    const connection = connect(target);
    const request = connection.request({ ...headers, ":authority": new URL(target).host });
    let trailers: IncomingHttpHeaders = {};
    request.on("response", (answer) => stream.respond(answer, { waitForTrailers: true }));
    request.on("trailers", (sent) => {
      trailers = sent;
    });
    request.on("error", () => stream.destroy());
    request.on("close", () => connection.close());
    stream.on("wantTrailers", () => stream.sendTrailers(trailers));
    stream.on("error", () => request.destroy());
    stream.on("close", () => request.destroy());
    stream.pipe(request);
    request.pipe(stream);
  });
  return server;
}

async function listen(server: Server | Http2Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

suite("tokens and rows on Spark", function () {
  this.timeout(120_000);
  let catalog: Server;
  let spark: Http2Server;
  let program: ServiceProgram;
  let dataFolder: string;
  let args: readonly string[];
  let logFile: string;

  suiteSetup(async () => {
    const { remote, catalogUri } = testCluster();
    catalog = guardCatalog(catalogUri);
    spark = guardSpark(remote.replace("sc:", "http:"));
    program = serviceProgram();
    dataFolder = await mkdtemp(join(tmpdir(), "workforce-secrets-"));
    logFile = join(dataFolder, "service.log");
    args = createServiceArguments({
      dataFolder,
      logFile,
      spark: {
        remote: `sc://127.0.0.1:${await listen(spark)}`,
        catalogUri: `http://127.0.0.1:${await listen(catalog)}`,
        catalog: "lake",
        namespace: "secrets",
      },
    });
  });
  suiteTeardown(async () => {
    await program.dispose();
    catalog.closeAllConnections();
    catalog.close();
    spark.close();
    await rm(dataFolder, { recursive: true, force: true });
  });

  /** Runs jobs on a service with a token; gives their answers, and all that the service wrote or was started with. */
  async function runJobs(token: string, jobs: readonly (readonly string[])[], makesTable: boolean) {
    const running = program.start(args, { WORKFORCE_SPARK_TOKEN: token, WORKFORCE_CATALOG_TOKEN: token });
    const call = await signInToTables(running);
    if (makesTable) {
      const columns = [{ name: "id", dataType: "LONG" }, { name: "note" }];
      await call("POST", "/tables", { objectName: "badge", columns });
    }
    const answers: SqlJobStatus[] = [];
    for (const statements of jobs) {
      const begun = await call("POST", "/transactions", { tablesToModify: ["badge"] });
      const { transactionId } = begun.json<{ transactionId: string }>();
      const place = `/transactions/${transactionId}/jobs`;
      const actions = [...statements.map((query) => ({ query: { query } })), { commit: {} }];
      const { jobId } = (await call("POST", place, { actions })).json<{ jobId: string }>();
      for (let status: SqlJobStatus = {}; status.status !== "SUCCEEDED" && status.status !== "FAILED"; ) {
        status = (await call("GET", `${place}/${jobId}`)).json<SqlJobStatus>();
        if (status.status === "SUCCEEDED" || status.status === "FAILED") {
          answers.push(status);
        }
      }
    }
    const commandLine =
      process.platform === "linux" ? readFileSync(`/proc/${running.process.pid}/cmdline`, "utf8") : "";
    running.process.kill("SIGTERM");
    const { stdout, stderr } = await running.end;
    const written = [commandLine, stdout, stderr, await readFile(logFile, "utf8"), JSON.stringify(answers)].join("\n");
    return { answers, written };
  }

  test("are in no log, argument or answer of a service with the right token, also where a statement fails at a row", async () => {
    const { answers, written } = await runJobs(
      rightToken,
      [
        [`INSERT INTO badge VALUES (1, '${marker}')`],
        ["SELECT raise_error(note) FROM badge"],
        ["SELECT assert_true(length(note) = 0) FROM badge"],
        ["SELECT to_timestamp(note, 'qqqqqq') FROM badge"],
        ["SELECT map_from_arrays(array(note, note), array(1, 2)) FROM badge"],
        ["INSERT INTO badge SELECT note, note FROM badge"],
        ["SELECT from_json(note, 'a INT', map('mode', 'FAILFAST')) FROM badge"],
        ["SELECT element_at(map(note, 1), nothing) FROM badge"],
      ],
      true,
    );
    assert.deepEqual(
      answers.map(({ status }) => status),
      ["SUCCEEDED", ...answers.slice(1).map(() => "FAILED")],
      JSON.stringify(answers),
    );
    for (const secret of [rightToken, marker]) {
      const at = written.indexOf(secret);
      assert.equal(at, -1, written.slice(Math.max(0, at - 300), at + 100));
    }
  });

  test("are in no log, argument or answer of a service with a wrong token, which says how to set it", async () => {
    const { answers, written } = await runJobs(wrongToken, [["SELECT * FROM badge"]], false);
    const [answer] = answers;
    assert.match(answer?.tenants?.[0]?.message ?? "", /refused the token, or asks for one.*WORKFORCE_SPARK_TOKEN/);
    for (const secret of [rightToken, wrongToken, marker]) {
      assert.ok(!written.includes(secret), secret);
    }
  });

  // Spark 3.5 asks for no token.
  if (!sparkVersion().startsWith("3.")) {
    test("are what Spark itself asks for, also without a proxy", async () => {
      const guarded = await startCluster({ token: rightToken });
      const answerTo = async (token: string) => {
        const session = new SparkSession(parseSparkRemote(guarded.remote, token));
        try {
          return (await session.query("SELECT 1")).rows;
        } finally {
          await session.close();
        }
      };
      try {
        assert.deepEqual(await answerTo(rightToken), [[1]]);
        await assert.rejects(answerTo(wrongToken), { message: /refused the token, or asks for one/ });
      } finally {
        await guarded.stop();
      }
    });
  }
});
