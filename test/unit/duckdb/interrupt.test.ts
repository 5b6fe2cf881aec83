import assert from "node:assert/strict";
import { type Connection, Database } from "../../../src/duckdb/database.ts";

/** Takes hours. */
const endless = "SELECT count(*) FROM range(100000000) a(i), range(100000) b(i) WHERE a.i + b.i < 0";

suite("an interrupted statement of DuckDB", () => {
  let database: Database;
  suiteSetup(async () => {
    database = await Database.open(":memory:", { threads: 1 });
  });
  suiteTeardown(() => database.close());

  for (const [what, read] of [
    ["a statement", (connection: Connection, signal: AbortSignal) => connection.run(endless, [], signal)],
    ["the rows of a query", (connection: Connection, signal: AbortSignal) => connection.rows(endless, [], signal)],
    ["columns", (connection: Connection, signal: AbortSignal) => connection.columns(endless, [], signal).next()],
  ] as const) {
    test(`ends where the signal is aborted before DuckDB has begun with ${what}`, async () => {
      await database.use(async (connection) => {
        const controller = new AbortController();
        const ended = read(connection, controller.signal);
        controller.abort(new Error("too long"));
        await assert.rejects(ended, /too long/);
        assert.deepEqual(await connection.rows("SELECT 1 AS one"), [{ one: 1 }]);
      });
    });
  }
});
