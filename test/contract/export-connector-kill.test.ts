import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServiceArguments, type ReadyLine } from "../../src/service/process/start.ts";
import { eventually } from "../support/eventually.ts";
import { randomNumbers } from "../support/killed-program.ts";
import { copySample, sendRequest } from "../support/running-service.ts";
import { type RunningProgram, type ServiceProgram, serviceProgram } from "../support/service-program.ts";

/** A soak of five rounds kills it two hundred times. */
const kills = process.env.WORKFORCE_PROOF_COUNT ? Math.ceil(Number(process.env.WORKFORCE_PROOF_COUNT) / 50) : 3;
const seed = Number(process.env.SEED ?? 1);
/** Statuses that are asked for before the end, at most: some fall before the write, some into it, some behind it. */
const mostLooks = 30;
const root = "/v1alpha/data/export-connectors";

interface Job {
  readonly status: string;
  readonly errorMessage?: string;
  readonly syncJobs: readonly { readonly status: string }[];
}

suite("a service that is killed while it exports to a folder", function () {
  this.timeout(600_000);
  let program: ServiceProgram;
  let dataFolder: string;
  suiteSetup(async () => {
    program = serviceProgram();
    dataFolder = await mkdtemp(join(tmpdir(), "workforce-connector-kill-"));
    await copySample(dataFolder);
  });
  suiteTeardown(async () => {
    await program.dispose();
    await rm(dataFolder, { recursive: true, force: true });
  });

  async function begin() {
    const running: RunningProgram = program.start(createServiceArguments({ dataFolder }));
    const { url, apiKey, username, password }: ReadyLine = await running.ready;
    const token = await sendRequest(url, "POST", "/v1/admin/serviceSecureToken", { form: { username, password } });
    const headers = { apikey: apiKey, cookie: `ServiceASIDToken=${token.text}` };
    return {
      async call<Value>(method: string, path: string): Promise<Value> {
        const answer = await sendRequest(url, method, `${root}/${path}`, { headers });
        assert.equal(answer.status, 200, answer.text);
        return answer.json();
      },
      async kill() {
        running.process.kill("SIGKILL");
        await running.end;
      },
    };
  }

  type Service = Awaited<ReturnType<typeof begin>>;

  const finished = (service: Service, id: string) =>
    eventually(async () => {
      const job = await service.call<Job>("GET", `jobs/${id}`);
      return job.status === "PENDING" || job.status === "RUNNING" ? undefined : job;
    });

  test("has the former file or the new one, whole, and its job has failed or succeeded", async () => {
    const random = randomNumbers(seed);
    let service = await begin();
    const { connectors } = await service.call<{ connectors: { id: string; objectName: string }[] }>(
      "GET",
      "connectors",
    );
    const connector = connectors.find(({ objectName }) => objectName === "Nightly_People")?.id ?? "";
    const run = async () => (await service.call<{ id: string }>("POST", `connectors/${connector}/jobs`)).id;
    const outbox = join(dataFolder, "outbox", "WFF_demo");
    const digest = async () =>
      createHash("sha256")
        .update(await readFile(join(outbox, "people.parquet")))
        .digest("hex");
    assert.equal((await finished(service, await run())).status, "SUCCEEDED");
    const whole = await digest();
    for (let kill = 0; kill < kills; kill += 1) {
      const id = await run();
      for (let look = Math.floor(random() * mostLooks); look > 0; look -= 1) {
        await service.call("GET", `jobs/${id}`);
      }
      await service.kill();
      assert.equal(await digest(), whole);
      service = await begin();
      // A job that had not begun runs now.
      const { status, errorMessage, syncJobs } = await finished(service, id);
      if (status === "FAILED") {
        assert.equal(errorMessage, "The service ended while the job was running; start it again.");
        assert.ok(syncJobs.every((one) => one.status !== "RUNNING" && one.status !== "PENDING"));
      } else {
        assert.equal(status, "SUCCEEDED");
      }
      assert.equal(await digest(), whole);
    }
    assert.equal((await finished(service, await run())).status, "SUCCEEDED");
    assert.deepEqual(await readdir(outbox), ["people.parquet"]);
    assert.deepEqual(
      (await readdir(join(dataFolder, "scratch"))).filter((name) => name.startsWith("workforce-")),
      [],
    );
    await service.kill();
  });
});
