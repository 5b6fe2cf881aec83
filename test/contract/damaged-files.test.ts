import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Database } from "../../src/duckdb/database.ts";
import { damages, flipBlocks, withStorageVersion } from "../support/damaged-database.ts";
import { startTestService, type TestService } from "../support/running-service.ts";

const query =
  'SELECT employeeCount() FROM Employee WHERE Service_Time IN periods(date("2026-01-01"), 1, period(1, Month))';

const emptyModel = { objects: [], metrics: [], fiscalYearStartMonth: 1, dataStart: "", dataEnd: "" };

suite("a tenant whose file is damaged", function () {
  this.timeout(120_000);
  let test_: TestService;
  let path: string;
  let whole: Buffer;
  suiteSetup(async () => {
    test_ = await startTestService();
    path = join(test_.dataFolder, "tenants", "WFF_demo.duckdb");
    whole = await readFile(path);
  });
  suiteTeardown(() => test_.dispose());

  const ask = (headers: Record<string, string> = {}) =>
    test_.call("POST", "/v1/data/query/sql", { json: { query }, headers });

  async function assertRefused(words: RegExp) {
    const refused = await ask();
    const { code, message, userError } = refused.json();
    assert.deepEqual([refused.status, code, userError], [500, "DATA_UNUSABLE", false], refused.text);
    assert.ok(String(message).includes(path), String(message));
    assert.match(String(message), words);
  }

  /** What needs no data of the tenant, or that of another one. */
  async function assertOthersWork() {
    for (const address of ["/v1alpha/reporting/reports", "/v1/admin/projects", "/v1alpha/data/table-sources/tables"]) {
      assert.equal((await test_.call("GET", address)).status, 200, address);
    }
    assert.equal((await ask({ TargetTenantID: "WFF_demo~north" })).status, 200);
  }

  for (const [what, damage] of Object.entries(damages)) {
    test(`that is ${what} says so and what to do, and everything else goes on`, async () => {
      await writeFile(path, damage(whole));
      await assertRefused(
        /cannot be opened.*Restore it from a backup, or remove it to have the sample generated again\.$/,
      );
      await assertOthersWork();
    });
  }

  test("that another version wrote says so", async () => {
    await writeFile(path, withStorageVersion(whole, 9999n));
    await assertRefused(/another version of the database wrote it. Start the version of the service that wrote it/);
  });

  test("that is a folder says so", async () => {
    await rm(path);
    await mkdir(path);
    await assertRefused(/cannot be opened/);
    await rm(path, { recursive: true });
  });

  test("that is another database says so", async () => {
    await writeFile(path, await readFile(join(test_.dataFolder, "table-data.duckdb")));
    await assertRefused(/has incomplete data of a tenant. Restore it from a backup/);
  });

  test("whose log is none is not opened without what was in it", async () => {
    await writeFile(path, whole);
    for (const log of [Buffer.from("garbage ".repeat(100)), Buffer.alloc(400)]) {
      await writeFile(`${path}.wal`, log);
      await assertRefused(/\.wal cannot be opened: it is damaged or belongs to another file.*or remove the log/);
    }
    await rm(path);
    await assertRefused(/\.wal cannot be opened/);
    assert.ok(!existsSync(path), "no empty tenant is made in its place");
    await rm(`${path}.wal`);
  });

  test("that was put back is used again, without a restart", async () => {
    await writeFile(path, damages.zeroed?.(whole) ?? "");
    await assertRefused(/cannot be opened/);
    await writeFile(path, whole);
    const answer = await ask();
    assert.equal(answer.status, 200, answer.text);
  });

  test("that is missing is made again as the same sample, and the log says so", async () => {
    const before = (await ask()).json();
    await test_.restart(() => rm(path));
    assert.deepEqual((await ask()).json(), before);
    assert.ok(
      test_.log.some((line) => line.includes(`The file ${path} is missing; the sample of WFF_demo is generated again`)),
    );
  });

  test("that is missing and was no sample of this version is not made again", async () => {
    const { tenants } = test_.service.platform;
    const record = tenants.record("WFF_demo");
    assert.ok(record?.sample);
    const older = { ...record, sample: { ...record.sample, layout: 0 } };
    await tenants.build(older, async () => emptyModel, new AbortController().signal);
    await rm(path);
    await tenants.close();
    await assertRefused(/with the data of WFF_demo is missing\. Restore it from a backup\.$/);
    await tenants.build(record, async () => emptyModel, new AbortController().signal);
    await tenants.close();
    await writeFile(path, whole);
  });

  test("in a block of its rows says so where the rows are read, and the rest goes on", async () => {
    const blocks = await rowBlocks();
    assert.ok(blocks.length > 0);
    await test_.restart(() => writeFile(path, flipBlocks(whole, blocks)));
    await assertRefused(/is damaged\. Restore it from a backup\.$/);
    await assertOthersWork();
  });

  /** Numbers of the blocks that hold rows and nothing of the model. */
  async function rowBlocks(): Promise<number[]> {
    await test_.service.platform.tenants.close();
    await writeFile(path, whole);
    const database = await Database.open(path);
    try {
      return await database.use(async (connection) => {
        const tables = await connection.rows("SELECT table_name AS name FROM duckdb_tables()");
        const blocksOf = async (name: string) => {
          const rows = await connection.rows("SELECT DISTINCT block_id AS id FROM pragma_storage_info(?)", [
            `"${name}"`,
          ]);
          return rows.map(({ id }) => Number(id)).filter((id) => id >= 0);
        };
        const ofModel = await blocksOf("$model");
        const all = await Promise.all(tables.map(({ name }) => blocksOf(String(name))));
        return [...new Set(all.flat())].filter((id) => !ofModel.includes(id));
      });
    } finally {
      database.close();
    }
  }
});
