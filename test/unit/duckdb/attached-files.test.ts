import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AttachedFiles, type FileLease } from "../../../src/duckdb/attached-files.ts";
import { Database } from "../../../src/duckdb/database.ts";
import { DatabaseFileError } from "../../../src/duckdb/database-file.ts";

suite("attached database files", () => {
  let folder: string;
  let files: AttachedFiles;
  setup(async () => {
    folder = await mkdtemp(join(tmpdir(), "workforce-attached-"));
    files = await AttachedFiles.open({ threads: 1 }, 1);
    await write("first", { person: "1", town: "1" });
    await write("second", { person: "2" });
    await write("third", { town: "3" });
  });
  teardown(async () => {
    await files.close();
    await rm(folder, { recursive: true, force: true });
  });

  const pathOf = (name: string) => join(folder, `${name}.duckdb`);

  async function write(name: string, tables: Readonly<Record<string, string>>): Promise<void> {
    await rm(pathOf(name), { force: true });
    const database = await Database.open(pathOf(name), { threads: 1 });
    await database.use(async (connection) => {
      for (const [table, value] of Object.entries(tables)) {
        await connection.run(`CREATE TABLE ${table} AS SELECT ${value} AS number`);
      }
    });
    await database.checkpointAndClose();
  }

  const acquire = (...names: string[]) => files.acquire(names.map(pathOf));
  const numbers = async ({ database }: FileLease) =>
    database.use(async (connection) => {
      const rows = await connection.rows(
        "SELECT person.number::INTEGER AS person, town.number::INTEGER AS town FROM person, town",
      );
      return rows[0];
    });

  test("show the tables of later files in place of earlier ones, several combinations at a time", async () => {
    const leases = await Promise.all([
      acquire("first"),
      acquire("first", "second"),
      acquire("first", "second", "third"),
      acquire("first", "second"),
    ]);
    assert.deepEqual(await Promise.all(leases.map(numbers)), [
      { person: 1, town: 1 },
      { person: 2, town: 1 },
      { person: 2, town: 3 },
      { person: 2, town: 1 },
    ]);
    assert.equal(leases[1]?.database, leases[3]?.database);
  });

  test("that nobody reads are detached, the least recently used first, and attached again when they are asked for", async () => {
    const held = await acquire("first", "second");
    const other = await acquire("first", "third");
    other.release();
    other.release();
    held.release();
    assert.deepEqual(["first", "second", "third"].filter((name) => files.isAttached(pathOf(name))).length, 1);
    assert.deepEqual(await numbers(await acquire("first", "third")), { person: 1, town: 3 });
  });

  test("can be removed when the last reader has released them", async () => {
    const [one, other] = [await acquire("first"), await acquire("first")];
    let isFree = false;
    const free = files.whenFree(pathOf("first")).then(() => {
      isFree = true;
    });
    one.release();
    assert.deepEqual(await numbers(other), { person: 1, town: 1 });
    assert.equal(isFree, false);
    other.release();
    await free;
    await files.whenFree(pathOf("third"));
  });

  test("that are replaced are read anew after they were detached", async () => {
    const lease = await acquire("first");
    await files.detach(pathOf("first"));
    await write("first", { person: "7", town: "8" });
    assert.deepEqual(await numbers(await acquire("first")), { person: 7, town: 8 });
    lease.release();
    assert.equal(files.isAttached(pathOf("first")), true);
  });

  test("that are damaged or missing fail with their path, and are read once they are put back", async () => {
    await writeFile(pathOf("second"), "no database");
    for (const name of ["second", "fourth"]) {
      await assert.rejects(
        acquire("first", name),
        (error) => error instanceof DatabaseFileError && error.path === pathOf(name),
      );
    }
    await write("second", { person: "5" });
    assert.deepEqual(await numbers(await acquire("first", "second")), { person: 5, town: 1 });
  });
});
