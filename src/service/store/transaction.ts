import type { Connection } from "../../duckdb/database.ts";

/** All of the work's writes or none. */
export async function inTransaction<Value>(connection: Connection, work: () => Promise<Value>): Promise<Value> {
  await connection.run("BEGIN");
  try {
    const value = await work();
    await connection.run("COMMIT");
    return value;
  } catch (error) {
    // Where the commit failed DuckDB has rolled back already and refuses to do it again, which must not hide why it failed.
    await connection.run("ROLLBACK").catch(() => undefined);
    throw error;
  }
}
