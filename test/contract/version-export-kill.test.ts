import assert from "node:assert/strict";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { eventually } from "../support/eventually.ts";
import type { ExportAnswer } from "../support/export-caller.ts";
import { KillableService } from "../support/killable-service.ts";
import { randomNumbers } from "../support/killed-program.ts";

/** A soak of five rounds kills it two hundred times. */
const kills = process.env.WORKFORCE_PROOF_COUNT ? Math.ceil(Number(process.env.WORKFORCE_PROOF_COUNT) / 50) : 3;
const seed = Number(process.env.SEED ?? 1);
/** Statuses that are asked for before the end, at most: some fall into the first file, some into the last, some behind it. */
const mostLooks = 60;
const root = "/v1alpha/data/data-version-exports";
/** Exports that a tenant has on a day. */
const exportsOfDay = 10;

interface ExportJob {
  readonly completed: boolean;
  readonly failed: boolean;
  readonly exportUuid?: string | null;
  readonly message?: string;
}

suite("a service that is killed while it exports a data version", function () {
  this.timeout(600_000);
  let service: KillableService;
  setup(async () => {
    service = await KillableService.create();
  });
  teardown(() => service.dispose());

  /** Sizes of the files in the folder of exports, which are those that the exports say, and no others. */
  async function checkFiles(exports: readonly ExportAnswer[]): Promise<void> {
    const folder = join(service.dataFolder, "exports");
    const names = await readdir(folder);
    assert.deepEqual(names.toSorted(), exports.map(({ uuid }) => uuid).toSorted());
    for (const { uuid, tables } of exports) {
      const said = tables.flatMap(({ commonColumns }) => commonColumns.files.map(({ sizeBytes }) => sizeBytes));
      const files = await readdir(join(folder, uuid));
      const sizes = await Promise.all(files.map(async (name) => (await stat(join(folder, uuid, name))).size));
      assert.deepEqual(sizes.toSorted(), said.toSorted());
    }
  }

  for (let first = 0; first < kills; first += exportsOfDay) {
    test(`has the export whole or not at all, from kill ${first + 1} on`, async () => {
      const random = randomNumbers(seed + first);
      await service.begin();
      let whole: string | undefined;
      for (let kill = first; kill < Math.min(kills, first + exportsOfDay); kill += 1) {
        const { jobUuid } = await service.call<{ jobUuid: string }>("POST", `${root}/jobs`, {
          dataVersionNumber: "5000130",
        });
        for (let look = Math.floor(random() * mostLooks); look > 0; look -= 1) {
          await service.call("GET", `${root}/jobs/${jobUuid}`);
        }
        await service.kill();
        await service.begin();
        // A job that had not begun runs now.
        const job = await eventually(async () => {
          const state = await service.call<ExportJob>("GET", `${root}/jobs/${jobUuid}`);
          return state.completed ? state : undefined;
        });
        const { dataVersionExports } = await service.call<{ dataVersionExports: ExportAnswer[] }>(
          "GET",
          `${root}/exports`,
        );
        await checkFiles(dataVersionExports);
        const made = dataVersionExports.find(({ uuid }) => uuid === job.exportUuid);
        if (job.failed) {
          assert.equal(made, undefined);
          assert.match(job.message ?? "", /The service ended while the job was running; start it again/);
        } else {
          const rows = JSON.stringify(
            made?.tables.map(({ commonColumns: { files } }) => files.map((file) => file.rows)),
          );
          whole ??= rows;
          assert.equal(rows, whole);
        }
      }
      await service.kill();
    });
  }
});
