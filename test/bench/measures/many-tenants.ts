import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { pino } from "pino";
import { Database } from "../../../src/duckdb/database.ts";
import { type RunningService, startService } from "../../../src/service/process/service.ts";
import { type BenchOptions, engineLimits } from "../bench-options.ts";
import type { MeasuredRow } from "../report.ts";
import { alternate, median } from "../samples.ts";

const path = "/v1alpha/data/table-sources";
const insert = "INSERT INTO badge VALUES ('P1', 1), ('P2', 2), ('P3', 3)";

/** One SQL job in many tenants, by HTTP from the transaction's start to its commit, against the same statements in bare DuckDB. */
export async function measureManyTenants({ scratchFolder, size, isSmall }: BenchOptions): Promise<MeasuredRow> {
  const count = isSmall ? 5 : 200;
  const dataFolder = await mkdtemp(join(scratchFolder, "many-tenants-"));
  const service = await startService({ dataFolder, ...engineLimits }, { logger: pino({ level: "silent" }) });
  const bare = await Database.open(join(dataFolder, "bare.duckdb"), engineLimits);
  try {
    const tenants = await addTenants(service, count - 1);
    const call = await signIn(service);
    const columns = [{ name: "person" }, { name: "number", dataType: "INTEGER" }];
    await call("POST", `${path}/tables`, { objectName: "badge", columns, canChildrenInherit: true });
    await bare.use(async (connection) => {
      for (let index = 0; index < count; index += 1) {
        await connection.run(`CREATE SCHEMA tenant_${index}`);
        await connection.run(`CREATE TABLE tenant_${index}.badge (person VARCHAR, number INTEGER)`);
      }
    });
    const samples = await alternate(
      { job: () => timed(count, () => runJob(call, tenants)), DuckDB: () => timed(count, () => runBare(bare, count)) },
      size.rounds,
    );
    const overhead = median(samples.job ?? []) - median(samples.DuckDB ?? []);
    return {
      kind: "measured",
      name: `SQL job in ${count} tenants, for each`,
      unit: "ms",
      criteria: [{ label: "overhead per tenant, ms", value: overhead, bar: 50 }],
      samples,
      facts: { tenants: count },
    };
  } finally {
    bare.close();
    await service.stop();
    await rm(dataFolder, { recursive: true, force: true });
  }
}

type Call = (method: string, path: string, body?: unknown) => Promise<Record<string, unknown>>;

/** Milliseconds for each of the tenants. */
async function timed(count: number, run: () => Promise<void>): Promise<number> {
  const startedMs = performance.now();
  await run();
  return (performance.now() - startedMs) / count;
}

/** The administrating tenant and as many that it manages. */
async function addTenants({ platform, ready }: RunningService, count: number): Promise<string[]> {
  const parent = ready.tenantCode;
  const codes = Array.from({ length: count }, (_, index) => `${parent}~tenant${index}`);
  const model = {
    objects: [],
    metrics: [],
    fiscalYearStartMonth: 1,
    dataStart: "2000-01-01T00:00:00.000Z",
    dataEnd: "2000-01-01T00:00:00.000Z",
  };
  for (const code of codes) {
    const record = { code, parent, displayName: code, vanityName: code, sample: undefined };
    await platform.tenants.build(record, async () => model, new AbortController().signal);
  }
  return [parent, ...codes];
}

async function signIn({ ready }: RunningService): Promise<Call> {
  const { url, apiKey, username, password } = ready;
  const token = await fetch(`${url}/v1/admin/serviceSecureToken`, {
    method: "POST",
    body: new URLSearchParams({ username, password }),
  });
  const proof = { apikey: apiKey, cookie: `ServiceASIDToken=${await token.text()}` };
  return async (method, place, body) => {
    const answer = await fetch(url + place, {
      method,
      headers: { ...proof, ...(body !== undefined && { "content-type": "application/json" }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) {
      throw new Error(`${method} ${place} answered ${answer.status}: ${text}`);
    }
    return JSON.parse(text);
  };
}

async function runJob(call: Call, tenants: readonly string[]): Promise<void> {
  const { transactionId } = await call("POST", `${path}/transactions`, { tablesToModify: ["badge"] });
  const jobs = `${path}/transactions/${transactionId}/jobs`;
  const { jobId } = await call("POST", jobs, { tenants, actions: [{ query: { query: insert } }, { commit: {} }] });
  for (;;) {
    const { status } = await call("GET", `${jobs}/${jobId}?summaryOnly=true`);
    if (status === "FAILED") {
      throw new Error(JSON.stringify(await call("GET", `${jobs}/${jobId}`)).slice(0, 2000));
    }
    if (status === "SUCCEEDED") {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

async function runBare(database: Database, count: number): Promise<void> {
  await database.use(async (connection) => {
    for (let index = 0; index < count; index += 1) {
      await connection.run(insert.replace("badge", `tenant_${index}.badge`));
    }
  });
}
