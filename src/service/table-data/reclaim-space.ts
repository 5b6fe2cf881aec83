import type { Connection, Database } from "../../duckdb/database.ts";

/** Minimum size to reclaim in bytes; smaller gaps are left for future rows. */
const worthwhileBytes = 16 * 1024 * 1024;

/**
 * Releases unused blocks at the end of the database file. It first writes a one-row table, because DuckDB's checkpoint
 * does nothing without changes. Never throws; the next call tries again.
 */
export async function reclaimSpace(
  database: Database,
  change: (work: (connection: Connection) => Promise<void>) => Promise<void>,
): Promise<void> {
  try {
    const before = await readSize(database);
    if (before.logBytes >= worthwhileBytes / 16) {
      // Deleted rows occupy their blocks until the checkpoint.
      await checkpoint(database);
    }
    if ((await readSize(database)).freeBytes >= worthwhileBytes) {
      await change((connection) =>
        connection.run('CREATE OR REPLACE TABLE "kept".reclaimed AS SELECT true AS is_done'),
      );
      await checkpoint(database);
    }
  } catch {
    // The disk has no space for the log, or other statements are writing.
  }
}

function checkpoint(database: Database): Promise<void> {
  return database.use((connection) => connection.run("CHECKPOINT"));
}

async function readSize(database: Database): Promise<{ readonly freeBytes: number; readonly logBytes: number }> {
  const [row] = await database.use((connection) =>
    connection.rows("SELECT free_blocks * block_size AS free, wal_size AS log FROM pragma_database_size()"),
  );
  return { freeBytes: Number(row?.free), logBytes: parseSize(String(row?.log)) };
}

/** Parses a size as DuckDB formats it, such as `4.0 MiB` or `0 bytes`, into bytes. */
function parseSize(text: string): number {
  const [, number = "0", unit = ""] = /^([\d.]+) ?(\w*)$/.exec(text) ?? [];
  const powers: Readonly<Record<string, number>> = { KiB: 1, MiB: 2, GiB: 3, TiB: 4 };
  return Number(number) * 1024 ** (powers[unit] ?? 0);
}
