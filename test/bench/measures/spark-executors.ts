import assert from "node:assert/strict";
import { setTimeout as wait } from "node:timers/promises";
import type { SqlJobRequest } from "../../../src/contract/sql-job-schemas.ts";
import { startTestService } from "../../support/running-service.ts";
import { SqlJobCaller } from "../../support/sql-job-caller.ts";
import type { BenchOptions } from "../bench-options.ts";
import type { MeasuredRow } from "../report.ts";

const counts = [1, 2, 4];
/** What a client waits between two questions for a job's state: each takes of the cores that the executors run on. */
const pollMs = 100;
/** What the counts of tasks, which follow the tasks themselves, have to stand still for. */
const settledMs = 500;

/** Tasks that each executor has completed, by its id. */
type Tasks = ReadonlyMap<string, number>;

/**
 * SQL jobs of a service on Spark with one, two and four executors, each a process of its own: how evenly they share the tasks. Times are
 * measured as well and have no bar: executors beyond the cores of a machine make nothing faster.
 */
export async function measureSparkExecutors({ isSmall }: BenchOptions): Promise<MeasuredRow> {
  const rows = isSmall ? 10_000 : 2_000_000;
  const criteria: MeasuredRow["criteria"][number][] = [];
  const samples: Record<string, number[]> = {};
  const facts: Record<string, string | number> = { rows };
  for (const count of counts) {
    const { tasks, times } = await withExecutors(count, rows);
    if (count > 1) {
      const all = tasks.reduce((sum, number) => sum + number, 0);
      criteria.push({
        label: `fair share of the tasks / share of the least busy of ${count} executors`,
        value: all / count / Math.min(...tasks),
        bar: 2,
      });
    }
    for (const [name, timeMs] of Object.entries(times)) {
      samples[`${name}, ${count}`] = [timeMs];
    }
    facts[`tasks of ${count}`] = tasks.join(", ");
  }
  return { kind: "measured", name: "executors on Spark", unit: "ms", criteria, samples, facts };
}

/** Runs an INSERT of a grouped query and an upsert; gives the tasks of each executor, and the times. */
async function withExecutors(count: number, rows: number) {
  const { startCluster } = await import("../../run/spark-cluster.mjs");
  const cluster = await startCluster({ executors: count });
  try {
    const { remote, catalogUri } = cluster;
    const service = await startTestService({
      hasSample: false,
      spark: { remote, catalogUri, catalog: "lake", namespace: "executors" },
    });
    try {
      const sql = new SqlJobCaller(service);
      for (const name of ["ledger", "news"]) {
        await sql.table(name, ["id LONG", "amount LONG"]);
      }
      const transaction = await sql.start({ tablesToModify: ["ledger", "news"] });
      const insert = (table: string, step: number, number: number) => ({
        query: {
          query: `INSERT INTO ${table} SELECT id * ${step}, max(amount) FROM (SELECT id % ${number} AS id, id AS amount FROM range(${10 * number})) GROUP BY id`,
        },
      });
      await readTasks(cluster.uiUri, count);
      await run(sql, transaction, [insert("news", 2, rows / 4)]);
      const before = await readTasks(cluster.uiUri, count);
      const times = {
        "INSERT with GROUP BY": await run(sql, transaction, [insert("ledger", 1, rows)]),
        upsert: await run(sql, transaction, [{ upsert: { source: "news", target: "ledger", keys: ["id"] } }]),
      };
      const after = await readTasks(cluster.uiUri, count);
      return { tasks: [...after].map(([id, number]) => number - (before.get(id) ?? 0)), times };
    } finally {
      await service.dispose();
    }
  } finally {
    await cluster.stop();
  }
}

/** Runs actions to their end; gives milliseconds. Throws an AssertionError unless they succeed. */
async function run(sql: SqlJobCaller, transaction: string, actions: SqlJobRequest["actions"]): Promise<number> {
  const startedMs = performance.now();
  const { jobId } = await sql.begin(transaction, { actions: actions ?? [] });
  for (;;) {
    const { status, tenants } = await sql.jobStatus(transaction, jobId);
    if (status === "SUCCEEDED") {
      return performance.now() - startedMs;
    }
    assert.notEqual(status, "FAILED", JSON.stringify(tenants));
    await wait(pollMs);
  }
}

/** Waits for all executors and for counts that stand still. The counts are those of Spark's REST interface. */
async function readTasks(uiUri: string, count: number): Promise<Tasks> {
  const read = async (path: string) => (await (await fetch(`${uiUri}/api/v1/applications${path}`)).json()) as unknown[];
  const [application] = (await read("")) as { readonly id: string }[];
  let last = "";
  for (;;) {
    const all = (await read(`/${application?.id}/executors`)) as {
      readonly id: string;
      readonly completedTasks: number;
    }[];
    const executors = all.filter(({ id }) => id !== "driver");
    const tasks = executors.map(({ id, completedTasks }) => [id, completedTasks] as const);
    const text = JSON.stringify(tasks);
    if (executors.length === count && text === last) {
      return new Map(tasks);
    }
    last = text;
    await wait(settledMs);
  }
}
