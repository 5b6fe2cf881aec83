import type { Connection } from "../../duckdb/database.ts";
import type { PlatformDatabase } from "./platform-database.ts";

/** File that was delivered and is not loaded yet. */
export interface InboxFile {
  /** Name as the file was sent, unique for a tenant. */
  readonly name: string;
  /** Path relative to the data folder. */
  readonly file: string;
  readonly bytes: number;
}

/** Stores which files lie in the inboxes of tenants. */
export class InboxStore {
  readonly #platform: PlatformDatabase;

  constructor(platform: PlatformDatabase) {
    this.#platform = platform;
  }

  /** Puts a file into the inbox. Returns the path of the file of the same name that it replaces. */
  put(tenant: string, { name, file, bytes }: InboxFile, now: number): Promise<string | undefined> {
    return this.#platform.transaction(async (connection) => {
      const [replaced] = await connection.rows("SELECT file FROM inbox_files WHERE tenant = ? AND name = ?", [
        tenant,
        name,
      ]);
      await connection.run("INSERT OR REPLACE INTO inbox_files VALUES (?, ?, ?, ?, ?)", [
        tenant,
        name,
        file,
        BigInt(bytes),
        BigInt(now),
      ]);
      return replaced && String(replaced.file);
    });
  }

  /** Returns the files of a tenant in the order in which they were sent. */
  files(tenant: string): Promise<readonly InboxFile[]> {
    return this.#platform.use(async (connection) => {
      const rows = await connection.rows("SELECT * FROM inbox_files WHERE tenant = ? ORDER BY time, name", [tenant]);
      return rows.map((row) => ({ name: String(row.name), file: String(row.file), bytes: Number(row.bytes) }));
    });
  }

  /** Removes files in a transaction of the caller, unless they were replaced meanwhile. */
  async remove(connection: Connection, tenant: string, files: readonly InboxFile[]): Promise<void> {
    for (const { name, file } of files) {
      await connection.run("DELETE FROM inbox_files WHERE tenant = ? AND name = ? AND file = ?", [tenant, name, file]);
    }
  }

  /** Paths of all files. */
  async paths(): Promise<readonly string[]> {
    const rows = await this.#platform.use((connection) => connection.rows("SELECT file FROM inbox_files"));
    return rows.map(({ file }) => String(file));
  }
}
