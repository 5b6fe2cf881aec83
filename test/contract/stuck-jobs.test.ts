import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SqlJobStatus } from "../../src/contract/sql-job-schemas.ts";
import { createServiceArguments, type ReadyLine } from "../../src/service/process/start.ts";
import { maxRunningJobs } from "../../src/service/sql-jobs/job-queue.ts";
import { eventually } from "../support/eventually.ts";
import { sendRequest, type TestAnswer } from "../support/running-service.ts";
import { type ServiceProgram, serviceProgram } from "../support/service-program.ts";

const root = "/v1alpha/data/table-sources";
/** More than run at once, and more than Node has threads for by default. */
const jobs = 19;
const signIns = 3;

suite("a service with long jobs", () => {
  let program: ServiceProgram;
  let dataFolder: string;
  let signIn: () => Promise<TestAnswer>;
  let headers: Readonly<Record<string, string>>;
  let url: string;
  setup(async () => {
    program = serviceProgram();
    dataFolder = await mkdtemp(join(tmpdir(), "workforce-stuck-"));
    const ready = await program.start(createServiceArguments({ dataFolder })).ready;
    url = ready.url;
    signIn = signInTo(ready);
    headers = { apikey: ready.apiKey, cookie: `ServiceASIDToken=${(await signIn()).text}` };
  });
  teardown(async () => {
    await program.dispose();
    await rm(dataFolder, { recursive: true, force: true });
  });

  const signInMs = async () => {
    const times: number[] = [];
    for (let count = 0; count < signIns; count++) {
      times.push(await timeOf(signIn));
    }
    return medianOf(times);
  };
  const call = async <Value = Record<string, string>>(method: string, path: string, json?: unknown): Promise<Value> => {
    const answer = await sendRequest(url, method, root + path, { headers, ...(json !== undefined && { json }) });
    assert.equal(answer.status, 200, answer.text);
    return answer.json();
  };
  const run = async (query: string): Promise<string> => {
    const { transactionId } = await call("POST", "/transactions", {});
    const actions = [{ query: { query, output: { filename: "o.csv", format: { csv: { header: false } } } } }];
    const { jobId } = await call("POST", `/transactions/${transactionId}/jobs`, { actions });
    return `/transactions/${transactionId}/jobs/${jobId}`;
  };
  const status = (job: string) => call<SqlJobStatus>("GET", job);
  const stop = async (job: string) => {
    const transaction = job.slice(0, job.indexOf("/jobs/"));
    const { jobId } = await call("POST", `${transaction}/jobs`, { actions: [{ rollback: {} }] });
    await eventually(async () =>
      (await status(`${transaction}/jobs/${jobId}`)).status === "SUCCEEDED" ? true : undefined,
    );
  };

  /**
   * The jobs compute the heaviest call that the limits allow, which nothing stops for a chunk of rows, over and over. The machine
   * may have other work, which comes and goes, so that each sign-in is followed by one to an idle service on the same machine.
   */
  test("signs in within five times the time of an idle service beside four jobs that cannot be stopped for a while", async () => {
    const heavy =
      "SELECT sum(levenshtein(repeat('a', CAST(500 - id % 2 AS INT)), repeat('b', 500))) AS n FROM range(100000000)";
    const idleFolder = await mkdtemp(join(tmpdir(), "workforce-idle-"));
    const idle = serviceProgram();
    try {
      const signInIdle = signInTo(await idle.start(createServiceArguments({ dataFolder: idleFolder })).ready);
      const running = await Promise.all(Array.from({ length: 4 }, () => run(heavy)));
      const states = async () => (await Promise.all(running.map(status))).map((answer) => answer.status);
      await eventually(async () => ((await states()).every((state) => state === "RUNNING") ? true : undefined));
      const [busyMs, idleMs]: [number[], number[]] = [[], []];
      for (let count = 0; count < 5; count++) {
        busyMs.push(await timeOf(signIn));
        idleMs.push(await timeOf(signInIdle));
      }
      assert.deepEqual(new Set(await states()), new Set(["RUNNING"]));
      const [busy, alone] = [medianOf(busyMs), medianOf(idleMs)];
      assert.ok(busy < (4 + 1) * alone + 300, `${busy} ms beside the jobs, ${alone} ms of the idle service`);
    } finally {
      await idle.dispose();
      await rm(idleFolder, { recursive: true, force: true });
    }
  }).timeout(120_000);

  /**
   * Seconds on the clock say nothing on a machine with other work. Beside the 16 jobs that run, the sign-in has a share of a core like
   * each of them, so that it takes at most 17 times as long as on the idle service, however many cores there are, and some more for
   * the turns that it waits for them; a sign-in that waits for a job to end takes as long as the job: days. On a machine with
   * nothing else to do it is below a second, which the bench measures (`sign-in`).
   */
  test("signs in within a bound while more jobs run than Node has threads, and refuses what would make too much", async () => {
    const idleMs = await signInMs();
    const long = "SELECT count(*) AS n FROM range(10000000) a CROSS JOIN range(10000000) b WHERE a.id + b.id < 0";
    const running = await Promise.all(Array.from({ length: jobs }, () => run(long)));
    const states = async () => (await Promise.all(running.map(status))).map((answer) => answer.status);
    const count = (state: string, all: readonly (string | undefined)[]) => all.filter((one) => one === state).length;
    await eventually(async () => (count("RUNNING", await states()) === maxRunningJobs ? true : undefined));
    const busyMs = await signInMs();
    assert.ok(
      busyMs < (maxRunningJobs + 1) * idleMs + 2000,
      `${busyMs} ms beside the jobs, ${idleMs} ms without them, each the median of ${signIns}`,
    );
    const all = await states();
    assert.deepEqual([count("RUNNING", all), count("PENDING", all)], [maxRunningJobs, jobs - maxRunningJobs]);
    // A rollback waits for nobody, and a job that waits takes the place of one that was stopped.
    const jobsIn = (state: string) => running.filter((_job, index) => all[index] === state);
    const [waiting = ""] = jobsIn("PENDING");
    const [working = ""] = jobsIn("RUNNING");
    await stop(waiting);
    assert.equal((await status(waiting)).status, "FAILED");
    await stop(working);
    await eventually(async () => (count("PENDING", await states()) === jobs - maxRunningJobs - 2 ? true : undefined));
    assert.deepEqual(count("RUNNING", await states()), maxRunningJobs);
    const now = await states();
    for (const job of running.filter((_job, index) => now[index] === "PENDING")) {
      await stop(job);
    }
    await stop(running.find((_job, index) => now[index] === "RUNNING") ?? "");
    const refused = await run("SELECT size(array_repeat(1, 2000000000)) AS n");
    const ended = await eventually(async () => {
      const answer = await status(refused);
      return answer.status === "FAILED" ? JSON.stringify(answer) : undefined;
    });
    assert.match(
      ended,
      /The function array_repeat makes at most 100,000 elements for one value here; make rows instead/,
    );
  }).timeout(180_000);
});

function signInTo({ url, username, password }: ReadyLine): () => Promise<TestAnswer> {
  return () => sendRequest(url, "POST", "/v1/admin/serviceSecureToken", { form: { username, password } });
}

async function timeOf(signIn: () => Promise<TestAnswer>): Promise<number> {
  const startedMs = performance.now();
  assert.equal((await signIn()).status, 200);
  return performance.now() - startedMs;
}

function medianOf(times: readonly number[]): number {
  return [...times].sort((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0;
}
