import assert from "node:assert/strict";
import { lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { systemClock } from "../../../../src/base/clock.ts";
import { createResolvedProfile } from "../../../../src/service/call/profile.ts";
import {
  claimDataFolder,
  dataFolderMarkerFile,
  inspectDataFolder,
} from "../../../../src/service/process/data-folder.ts";
import { openDataFolderStores } from "../../../../src/service/process/platform.ts";

const uuid = "0d1f2a3b-4c5d-4e6f-8a7b-0123456789ab";

suite("a data folder that may be somebody else's", () => {
  let parent: string;
  let folder: string;
  setup(async () => {
    parent = await mkdtemp(join(tmpdir(), "workforce-claim-"));
    folder = join(parent, "data");
  });
  teardown(() => rm(parent, { recursive: true, force: true }));

  async function write(path: string, text = "years of work") {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }

  /** Opens the folder as a start of the service does, and closes it. */
  async function start() {
    const platform = await openDataFolderStores(folder, {
      clock: systemClock,
      profile: createResolvedProfile(),
      database: {},
    });
    await platform.close();
  }

  /** Every file and link in the folder. */
  async function listFiles() {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => !entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
      .sort();
  }

  test("is marked when it was not there or holds nothing, and stays marked", async () => {
    assert.equal(await inspectDataFolder(folder), "empty");
    await claimDataFolder(folder);
    assert.equal((await lstat(folder)).mode & 0o077, 0);
    assert.deepEqual(await readdir(folder), [dataFolderMarkerFile]);
    await write("anything.txt");
    await claimDataFolder(folder);
    assert.equal(await inspectDataFolder(folder), "ours");
  });

  for (const files of [
    ["scratch/drafts/thesis.txt"],
    ["sql-transactions/notes.txt"],
    ["tenants/WFF_demo.duckdb.building"],
    ["tenants/plan.building.txt"],
    ["thesis.txt"],
    // A database of that name alone does not make a folder ours.
    ["platform.duckdb", "thesis.txt"],
    ["platform.duckdb", "tenants/list.txt", "thesis.txt"],
    ["credentials.json", "scratch/thesis.txt"],
    ["service.log", "scratch/thesis.txt"],
  ]) {
    test(`is refused and left as it is when it holds ${files.join(" and ")}`, async () => {
      for (const file of files) {
        await write(file);
      }
      await assert.rejects(start(), (error: Error) => {
        assert.equal(error.name, "StoreError");
        assert.ok(error.message.includes(`the folder ${folder} holds files that do not belong to this service`));
        assert.match(error.message, /Choose an empty folder, or one that the service has used before/);
        return true;
      });
      assert.deepEqual(await listFiles(), [...files].sort());
    });
  }

  for (const [what, files] of [
    ["nothing but what a window or a file manager leaves", ["service.log", ".DS_Store"]],
    ["identity providers for the first start", ["identity-providers.json"]],
  ] as const) {
    test(`is taken when it holds ${what}`, async () => {
      for (const file of files) {
        await write(file, "{}");
      }
      await start();
      assert.equal(await inspectDataFolder(folder), "ours");
    });
  }

  test("of an earlier version is known by its files and gets the marker, also with files of its user's in it", async () => {
    await start();
    await rm(join(folder, dataFolderMarkerFile));
    await start();
    await write("credentials.json", "{}");
    await write("my notes.txt");
    await rm(join(folder, dataFolderMarkerFile));
    await start();
    assert.ok((await listFiles()).includes(dataFolderMarkerFile));
    assert.equal(await readFile(join(folder, "my notes.txt"), "utf8"), "years of work");
  });

  test("loses what a killed service left in it by the service's own names, and nothing else", async () => {
    await claimDataFolder(folder);
    const own = [
      "scratch/rows-1",
      "scratch/WFF_demo/duckdb_temp_storage_DEFAULT-0.tmp",
      "scratch/WFF_demo~north/workforce-abc123/rows-7",
      "scratch/table-data/duckdb_temp_block-12.block",
      `sql-transactions/${uuid}/${uuid}`,
      `sql-transactions/${uuid}/${uuid}-3`,
      "tenants/WFF_demo.duckdb.building",
      "tenants/WFF_demo~north.duckdb.building.wal",
    ];
    const others = [
      "scratch/drafts/thesis.txt",
      "scratch/WFF_demo/thesis.txt",
      "scratch/thesis.txt",
      "sql-transactions/letters/thesis.txt",
      `sql-transactions/${uuid}/thesis.txt`,
      "sql-transactions/thesis.txt",
      "tenants/house.building.txt",
      "tenants/WFF_demo.duckdb.building.zip",
    ];
    for (const file of [...own, ...others]) {
      await write(file);
    }
    await start();
    const left = await listFiles();
    assert.deepEqual(
      left.filter((file) => [...own, ...others].includes(file)),
      [...others].sort(),
    );
  });

  test("is never left by way of a symbolic link", async () => {
    await claimDataFolder(folder);
    const outside = join(parent, "outside");
    const targets = ["rows-1", uuid, "WFF_a.duckdb.building", `${uuid}-1`];
    await mkdir(outside);
    for (const name of targets) {
      await writeFile(join(outside, name), "years of work");
    }
    await mkdir(join(folder, "tenants"));
    await mkdir(join(folder, "scratch"));
    await mkdir(join(folder, "sql-transactions", uuid), { recursive: true });
    const links = [
      ["scratch/WFF_a", outside],
      ["scratch/rows-1", join(outside, "rows-1")],
      [`sql-transactions/${uuid.replace("0", "1")}`, outside],
      [`sql-transactions/${uuid}/${uuid}`, join(outside, uuid)],
      ["tenants/WFF_a.duckdb.building", join(outside, "WFF_a.duckdb.building")],
    ] as const;
    for (const [path, target] of links) {
      await symlink(target, join(folder, path));
    }
    await start();
    assert.deepEqual((await readdir(outside)).sort(), [...targets].sort());
    for (const [path] of links) {
      assert.ok((await lstat(join(folder, path))).isSymbolicLink(), path);
    }
  });

  test("whose own folders are links keeps what lies behind them", async () => {
    await claimDataFolder(folder);
    for (const name of ["scratch", "sql-transactions", "tenants"]) {
      await mkdir(join(parent, name));
      await symlink(join(parent, name), join(folder, name));
    }
    await writeFile(join(parent, "scratch", "rows-1"), "x");
    await mkdir(join(parent, "sql-transactions", uuid));
    await writeFile(join(parent, "sql-transactions", uuid, uuid), "x");
    await writeFile(join(parent, "tenants", "WFF_a.duckdb.building"), "x");
    await start();
    assert.deepEqual(await readdir(join(parent, "scratch")), ["rows-1"]);
    assert.deepEqual(await readdir(join(parent, "sql-transactions", uuid)), [uuid]);
    assert.deepEqual(await readdir(join(parent, "tenants")), ["WFF_a.duckdb.building"]);
  });
});
