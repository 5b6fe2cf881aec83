import type { Connection, SqlRow } from "../../duckdb/database.ts";
import type { PlatformDatabase } from "./platform-database.ts";
import { numberOf } from "./row-values.ts";

/** An ordered export of a data version. Times are in epoch milliseconds. */
export interface VersionExport<Content> {
  readonly id: string;
  readonly tenant: string;
  /** Id of the job that writes the files. */
  readonly job: string;
  /** Number of the data version. */
  readonly version: number;
  /** Number of the version whose differences are exported. Undefined for a whole version. */
  readonly base: number | undefined;
  readonly created: number;
  /** Undefined until the job has succeeded. */
  readonly completed: { readonly time: number; readonly content: Content } | undefined;
}

/** An export whose files are there. */
export type CompletedExport<Content> = VersionExport<Content> & {
  readonly completed: NonNullable<VersionExport<Content>["completed"]>;
};

/** Stores the exports of data versions of all tenants. `Content` is a JSON document with the tables and files. */
export class VersionExportStore<Content> {
  readonly #platform: PlatformDatabase;

  constructor(platform: PlatformDatabase) {
    this.#platform = platform;
  }

  /** Adds an export in a transaction of the platform database. */
  async add(connection: Connection, added: Omit<VersionExport<Content>, "completed">): Promise<void> {
    await connection.run("INSERT INTO version_exports VALUES (?, ?, ?, ?, ?, ?, NULL, NULL)", [
      added.id,
      added.tenant,
      added.job,
      BigInt(added.version),
      added.base === undefined ? null : BigInt(added.base),
      BigInt(added.created),
    ]);
  }

  /** Completes an export in a transaction of the platform database. */
  async complete(connection: Connection, id: string, time: number, content: Content): Promise<void> {
    await connection.run("UPDATE version_exports SET completed = ?, content = ? WHERE id = ?", [
      BigInt(time),
      JSON.stringify(content),
      id,
    ]);
  }

  /** Returns how many exports of a tenant were ordered at a time or later, whatever became of them. */
  async countSince(connection: Connection, tenant: string, time: number): Promise<number> {
    const [row] = await connection.rows(
      "SELECT count(*) AS exports FROM version_exports WHERE tenant = ? AND created >= ?",
      [tenant, BigInt(time)],
    );
    return Number(row?.exports);
  }

  /** Returns the completed exports of a tenant, the newest first; without a tenant, of all. */
  async completed(tenant?: string): Promise<readonly CompletedExport<Content>[]> {
    const found = await this.#select(
      "completed IS NOT NULL AND tenant = coalesce(?, tenant) ORDER BY completed DESC, created DESC, id",
      tenant ?? null,
    );
    return found.filter(isCompleted);
  }

  /** Returns the time at which the first of all completed exports was completed. */
  async oldestCompletion(connection: Connection): Promise<number | undefined> {
    const [row] = await connection.rows("SELECT min(completed) AS oldest FROM version_exports");
    return numberOf(row?.oldest);
  }

  /** Returns the export that a job writes, or undefined. */
  async findByJob(tenant: string, job: string): Promise<VersionExport<Content> | undefined> {
    const [found] = await this.#select("tenant = ? AND job = ?", tenant, job);
    return found;
  }

  /**
   * Removes exports that were completed at a time or earlier, in a transaction of the platform database, and those that
   * were ordered by then and never completed, except those of jobs that are not over. Returns the ids.
   */
  async removeUntil(connection: Connection, time: number): Promise<readonly string[]> {
    const rows = await connection.rows(
      `DELETE FROM version_exports WHERE coalesce(completed, created) <= ?
         AND job NOT IN (SELECT id FROM jobs WHERE state IN ('pending', 'running')) RETURNING id`,
      [BigInt(time)],
    );
    return rows.map(({ id }) => String(id));
  }

  async #select(condition: string, ...values: (string | null)[]): Promise<readonly VersionExport<Content>[]> {
    const rows = await this.#platform.use((connection) =>
      connection.rows(`SELECT * FROM version_exports WHERE ${condition}`, values),
    );
    return rows.map((row) => toExport<Content>(row));
  }
}

function isCompleted<Content>(found: VersionExport<Content>): found is CompletedExport<Content> {
  return found.completed !== undefined;
}

function toExport<Content>(row: SqlRow): VersionExport<Content> {
  return {
    id: String(row.id),
    tenant: String(row.tenant),
    job: String(row.job),
    version: Number(row.version),
    base: row.base === null ? undefined : Number(row.base),
    created: Number(row.created),
    completed:
      row.completed === null
        ? undefined
        : { time: Number(row.completed), content: JSON.parse(String(row.content)) as Content },
  };
}
