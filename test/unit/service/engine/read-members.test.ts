import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AttachedFiles } from "../../../../src/duckdb/attached-files.ts";
import { type ConnectionSource, Database } from "../../../../src/duckdb/database.ts";
import { readMembers } from "../../../../src/service/engine/read-members.ts";
import { createMemberTable, flattenMembers } from "../../../../src/service/model/member-tree.ts";

const { signal } = new AbortController();

suite("the members of a dimension", () => {
  let folder: string;
  let files: AttachedFiles;
  setup(async () => {
    folder = await mkdtemp(join(tmpdir(), "workforce-members-"));
    files = await AttachedFiles.open({ threads: 1 });
  });
  teardown(async () => {
    await files.close();
    await rm(folder, { recursive: true, force: true });
  });

  const path = () => join(folder, "places.duckdb");
  const fill = (database: Database, names: readonly string[]) =>
    database.use((connection) =>
      createMemberTable(
        connection,
        "Place",
        flattenMembers(
          names.map((name) => ({ name, displayName: name })),
          0,
        ),
      ),
    );

  async function write(...names: readonly string[]): Promise<void> {
    await files.detach(path());
    await rm(path(), { force: true });
    const database = await Database.open(path(), { threads: 1 });
    await fill(database, names);
    await database.checkpointAndClose();
  }

  async function withPlaces<Value>(work: (database: ConnectionSource) => Promise<Value>): Promise<Value> {
    const lease = await files.acquire([path()]);
    try {
      return await work(lease.database);
    } finally {
      lease.release();
    }
  }

  const read = (database: ConnectionSource) => readMembers(database, "Place", signal);
  const namesOf = async (database: ConnectionSource) => (await read(database)).map(({ name }) => name);

  test("are read once for all queries on the same data, and anew for other data", async () => {
    await write("North", "South");
    const [first, second] = [await withPlaces(read), await withPlaces(read)];
    assert.deepEqual(
      first.map(({ name }) => name),
      ["North", "South"],
    );
    assert.equal(first, second);
    await write("North", "East");
    assert.deepEqual(await withPlaces(namesOf), ["North", "East"]);
  });

  test("are read each time if there are very many", async () => {
    await write(...Array.from({ length: 2_001 }, (_, index) => `Place ${index}`));
    const [first, second] = [await withPlaces(read), await withPlaces(read)];
    assert.notEqual(first, second);
    assert.deepEqual(first, second);
  });

  test("are read each time from a database that may change", async () => {
    const database = await Database.open(":memory:", { threads: 1 });
    try {
      await fill(database, ["North"]);
      assert.deepEqual(await namesOf(database), ["North"]);
      await database.use((connection) => connection.run('DROP TABLE "$members:Place"'));
      await fill(database, ["South"]);
      assert.deepEqual(await namesOf(database), ["South"]);
    } finally {
      database.close();
    }
  });
});
