import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SqlJobStatus } from "../../src/contract/sql-job-schemas.ts";
import { serviceArguments } from "../../src/service/start.ts";
import { eventually } from "../support/eventually.ts";
import { sendRequest } from "../support/running-service.ts";
import { buildServiceProgram, type ServiceProgram } from "../support/service-program.ts";

const root = "/v1alpha/data/table-sources";
/** More than Node has threads for by default. */
const jobs = 6;

suite("a service with long jobs", () => {
  let program: ServiceProgram;
  let dataFolder: string;
  suiteSetup(async () => {
    program = await buildServiceProgram();
    dataFolder = await mkdtemp(join(tmpdir(), "workforce-stuck-"));
  });
  suiteTeardown(async () => {
    await program.dispose();
    await rm(dataFolder, { recursive: true, force: true });
  });

  test("signs in while more statements run than Node has threads, and refuses what would make too much", async () => {
    const { url, apiKey, username, password } = await program.start(serviceArguments({ dataFolder })).ready;
    const signIn = () => sendRequest(url, "POST", "/v1/admin/serviceSecureToken", { form: { username, password } });
    const headers = { apikey: apiKey, cookie: `ServiceASIDToken=${(await signIn()).text}` };
    const call = async <Value = Record<string, string>>(
      method: string,
      path: string,
      json?: unknown,
    ): Promise<Value> => {
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
    const long = "SELECT count(*) AS n FROM range(10000000) a CROSS JOIN range(10000000) b WHERE a.id + b.id < 0";
    const running = await Promise.all(Array.from({ length: jobs }, () => run(long)));
    for (const job of running) {
      await eventually(async () => ((await status(job)).status === "RUNNING" ? true : undefined));
    }
    assert.equal((await signIn()).status, 200);
    const refused = await run("SELECT size(array_repeat(1, 2000000000)) AS n");
    const ended = await eventually(async () => {
      const answer = await status(refused);
      return answer.status === "FAILED" ? JSON.stringify(answer) : undefined;
    });
    assert.match(
      ended,
      /The function array_repeat makes at most 100,000 elements for one value here; make rows instead/,
    );
  }).timeout(90_000);
});
