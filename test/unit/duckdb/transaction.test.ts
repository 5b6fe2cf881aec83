import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Database, inTransaction } from "../../../src/duckdb/database.ts";

suite("a transaction of DuckDB", () => {
  let folder: string;
  let database: Database;
  setup(async () => {
    folder = await mkdtemp(join(tmpdir(), "workforce-transaction-"));
    database = await Database.open(join(folder, "kept.duckdb"));
    await database.use((connection) => connection.run("CREATE TABLE kept (id INTEGER PRIMARY KEY)"));
  });
  teardown(async () => {
    database.close();
    await rm(folder, { recursive: true, force: true });
  });

  test("whose commit fails says why, and its connection goes on", async () => {
    await database.use(async (connection) => {
      const insert = async () => {
        await connection.run("INSERT INTO kept VALUES (1)");
        // The same key from elsewhere, which is found out at the commit only.
        await database.use((other) => other.run("INSERT INTO kept VALUES (1)"));
      };
      await assert.rejects(inTransaction(connection, insert), /Failed to commit/);
      await inTransaction(connection, () => connection.run("INSERT INTO kept VALUES (2)"));
      assert.deepEqual(await connection.rows("SELECT id FROM kept ORDER BY id"), [{ id: 1 }, { id: 2 }]);
    });
  });

  test("whose work fails leaves nothing, and throws what the work did", async () => {
    await database.use(async (connection) => {
      const work = async () => {
        await connection.run("INSERT INTO kept VALUES (1)");
        throw new Error("no more");
      };
      await assert.rejects(inTransaction(connection, work), /^Error: no more$/);
      assert.deepEqual(await connection.rows("SELECT id FROM kept"), []);
    });
  });
});
