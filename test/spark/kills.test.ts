import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SqlJobStatus } from "../../src/contract/sql-job-schemas.ts";
import { createServiceArguments } from "../../src/service/process/start.ts";
import { parseSparkRemote } from "../../src/spark-connect/spark-remote.ts";
import { SparkSession } from "../../src/spark-connect/spark-session.ts";
import { type Cluster, startCluster } from "../run/spark-cluster.mjs";
import {
  type RunningProgram,
  type ServiceProgram,
  serviceProgram,
  signInToTables,
  type TableSourceCall,
} from "../support/service-program.ts";
import { readBranches } from "./test-cluster.ts";

const namespace = "kills";
const rowsOfRound = 500;
/** `npm run soak -- --only spark` asks for more. */
const kills = Number(process.env.WORKFORCE_KILL_COUNT ?? 4);
const seed = Number(process.env.SEED ?? 1);
const victims = ["service", "spark", "catalog"] as const;
/** Statuses that are asked for before the kill, at most: some kills come before the first statement, some behind the commit. */
const mostLooks = { job: 1_200, commit: 120 };

suite("kills of the service, of Spark and of the catalog", () => {
  let cluster: Cluster;
  let program: ServiceProgram;
  let dataFolder: string;
  let running: RunningProgram;
  let call: TableSourceCall;
  const tables = { ledger: "", person: "" };

  suiteSetup(async function () {
    this.timeout(180_000);
    cluster = await startCluster();
    program = serviceProgram();
    dataFolder = await mkdtemp(join(tmpdir(), "workforce-kills-"));
  });
  suiteTeardown(async () => {
    await program.dispose();
    await cluster.stop();
    await rm(dataFolder, { recursive: true, force: true });
  });

  async function startService(): Promise<void> {
    const { remote, catalogUri } = cluster;
    const spark = { remote, catalogUri, catalog: "lake", namespace };
    running = program.start(createServiceArguments({ dataFolder, spark }));
    call = await signInToTables(running);
  }

  async function restartService(): Promise<void> {
    running.process.kill("SIGKILL");
    await running.end;
    await startService();
  }

  const begin = async (tablesToModify: readonly string[]) => {
    const { transactionId } = (await call("POST", "/transactions", { tablesToModify })).json<{
      transactionId: string;
    }>();
    return `/transactions/${transactionId}`;
  };
  const startJob = async (transaction: string, actions: readonly object[]) => {
    const { jobId } = (await call("POST", `${transaction}/jobs`, { actions })).json<{ jobId: string }>();
    return `${transaction}/jobs/${jobId}`;
  };
  const jobEnd = async (job: string) => {
    for (;;) {
      const status = (await call("GET", job)).json<SqlJobStatus>();
      if (status.status === "SUCCEEDED" || status.status === "FAILED") {
        return status;
      }
    }
  };
  const run = async (transaction: string, ...actions: readonly object[]) => {
    const status = await jobEnd(await startJob(transaction, actions));
    assert.equal(status.status, "SUCCEEDED", JSON.stringify(status));
  };
  const stateOf = async (transaction: string) => (await call("GET", transaction)).json<{ status: string }>().status;
  const insert = (table: string, round: number) => ({
    query: { query: `INSERT INTO ${table} SELECT id, ${round} FROM range(${rowsOfRound})` },
  });

  /** Numbers of rows by round in both tables, as a reader of the service sees them in one statement. */
  async function readRounds(): Promise<readonly string[]> {
    const transaction = await begin([]);
    const select = (table: string) => `SELECT '${table}', round, count(DISTINCT id) FROM ${table} GROUP BY round`;
    const query = `${select("ledger")} UNION ALL ${select("person")}`;
    await run(transaction, {
      query: { query, output: { format: { csv: { header: false } }, filename: "rounds.csv" } },
    });
    const { text } = await call("GET", `${transaction}/outputs/rounds.csv`);
    return text.split("\n").filter(Boolean).sort();
  }

  const expectedRounds = (committed: readonly number[]) =>
    Object.keys(tables)
      .flatMap((table) => committed.map((round) => `${table},${round},${rowsOfRound}`))
      .sort();

  test("leave all of a job or nothing, lose no commit, and no branch after the next start", async () => {
    await startService();
    for (const objectName of ["ledger", "person"] as const) {
      const columns = ["id", "round"].map((name) => ({ name, dataType: "LONG" }));
      tables[objectName] = (await call("POST", "/tables", { objectName, columns })).json<{ uuid: string }>().uuid;
    }
    const committed: number[] = [];
    let inCommit = 0;
    for (let kill = 0; kill < kills; kill += 1) {
      const victim = victims[kill % victims.length] ?? "service";
      const share = ((kill * 17 + seed * 29) % 40) / 40;
      const transaction = await begin(Object.keys(tables));
      const statements = [insert("ledger", kill), insert("person", kill)];
      const isInCommit = kill % 10 === 3;
      if (isInCommit) {
        inCommit++;
        await run(transaction, ...statements);
      }
      const job = await startJob(transaction, isInCommit ? [{ commit: {} }] : [...statements, { commit: {} }]);
      for (let look = Math.floor(share * mostLooks[isInCommit ? "commit" : "job"]); look > 0; look -= 1) {
        await call("GET", job);
      }
      if (victim === "service") {
        await restartService();
      } else {
        await cluster.kill(victim);
      }
      const { status, tenants } = await jobEnd(job);
      if (victim !== "service") {
        await cluster.restart(victim);
      }
      const state = await stateOf(transaction);
      const expected = state === "COMMITTED" ? ["COMMITTED", "SUCCEEDED"] : ["ROLLED_BACK", "FAILED"];
      assert.deepEqual([state, status], expected, `${kill} ${victim} ${JSON.stringify(tenants)}`);
      if (state === "COMMITTED") {
        committed.push(kill);
      }
      assert.deepEqual(await readRounds(), expectedRounds(committed), `${kill} ${victim}`);
      if (kill % 20 === 19) {
        console.log(`      ${kill + 1} kills: ${committed.length} behind the commit`);
      }
    }
    await restartService();
    // A statement that outlived its service is undone when its table is next locked.
    const transaction = await begin(Object.keys(tables));
    await run(transaction, { query: { query: "SELECT 1" } });
    await run(transaction, { rollback: {} });
    const branchesOf = (uuid: string) => readBranches(cluster.catalogUri, `${namespace}.WFF_demo`, uuid);
    while ((await Promise.all(Object.values(tables).map(branchesOf))).flat().length > 0) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const spark = new SparkSession(parseSparkRemote(cluster.remote));
    try {
      for (const [name, uuid] of Object.entries(tables)) {
        const path = `lake.${namespace}.WFF_demo.\`${uuid}\``;
        const { rows } = await spark.query(`SELECT round, count(DISTINCT id) FROM ${path} GROUP BY round`);
        const published = rows.map((row) => `${name},${row.map(String).join(",")}`);
        const expected = expectedRounds(committed).filter((line) => line.startsWith(name));
        assert.deepEqual(published.sort(), expected, "the main branch has what is committed");
      }
    } finally {
      await spark.close();
    }
    console.log(
      `      ${kills} kills, ${inCommit} in the commit: ${committed.length} behind the commit, ${kills - committed.length} before it`,
    );
  }).timeout(120_000 + kills * 60_000);
});
