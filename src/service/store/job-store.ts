import type { Clock } from "../../base/clock.ts";
import type { Connection, SqlRow, SqlValue } from "../../duckdb/database.ts";
import type { PlatformDatabase } from "./platform-database.ts";

export type JobType = "extraction" | "receiving" | "processing" | "dispatching";

/** Names of the states that a job can have. */
export const jobStateNames = ["pending", "running", "succeeded", "failed", "cancelled"] as const;
export type JobState = (typeof jobStateNames)[number];

/** A stored job. Times are in epoch milliseconds. */
export interface StoredJob {
  readonly id: string;
  /** Code of the tenant whose data the job works on. */
  readonly tenant: string;
  readonly type: JobType;
  readonly state: JobState;
  /** Time of the request that created the job. */
  readonly createdAt: number;
  readonly startedAt: number | undefined;
  readonly endedAt: number | undefined;
  /** Id of the parent job: the dispatching job, or the extraction job whose data the job processes. */
  readonly parent: string | undefined;
  /** Result of the job, or the reason of its failure. */
  readonly message: string | undefined;
  /** Data version that a processing job created. */
  readonly dataVersion: string | undefined;
}

/**
 * Filter of a job list. Selects jobs that started from `from` to `to`, both inclusive; for pending jobs the time of
 * creation counts.
 */
export interface JobFilter {
  readonly from: number;
  readonly to: number;
  /** State of the jobs. Undefined means any state. */
  readonly state: JobState | undefined;
}

/** Result of a request to cancel a job. */
export interface CancellationResult {
  readonly job: StoredJob;
  /** Whether the request cancelled the job. It is false if the job's state or type did not allow it. */
  readonly isCancelled: boolean;
  /** Number of the job's dispatched jobs that the request also cancelled. */
  readonly cancelledChildren: number;
}

const isAmong = (name: string) => `${name} IN (SELECT unnest(from_json(?, '["VARCHAR"]')))`;

/** Stores the jobs of all tenants. Callers pass the codes of the tenants that they have access to. */
export class JobStore {
  readonly #platform: PlatformDatabase;
  readonly #clock: Clock;

  private constructor(platform: PlatformDatabase, clock: Clock) {
    this.#platform = platform;
    this.#clock = clock;
  }

  /** Opens the store. Unfinished jobs of an earlier process become failed. */
  static async open(platform: PlatformDatabase, clock: Clock): Promise<JobStore> {
    await platform.use((connection) =>
      connection.run(
        `UPDATE jobs
         SET state = 'failed', ended_at = ?, message = 'The service ended ' || CASE state
           WHEN 'running' THEN 'while the job was running' ELSE 'before the job was started' END || '; start it again.'
         WHERE state IN ('pending', 'running')`,
        [BigInt(clock.now())],
      ),
    );
    return new JobStore(platform, clock);
  }

  /** Returns the jobs that match a filter, newest first. */
  list(tenants: readonly string[], { from, to, state }: JobFilter): Promise<StoredJob[]> {
    return this.#select(
      `${isAmong("tenant")} AND coalesce(started_at, created_at) BETWEEN ? AND ? AND state = coalesce(?, state)
       ORDER BY coalesce(started_at, created_at) DESC, id`,
      [JSON.stringify(tenants), BigInt(from), BigInt(to), state ?? null],
    );
  }

  async find(tenants: readonly string[], id: string): Promise<StoredJob | undefined> {
    const [job] = await this.#select(`${isAmong("tenant")} AND id = ?`, [JSON.stringify(tenants), id]);
    return job;
  }

  /** Returns the jobs of one type that a job started, ordered by tenant and start time. */
  children(
    parent: string,
    type: JobType,
    tenants: readonly string[],
    page: { readonly limit: number; readonly start: number },
  ): Promise<StoredJob[]> {
    return this.#select(
      `parent = ? AND type = ? AND ${isAmong("tenant")}
       ORDER BY tenant, coalesce(started_at, created_at), id LIMIT ? OFFSET ?`,
      [parent, type, JSON.stringify(tenants), page.limit, page.start],
    );
  }

  async countChildren(parent: string): Promise<number> {
    const [row] = await this.#platform.use((connection) =>
      connection.rows("SELECT count(*) AS jobs FROM jobs WHERE parent = ?", [parent]),
    );
    return Number(row?.jobs);
  }

  /**
   * Cancels pending and running jobs, except running receiving jobs (service-api, "Jobs"). Also cancels the jobs that a
   * dispatching job dispatched. Returns the results in the order of `ids`, without unknown ids.
   */
  cancel(tenants: readonly string[], ids: readonly string[]): Promise<CancellationResult[]> {
    return this.#platform.transaction(async (connection) => {
      const visible = JSON.stringify(tenants);
      const wanted = JSON.stringify(ids);
      const changed = await connection.rows(
        `UPDATE jobs SET state = 'cancelled', ended_at = ?
         WHERE (state = 'pending' OR (state = 'running' AND type <> 'receiving')) AND ${isAmong("tenant")} AND (
           ${isAmong("id")} OR parent IN (
             SELECT id FROM jobs WHERE type = 'dispatching' AND state IN ('pending', 'running')
               AND ${isAmong("tenant")} AND ${isAmong("id")}))
         RETURNING id, parent`,
        [BigInt(this.#clock.now()), visible, wanted, visible, wanted],
      );
      const found = await selectJobs(connection, `${isAmong("tenant")} AND ${isAmong("id")}`, [visible, wanted]);
      return found
        .sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
        .map((job) => ({
          job,
          isCancelled: changed.some((row) => row.id === job.id),
          cancelledChildren: changed.filter((row) => row.parent === job.id).length,
        }));
    });
  }

  /** Adds several jobs in one transaction. Leaves jobs unchanged whose ids exist. */
  addAll(jobs: readonly StoredJob[]): Promise<void> {
    return this.#platform.transaction(async (connection) => {
      for (const job of jobs) {
        await connection.runPrepared("INSERT OR IGNORE INTO jobs VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", [
          job.id,
          job.tenant,
          job.type,
          job.state,
          BigInt(job.createdAt),
          instant(job.startedAt),
          instant(job.endedAt),
          job.parent ?? null,
          job.message ?? null,
          job.dataVersion ?? null,
        ]);
      }
    });
  }

  /** Starts a pending job. Returns false and changes nothing if the job is no longer pending. */
  begin(id: string): Promise<boolean> {
    return this.#move("state = 'running', started_at = ?", [BigInt(this.#clock.now())], id, "pending");
  }

  /** Ends a running job as succeeded. Returns false and changes nothing if the job is no longer running. */
  succeed(id: string, dataVersion: string): Promise<boolean> {
    const values = [BigInt(this.#clock.now()), dataVersion];
    return this.#move("state = 'succeeded', ended_at = ?, data_version = ?", values, id, "running");
  }

  /** Returns the number of the tenant's newest data version, or 0 if there is none. */
  async latestDataVersion(tenant: string): Promise<number> {
    const [row] = await this.#platform.use((connection) =>
      connection.rows("SELECT max(TRY_CAST(data_version AS BIGINT)) AS latest FROM jobs WHERE tenant = ?", [tenant]),
    );
    return Number(row?.latest ?? 0);
  }

  async #move(change: string, values: SqlValue[], id: string, from: JobState): Promise<boolean> {
    const moved = await this.#platform.transaction((connection) =>
      connection.rows(`UPDATE jobs SET ${change} WHERE id = ? AND state = ? RETURNING id`, [...values, id, from]),
    );
    return moved.length > 0;
  }

  #select(condition: string, values: SqlValue[]): Promise<StoredJob[]> {
    return this.#platform.use((connection) => selectJobs(connection, condition, values));
  }
}

async function selectJobs(connection: Connection, condition: string, values: SqlValue[]): Promise<StoredJob[]> {
  const rows = await connection.rows(`SELECT * FROM jobs WHERE ${condition}`, values);
  return rows.map(toJob);
}

function instant(value: number | undefined): bigint | null {
  return value === undefined ? null : BigInt(value);
}

function toJob(row: SqlRow): StoredJob {
  return {
    id: String(row.id),
    tenant: String(row.tenant),
    type: String(row.type) as JobType,
    state: String(row.state) as JobState,
    createdAt: Number(row.created_at),
    startedAt: row.started_at === null ? undefined : Number(row.started_at),
    endedAt: row.ended_at === null ? undefined : Number(row.ended_at),
    parent: row.parent === null ? undefined : String(row.parent),
    message: row.message === null ? undefined : String(row.message),
    dataVersion: row.data_version === null ? undefined : String(row.data_version),
  };
}
