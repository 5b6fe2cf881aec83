import assert from "node:assert/strict";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServiceArguments, type ReadyLine } from "../../src/service/process/start.ts";
import { eventually } from "../support/eventually.ts";
import type { ExportAnswer } from "../support/export-caller.ts";
import { randomNumbers } from "../support/killed-program.ts";
import { copySample, sendRequest } from "../support/running-service.ts";
import { type RunningProgram, type ServiceProgram, serviceProgram } from "../support/service-program.ts";

/** A soak of five rounds kills it two hundred times. */
const kills = process.env.WORKFORCE_PROOF_COUNT ? Math.ceil(Number(process.env.WORKFORCE_PROOF_COUNT) / 50) : 3;
const seed = Number(process.env.SEED ?? 1);
/** Statuses that are asked for before the end, at most: some fall into the first file, some into the last, some behind it. */
const mostLooks = 60;
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
  let program: ServiceProgram;
  let dataFolder: string;
  setup(async () => {
    dataFolder = await mkdtemp(join(tmpdir(), "workforce-export-kill-"));
    await copySample(dataFolder);
  });
  teardown(() => rm(dataFolder, { recursive: true, force: true }));
  suiteSetup(() => {
    program = serviceProgram();
  });
  suiteTeardown(() => program.dispose());

  async function begin() {
    const running: RunningProgram = program.start(createServiceArguments({ dataFolder }));
    const { url, apiKey, username, password }: ReadyLine = await running.ready;
    const token = await sendRequest(url, "POST", "/v1/admin/serviceSecureToken", { form: { username, password } });
    const headers = { apikey: apiKey, cookie: `ServiceASIDToken=${token.text}` };
    return {
      async call<Value>(method: string, path: string, json?: unknown): Promise<Value> {
        const target = `/v1alpha/data/data-version-exports${path}`;
        const answer = await sendRequest(url, method, target, { headers, ...(json !== undefined && { json }) });
        assert.equal(answer.status, 200, answer.text);
        return answer.json();
      },
      async kill() {
        running.process.kill("SIGKILL");
        await running.end;
      },
    };
  }

  /** Sizes of the files in the folder of exports, which are those that the exports say, and no others. */
  async function checkFiles(exports: readonly ExportAnswer[]): Promise<void> {
    const folder = join(dataFolder, "exports");
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
      let service = await begin();
      let whole: string | undefined;
      for (let kill = first; kill < Math.min(kills, first + exportsOfDay); kill += 1) {
        const { jobUuid } = await service.call<{ jobUuid: string }>("POST", "/jobs", { dataVersionNumber: "5000130" });
        for (let look = Math.floor(random() * mostLooks); look > 0; look -= 1) {
          await service.call("GET", `/jobs/${jobUuid}`);
        }
        await service.kill();
        service = await begin();
        // A job that had not begun runs now.
        const job = await eventually(async () => {
          const state = await service.call<ExportJob>("GET", `/jobs/${jobUuid}`);
          return state.completed ? state : undefined;
        });
        const { dataVersionExports } = await service.call<{ dataVersionExports: ExportAnswer[] }>("GET", "/exports");
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
