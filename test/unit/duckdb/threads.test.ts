import assert from "node:assert/strict";
import { Database } from "../../../src/duckdb/database.ts";

suite("work without threads of DuckDB's own", () => {
  const threads = (database: Database) =>
    database.use(async (connection) => (await connection.rows("SELECT current_setting('threads') AS n"))[0]?.["n"]);

  test("gives them back when the last of it ends, also when it fails", async () => {
    const database = await Database.open(":memory:", { threads: 3 });
    try {
      assert.equal(await threads(database), 3n);
      let endFirst = () => {};
      const first = database.withoutThreads(() => new Promise<void>((resolve) => (endFirst = resolve)));
      const failing = database.withoutThreads(async () => {
        assert.equal(await threads(database), 1n);
        throw new Error("failed");
      });
      await assert.rejects(failing, /failed/);
      assert.equal(await threads(database), 1n);
      endFirst();
      await first;
      assert.equal(await threads(database), 3n);
    } finally {
      database.close();
    }
  });
});
