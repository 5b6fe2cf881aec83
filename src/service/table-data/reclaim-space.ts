import type { Connection, Database } from "../../duckdb/database.ts";

/** Less is left for the next rows. */
const worthwhileBytes = 16 * 1024 * 1024;

/**
 * Shortens the file by the blocks that nothing uses. DuckDB does so at a checkpoint, but only at one that has something to
 * write, so a table of one row is written first. Never fails: where it cannot be done, the next one makes up for it.
 */
export async function reclaimSpace(
  database: Database,
  change: (work: (connection: Connection) => Promise<void>) => Promise<void>,
): Promise<void> {
  try {
    const before = await readSize(database);
    if (before.logBytes >= worthwhileBytes / 16) {
      // Rows that were deleted have their blocks until then.
      await checkpoint(database);
    }
    if ((await readSize(database)).freeBytes >= worthwhileBytes) {
      await change((connection) =>
        connection.run('CREATE OR REPLACE TABLE "kept".reclaimed AS SELECT true AS is_done'),
      );
      await checkpoint(database);
    }
  } catch {
    // No room for the log, or others are writing.
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

/** As DuckDB writes sizes, such as `4.0 MiB` or `0 bytes`. */
function parseSize(text: string): number {
  const [, number = "0", unit = ""] = /^([\d.]+) ?(\w*)$/.exec(text) ?? [];
  const powers: Readonly<Record<string, number>> = { KiB: 1, MiB: 2, GiB: 3, TiB: 4 };
  return Number(number) * 1024 ** (powers[unit] ?? 0);
}
