import type { Connection } from "../../duckdb/database.ts";

/** Runs work in a transaction: commits all of its writes, or rolls back and rethrows. */
export async function inTransaction<Value>(connection: Connection, work: () => Promise<Value>): Promise<Value> {
  await connection.run("BEGIN");
  try {
    const value = await work();
    await connection.run("COMMIT");
    return value;
  } catch (error) {
    // After a failed commit, DuckDB has rolled back already and refuses to do so again. That error must not hide the
    // first.
    await connection.run("ROLLBACK").catch(() => undefined);
    throw error;
  }
}
