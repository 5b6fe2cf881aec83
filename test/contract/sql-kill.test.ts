import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SqlJobStatus } from "../../src/contract/sql-job-schemas.ts";
import { createServiceArguments } from "../../src/service/process/start.ts";
import { testEngine } from "../support/running-service.ts";
import {
  type RunningProgram,
  type ServiceProgram,
  serviceProgram,
  signInToTables,
} from "../support/service-program.ts";

const rowsOfJob = 500;
/** A soak of five rounds kills it a hundred times. */
const kills = process.env.WORKFORCE_PROOF_COUNT ? Math.ceil(Number(process.env.WORKFORCE_PROOF_COUNT) / 100) : 3;
const seed = Number(process.env.SEED ?? 1);
/**
 * Statuses that are asked for before the end, at most: some fall into the statement, some into the commit, some behind it.
 * A job on Spark takes seconds.
 */
const mostLooks = process.env.WORKFORCE_TEST_SPARK_REMOTE === undefined ? 40 : 800;

suite("a service that is killed in the middle of a SQL job", () => {
  let program: ServiceProgram;
  let dataFolder: string;
  suiteSetup(async () => {
    program = serviceProgram();
    dataFolder = await mkdtemp(join(tmpdir(), "workforce-kill-"));
  });
  suiteTeardown(async () => {
    await program.dispose();
    await rm(dataFolder, { recursive: true, force: true });
  });

  type Call = <Value = Record<string, string>>(method: string, path: string, json?: unknown) => Promise<Value>;

  async function begin(): Promise<{ readonly running: RunningProgram; readonly call: Call }> {
    const running = program.start(createServiceArguments({ dataFolder, ...testEngine(dataFolder) }));
    const send = await signInToTables(running);
    return { running, call: async (method, path, json) => (await send(method, path, json)).json() };
  }

  const end = ({ process: child, end: ended }: RunningProgram) => {
    child.kill("SIGKILL");
    return ended;
  };

  test("has all of the job or nothing, and says which", async () => {
    let { running, call } = await begin();
    const { uuid } = await call("POST", "/tables", {
      objectName: "badge",
      columns: [{ name: "id", dataType: "LONG" }, { name: "note" }],
    });
    const query = `INSERT INTO badge SELECT id, concat('note ', id) FROM (SELECT explode(sequence(1, ${rowsOfJob})) AS id)`;
    let rows = 0;
    for (let kill = 0; kill < kills; kill += 1) {
      const { transactionId } = await call("POST", "/transactions", { tablesToModify: ["badge"] });
      const actions = [
        { query: { query } },
        { setMetadata: { table: uuid, metadata: { load: String(kill) } } },
        { commit: {} },
      ];
      const { jobId } = await call("POST", `/transactions/${transactionId}/jobs`, { actions });
      const job = `/transactions/${transactionId}/jobs/${jobId}`;
      const share = ((kill * 17 + seed * 29) % 40) / 40;
      for (let look = Math.floor(share * mostLooks); look > 0; look -= 1) {
        await call("GET", job);
      }
      await end(running);
      ({ running, call } = await begin());
      const { status = "" } = await call("GET", `/transactions/${transactionId}`);
      const ended = await call<SqlJobStatus>("GET", job);
      assert.deepEqual(
        [status, ended.status],
        status === "COMMITTED" ? ["COMMITTED", "SUCCEEDED"] : ["ROLLED_BACK", "FAILED"],
        JSON.stringify(ended),
      );
      rows += status === "COMMITTED" ? rowsOfJob : 0;
      const stored = await call<{ recordCount: string; metadata: Record<string, string> }>(
        "GET",
        `/tables/${uuid}/metadata`,
      );
      assert.equal(stored.recordCount, String(rows));
      assert.equal(stored.metadata.load === String(kill), status === "COMMITTED");
    }
    await end(running);
    if (kills > 3) {
      // Of a soak one wants to know whether it met both.
      console.log(`      ${kills} kills: ${rows / rowsOfJob} behind the commit, ${kills - rows / rowsOfJob} before it`);
    }
  }).timeout(60_000 + kills * 20_000);
});
