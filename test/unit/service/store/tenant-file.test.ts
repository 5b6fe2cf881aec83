import assert from "node:assert/strict";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Database } from "../../../../src/duckdb/database.ts";
import type { TenantModel } from "../../../../src/service/model/tenant-model.ts";
import {
  buildTenantFile,
  type LoadTenantData,
  readModel,
  removeUnfinishedTenantFiles,
  tenantFilePathOf,
} from "../../../../src/service/store/tenant-file.ts";

const model = (dataEnd: string): TenantModel => ({
  objects: [],
  metrics: [],
  fiscalYearStartMonth: 4,
  dataStart: "2020-01-01T00:00:00.000Z",
  dataEnd,
});

const load =
  (rows: number, dataEnd: string): LoadTenantData =>
  async (connection) => {
    await connection.run(`CREATE TABLE people AS SELECT i FROM range(${rows}) AS numbers(i)`);
    return model(dataEnd);
  };

suite("a tenant's file", () => {
  let folder: string;
  let path: string;
  const { signal } = new AbortController();
  setup(async () => {
    folder = await mkdtemp(join(tmpdir(), "workforce-tenant-"));
    path = tenantFilePathOf(folder, "WFF_a~b");
  });
  teardown(() => rm(folder, { recursive: true, force: true }));

  async function content() {
    const database = await Database.open(path);
    try {
      const [row] = await database.use((connection) => connection.rows("SELECT count(*) AS count FROM people"));
      return { rows: Number(row?.count), model: await readModel(database) };
    } finally {
      database.close();
    }
  }

  test("is named by the tenant's code, which cannot lead elsewhere", () => {
    assert.equal(path, join(folder, "WFF_a~b.duckdb"));
    for (const code of ["", "demo", "WFF_", "WFF_../x", "WFF_a~b~c", "WFF_a/b"]) {
      assert.throws(() => tenantFilePathOf(folder, code), { name: "StoreError" });
    }
  });

  test("has the data and the model that were loaded, and nothing beside it", async () => {
    await buildTenantFile(path, {}, load(7, "2021"), signal);
    assert.deepEqual(await content(), { rows: 7, model: model("2021") });
    assert.deepEqual(await readdir(folder), ["WFF_a~b.duckdb"]);
  });

  test("is replaced as a whole", async () => {
    await buildTenantFile(path, {}, load(7, "2021"), signal);
    await buildTenantFile(path, {}, load(9, "2022"), signal);
    assert.deepEqual(await content(), { rows: 9, model: model("2022") });
  });

  test("stays as it was when a load fails", async () => {
    await buildTenantFile(path, {}, load(7, "2021"), signal);
    const failing: LoadTenantData = async (connection, abort) => {
      await load(9, "2022")(connection, abort);
      throw new Error("out of paper");
    };
    await assert.rejects(buildTenantFile(path, {}, failing, signal), { message: "out of paper" });
    assert.deepEqual(await content(), { rows: 7, model: model("2021") });
  });

  test("never takes up what an earlier load left behind", async () => {
    await writeFile(`${path}.building`, "half a file");
    await writeFile(`${path}.building.wal`, "half a log");
    await buildTenantFile(path, {}, load(7, "2021"), signal);
    assert.equal((await content()).rows, 7);
    await writeFile(`${path}.building`, "half a file");
    await removeUnfinishedTenantFiles(folder);
    assert.deepEqual(await readdir(folder), ["WFF_a~b.duckdb"]);
  });
});
