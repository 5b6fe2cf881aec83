import assert from "node:assert/strict";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "../../../../src/base/clock.ts";
import { createResolvedProfile } from "../../../../src/service/call/profile.ts";
import { openDataFolderStores } from "../../../../src/service/process/platform.ts";
import { bundleProgram } from "../../../support/bundled-program.ts";
import { killAfter, randomNumbers } from "../../../support/killed-program.ts";
import { copySample } from "../../../support/running-service.ts";

const proofs = Number(process.env.WORKFORCE_PROOF_COUNT ?? 60);
const kills = Math.ceil(proofs / 15);
const longestMs = 1200;
const tenant = "WFF_demo";

suite("data versions of a process that was killed", function () {
  this.timeout(120_000 + kills * 20_000);
  let folder: string;
  setup(async () => {
    folder = await mkdtemp(join(tmpdir(), "workforce-versions-"));
    await copySample(join(folder, "data"));
    await bundleProgram("test/support/version-builder.ts", join(folder, "version-builder.js"));
  });
  teardown(() => rm(folder, { recursive: true, force: true }));

  test("are there whole or not at all, with their numbers, and no file is left over", async () => {
    const random = randomNumbers(Number(process.env.SEED ?? 1));
    let highest = 0;
    for (let kill = 0; kill < kills; kill++) {
      const first = Math.floor(random() * 30) + 1;
      const output = await killAfter(
        [join(folder, "version-builder.js"), join(folder, "data"), String(first)],
        kill === 0 ? /built \d+\n/ : /^ready/,
        random() * longestMs,
      );
      const answered = [...output.matchAll(/built (\d+)\n/g)].map(([, number]) => Number(number));
      assert.ok(
        answered.every((number, index) => number > Math.max(highest, ...answered.slice(0, index))),
        `${answered.join()} after ${highest}`,
      );
      highest = Math.max(highest, ...answered, await checkFolder());
    }
    assert.ok(highest > 5_000_131);
  });

  /** Checks what a start finds, and returns the highest number of a version. */
  async function checkFolder(): Promise<number> {
    const platform = await openDataFolderStores(join(folder, "data"), {
      clock: systemClock,
      profile: createResolvedProfile(),
      database: { threads: 1 },
    });
    try {
      const { dataVersions } = platform;
      const kept = await dataVersions.kept(tenant);
      for (const version of kept.filter(({ isBaseline }) => !isBaseline)) {
        const lease = await dataVersions.open(tenant, async () => [version]);
        const [row] = await lease.database.use((connection) =>
          connection.rows('SELECT count(DISTINCT "$key") AS people FROM "Employee"'),
        );
        lease.release();
        assert.equal(`${row?.people} people`, version.fingerprint);
      }
      const files = new Set(kept.flatMap(({ objects }) => [...objects.values()]));
      const found = await readdir(join(folder, "data", "tenants", tenant, "objects")).catch(() => []);
      assert.deepEqual(
        found.map((name) => `${tenant}/objects/${name}`).toSorted(),
        [...files].filter((file) => file.includes("/")).toSorted(),
      );
      const current = await platform.tenants.find(tenant);
      assert.ok((current?.model.objects.length ?? 0) > 0);
      current?.release();
      return Math.max(...kept.map(({ number }) => number));
    } finally {
      await platform.close();
    }
  }
});
