import assert from "node:assert/strict";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { Database } from "../../../../src/duckdb/database.ts";
import { type WriteVersion, writeVersionFiles } from "../../../../src/service/data-versions/build-version.ts";

suite("Files of a data version", () => {
  let folder: string;
  let base: string;
  setup(async () => {
    folder = await mkdtemp(join(tmpdir(), "workforce-build-"));
    base = join(folder, "base.duckdb");
    const database = await Database.open(base, { threads: 1 });
    await database.use(async (connection) => {
      for (const table of ["Employee", "Position", "$keys:Employee"]) {
        await connection.run(`CREATE TABLE "${table}" AS SELECT range AS id FROM range(1000)`);
      }
    });
    database.close();
  });
  teardown(() => rm(folder, { recursive: true, force: true }));

  const objects = () => join(folder, "objects");
  const build = async (write: WriteVersion, signal = new AbortController().signal) => {
    const options = {
      folder: objects(),
      sources: { baseline: [base], base: [base], newest: [base] },
      others: [],
      baseFileOf: () => base,
      additions: undefined,
      objects: ["Employee"],
      database: { threads: 1 },
    };
    return (await writeVersionFiles(options, write, signal)).files;
  };
  /** Tables of a written file, each with the number of its rows. */
  const readTables = async (path: string) => {
    const database = await Database.open(path, { threads: 1 });
    try {
      return await database.use(async (connection) => {
        const tables = await connection.rows("SELECT table_name AS name FROM duckdb_tables() ORDER BY 1");
        const counts = new Map<string, number>();
        for (const { name } of tables) {
          const [row] = await connection.rows(`SELECT count(*) AS rows FROM "${String(name)}"`);
          counts.set(String(name), Number(row?.rows));
        }
        return counts;
      });
    } finally {
      database.close();
    }
  };

  test("are changed copies of the base's that have nothing but the table of their object", async () => {
    const files = await build(async (connection, version) => {
      const isChanged = await version.changeCopy("Employee", async ({ catalog, schema }) => {
        await connection.run(`DELETE FROM ${catalog}.${schema}."Employee" WHERE id >= 900`);
        return true;
      });
      assert.ok(isChanged);
      await connection.run(`CREATE TABLE ${await version.schemaOf("Employee")}."$keys:Employee" AS SELECT 1 AS id`);
      await assert.rejects(
        version.changeCopy("Employee", async () => true),
        /was begun already/,
      );
      return {};
    });
    assert.deepEqual(
      await readdir(objects()),
      [...files.values()].map((path) => basename(path)),
    );
    assert.deepEqual(
      [...(await readTables(files.get("Employee") ?? ""))],
      [
        ["$keys:Employee", 1],
        ["Employee", 900],
      ],
    );
    assert.equal((await readTables(base)).get("Employee"), 1000);
  });

  test("are written anew where a copy is not wanted, of which nothing stays", async () => {
    const files = await build(async (connection, version) => {
      assert.equal(await version.changeCopy("Employee", async () => false), false);
      assert.deepEqual(await readdir(objects()), []);
      await connection.run(`CREATE TABLE ${await version.schemaOf("Employee")}."Employee" AS FROM "Employee" LIMIT 5`);
      return {};
    });
    assert.deepEqual([...(await readTables(files.get("Employee") ?? ""))], [["Employee", 5]]);
  });

  test("are not there after a failed or aborted change of a copy", async () => {
    const stopping = new AbortController();
    const fail: WriteVersion = async (_, version) => {
      await version.changeCopy("Employee", () => Promise.reject(new Error("out of paper")));
      return {};
    };
    await assert.rejects(build(fail), /out of paper/);
    const abort: WriteVersion = async (connection, version) => {
      await version.changeCopy("Employee", async ({ catalog }) => {
        stopping.abort(new Error("cancelled"));
        await connection.run(`CHECKPOINT ${catalog}`, [], stopping.signal);
        return true;
      });
      return {};
    };
    await assert.rejects(build(abort, stopping.signal), /cancelled/);
    const foreign: WriteVersion = async (_, version) => {
      await version.changeCopy("Position", async () => true);
      return {};
    };
    await assert.rejects(build(foreign), /has no object Position/);
    assert.deepEqual(await readdir(objects()), []);
  });
});
