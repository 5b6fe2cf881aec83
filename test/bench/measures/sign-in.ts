import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import type { ReadyLine } from "../../../src/service/process/start.ts";
import type { BenchOptions } from "../bench-options.ts";
import type { MeasuredRow } from "../report.ts";
import { alternate, median, ratioToBest, timed } from "../samples.ts";
import { withServiceProcess } from "../service-process.ts";

const stuckJobs = 4;
const longestMs = 1000;
const transactions = "/v1alpha/data/table-sources/transactions";
const endless = "SELECT count(*) AS n FROM range(10000000) a CROSS JOIN range(10000000) b WHERE a.id + b.id < 0";

/** A sign-in to a service with jobs that do not end, against one to an idle service on the same busy machine. */
export async function measureSignIn(options: BenchOptions): Promise<MeasuredRow> {
  const folderOf = (name: string) => mkdtemp(join(options.scratchFolder, `sign-in-${name}-`));
  return await withServiceProcess(options, { dataFolder: await folderOf("idle") }, async (idle) =>
    withServiceProcess(options, { dataFolder: await folderOf("busy") }, async (busy) => {
      const token = await signIn(busy.ready);
      const calls = Array.from({ length: stuckJobs }, () => runEndless(busy.ready, token));
      const jobs = await Promise.all(calls);
      const samples = await alternate(
        {
          "beside stuck jobs": () => timed(() => signIn(busy.ready)),
          "idle service": () => timed(() => signIn(idle.ready)),
        },
        options.size.rounds,
      );
      for (const job of jobs) {
        const { status } = await call(busy.ready, token, "GET", job);
        if (status !== "RUNNING") {
          throw new Error(`A job that was to run all the time is ${String(status)}.`);
        }
      }
      const ours = samples["beside stuck jobs"] ?? [];
      return {
        kind: "measured",
        name: `sign in beside ${stuckJobs} stuck jobs`,
        unit: "ms",
        criteria: [
          {
            label: "beside stuck jobs / idle service",
            value: ratioToBest(ours, [samples["idle service"] ?? []]),
            bar: 5,
          },
          { label: "ms until signed in", value: median(ours), bar: longestMs },
        ],
        samples,
        facts: { jobs: stuckJobs },
      };
    }),
  );
}

async function signIn({ url, username, password }: ReadyLine): Promise<string> {
  const body = new URLSearchParams({ username, password });
  const answer = await fetch(`${url}/v1/admin/serviceSecureToken`, { method: "POST", body });
  if (!answer.ok) {
    throw new Error(`The sign-in answered ${answer.status}.`);
  }
  return await answer.text();
}

/** Starts a job whose statement would take days; gives its path when it runs. */
async function runEndless(ready: ReadyLine, token: string): Promise<string> {
  const { transactionId } = await call(ready, token, "POST", transactions, {});
  const output = { filename: "o.csv", format: { csv: { header: false } } };
  const actions = [{ query: { query: endless, output } }];
  const { jobId } = await call(ready, token, "POST", `${transactions}/${transactionId}/jobs`, { actions });
  const job = `${transactions}/${transactionId}/jobs/${jobId}`;
  while ((await call(ready, token, "GET", job)).status !== "RUNNING") {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return job;
}

async function call(
  { url, apiKey }: ReadyLine,
  token: string,
  method: string,
  path: string,
  json?: unknown,
): Promise<Record<string, unknown>> {
  const answer = await fetch(url + path, {
    method,
    headers: { apikey: apiKey, cookie: `ServiceASIDToken=${token}`, "content-type": "application/json" },
    ...(json !== undefined && { body: JSON.stringify(json) }),
  });
  const text = await answer.text();
  if (!answer.ok) {
    throw new Error(`${method} ${path} answered ${answer.status}: ${text.slice(0, 300)}`);
  }
  return JSON.parse(text);
}
