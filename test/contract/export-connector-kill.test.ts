import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { eventually } from "../support/eventually.ts";
import { KillableService } from "../support/killable-service.ts";
import { randomNumbers } from "../support/killed-program.ts";

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
  let service: KillableService;
  suiteSetup(async () => {
    service = await KillableService.create();
  });
  suiteTeardown(async () => {
    await service.dispose();
  });

  const finished = (id: string) =>
    eventually(async () => {
      const job = await service.call<Job>("GET", `${root}/jobs/${id}`);
      return job.status === "PENDING" || job.status === "RUNNING" ? undefined : job;
    });

  test("has the former file or the new one, whole, and its job has failed or succeeded", async () => {
    const random = randomNumbers(seed);
    await service.begin();
    const { connectors } = await service.call<{ connectors: { id: string; objectName: string }[] }>(
      "GET",
      `${root}/connectors`,
    );
    const connector = connectors.find(({ objectName }) => objectName === "Nightly_People")?.id ?? "";
    const run = async () => (await service.call<{ id: string }>("POST", `${root}/connectors/${connector}/jobs`)).id;
    const outbox = join(service.dataFolder, "outbox", "WFF_demo");
    const digest = async () =>
      createHash("sha256")
        .update(await readFile(join(outbox, "people.parquet")))
        .digest("hex");
    assert.equal((await finished(await run())).status, "SUCCEEDED");
    const whole = await digest();
    for (let kill = 0; kill < kills; kill += 1) {
      const id = await run();
      for (let look = Math.floor(random() * mostLooks); look > 0; look -= 1) {
        await service.call("GET", `${root}/jobs/${id}`);
      }
      await service.kill();
      assert.equal(await digest(), whole);
      await service.begin();
      // A job that had not begun runs now.
      const { status, errorMessage, syncJobs } = await finished(id);
      if (status === "FAILED") {
        assert.equal(errorMessage, "The service ended while the job was running; start it again.");
        assert.ok(syncJobs.every((one) => one.status !== "RUNNING" && one.status !== "PENDING"));
      } else {
        assert.equal(status, "SUCCEEDED");
      }
      assert.equal(await digest(), whole);
    }
    assert.equal((await finished(await run())).status, "SUCCEEDED");
    assert.deepEqual(await readdir(outbox), ["people.parquet"]);
    assert.deepEqual(
      (await readdir(join(service.dataFolder, "scratch"))).filter((name) => name.startsWith("workforce-")),
      [],
    );
    await service.kill();
  });
});
