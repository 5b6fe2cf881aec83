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
  /** Paths of the files that a load reads, each with whether it was replaced meanwhile. */
  readonly #held = new Map<string, boolean>();

  constructor(platform: PlatformDatabase) {
    this.#platform = platform;
  }

  /** Puts a file into the inbox. Returns the path of the file of the same name that it replaces, unless a load reads it. */
  async put(tenant: string, { name, file, bytes }: InboxFile, now: number): Promise<string | undefined> {
    const replaced = await this.#platform.transaction(async (connection) => {
      const [row] = await connection.rows("SELECT file FROM inbox_files WHERE tenant = ? AND name = ?", [tenant, name]);
      await connection.run("INSERT OR REPLACE INTO inbox_files VALUES (?, ?, ?, ?, ?)", [
        tenant,
        name,
        file,
        BigInt(bytes),
        BigInt(now),
      ]);
      return row && String(row.file);
    });
    if (replaced === undefined || !this.#held.has(replaced)) {
      return replaced;
    }
    this.#held.set(replaced, true);
    return undefined;
  }

  /** Finds the named files of a tenant and holds them for the load that reads them, until it releases them. */
  hold(tenant: string, names: readonly string[]): Promise<readonly InboxFile[]> {
    // In a transaction, so that none is replaced between both.
    return this.#platform.transaction(async (connection) => {
      const files = (await readFiles(connection, tenant)).filter(({ name }) => names.includes(name));
      for (const { file } of files) {
        this.#held.set(file, false);
      }
      return files;
    });
  }

  /** Releases files and returns the paths of those that were replaced meanwhile. */
  release(files: readonly InboxFile[]): readonly string[] {
    const replaced = files.map(({ file }) => file).filter((file) => this.#held.get(file));
    for (const { file } of files) {
      this.#held.delete(file);
    }
    return replaced;
  }

  /** Returns the files of a tenant in the order in which they were sent. */
  files(tenant: string): Promise<readonly InboxFile[]> {
    return this.#platform.use((connection) => readFiles(connection, tenant));
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

async function readFiles(connection: Connection, tenant: string): Promise<readonly InboxFile[]> {
  const rows = await connection.rows("SELECT * FROM inbox_files WHERE tenant = ? ORDER BY time, name", [tenant]);
  return rows.map((row) => ({ name: String(row.name), file: String(row.file), bytes: Number(row.bytes) }));
}
