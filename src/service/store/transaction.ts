import type { Connection } from "../../duckdb/database.ts";

/** All of the work's writes or none. */
export async function inTransaction<Value>(connection: Connection, work: () => Promise<Value>): Promise<Value> {
  await connection.run("BEGIN");
  try {
    const value = await work();
    await connection.run("COMMIT");
    return value;
  } catch (error) {
    await connection.run("ROLLBACK");
    throw error;
  }
}
