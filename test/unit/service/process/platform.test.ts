import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "../../../../src/base/clock.ts";
import { createResolvedProfile } from "../../../../src/service/call/profile.ts";
import {
  type DataFolderStores,
  openDataFolderStores,
  scratchFolderOf,
} from "../../../../src/service/process/platform.ts";

const model = { objects: [], metrics: [], fiscalYearStartMonth: 1, dataStart: "", dataEnd: "" };

suite("the data folder of the service", () => {
  let folder: string;
  let platform: DataFolderStores | undefined;
  setup(async () => {
    folder = await mkdtemp(join(tmpdir(), "workforce-folder-"));
  });
  teardown(async () => {
    await platform?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const open = async () => {
    platform = await openDataFolderStores(folder, {
      clock: systemClock,
      profile: createResolvedProfile(),
      database: {},
    });
    return platform;
  };

  test("has nothing under way when it is opened", async () => {
    const left = join(scratchFolderOf(folder), "WFF_a", "workforce-left");
    await mkdir(left, { recursive: true });
    await open();
    await assert.rejects(stat(left), { code: "ENOENT" });
  });

  // Two databases that spill into one folder write over each other's files, which ends the process.
  test("has a folder of its own for what each tenant's database spills", async () => {
    const { tenants } = await open();
    const spills: unknown[] = [];
    for (const code of ["WFF_a", "WFF_a~b"]) {
      const record = { code, parent: undefined, displayName: code, vanityName: "a", sample: undefined };
      await tenants.build(record, async () => model, new AbortController().signal);
      const database = (await tenants.find(code))?.database;
      const rows = await database?.use((connection) =>
        connection.rows("SELECT current_setting('temp_directory') AS spill"),
      );
      spills.push(rows?.[0]?.spill);
    }
    assert.deepEqual(spills, [join(scratchFolderOf(folder), "WFF_a"), join(scratchFolderOf(folder), "WFF_a~b")]);
  });
});
