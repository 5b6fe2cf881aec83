import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "../../../../src/base/clock.ts";
import type { Connection } from "../../../../src/duckdb/database.ts";
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
  test("has a folder for what the data of all tenants spills, and one for each tenant whose data is built", async () => {
    const { tenants } = await open();
    const spills: unknown[] = [];
    const note = async (connection: Connection) => {
      const [row] = await connection.rows("SELECT current_setting('temp_directory') AS spill");
      spills.push(row?.spill);
    };
    for (const code of ["WFF_a", "WFF_a~b"]) {
      const record = { code, parent: undefined, displayName: code, vanityName: "a", sample: undefined };
      const load = async (connection: Connection) => {
        await note(connection);
        return model;
      };
      await tenants.build(record, load, new AbortController().signal);
      await (await tenants.find(code))?.database.use(note);
    }
    const names = ["WFF_a", "tenants", "WFF_a~b", "tenants"];
    assert.deepEqual(
      spills,
      names.map((name) => join(scratchFolderOf(folder), name)),
    );
  });
});
