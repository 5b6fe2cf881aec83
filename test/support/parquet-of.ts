import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Database, quoteText } from "../../src/duckdb/database.ts";

/** The bytes of a Parquet file with the rows of a SELECT. */
export async function parquetOf(select: string): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), "workforce-parquet-"));
  const path = join(folder, "rows.parquet");
  const database = await Database.open(":memory:");
  try {
    await database.use((connection) => connection.run(`COPY (${select}) TO ${quoteText(path)} (FORMAT parquet)`));
    return await readFile(path);
  } finally {
    database.close();
    await rm(folder, { recursive: true, force: true });
  }
}
