import type { Clock } from "../../base/clock.ts";
import type { Connection, SqlRow, SqlValue } from "../../duckdb/database.ts";
import { describeInterruption } from "./job-recovery.ts";
import type { PlatformDatabase } from "./platform-database.ts";
import { instant, numberOf, textOf } from "./row-values.ts";
import { type JobState, type JobType, jobsWithState, type StoredJob, selectJobs, toJob } from "./stored-job.ts";

/** Job to add, in the state pending. */
export interface NewJob extends WaitingJob {
  readonly type: JobType;
  readonly parent: string | undefined;
}

/** Pending job that the job runner is to run. */
export interface WaitingJob {
  readonly id: string;
  readonly tenant: string;
  /** Name of the function that runs the job. */
  readonly kind: string;
  /** Argument of that function as JSON. */
  readonly request: string;
  /** Jobs of one lane run one after the other. */
  readonly lane: string | undefined;
  /** Earliest start in epoch milliseconds. */
  readonly notBefore: number | undefined;
}

/** End of a running job. */
export interface JobEnd {
  readonly state: "succeeded" | "failed";
  readonly message: string | undefined;
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

/** Is told of the jobs that succeed or fail, the dispatching jobs that end with them included. */
export interface JobEndObserver {
  /** Whether anybody wants to know. */
  readonly isInterested: boolean;
  /** Writes in the transaction that ends the jobs. */
  record(connection: Connection, jobs: readonly StoredJob[]): Promise<void>;
  /** Called when such a transaction is committed. */
  recorded(): void;
}

/** Kind of the dispatching jobs that the service starts; their state follows from the jobs that they dispatched. */
const dispatchKind = "dispatch";

/** Time for which ended jobs are kept; our choice (semantics.md, "Jobs"). Jobs of the sample stay. */
const retentionMs = 180 * 24 * 60 * 60 * 1000;

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
  readonly #observer: JobEndObserver | undefined;

  private constructor(platform: PlatformDatabase, clock: Clock, observer: JobEndObserver | undefined) {
    this.#platform = platform;
    this.#clock = clock;
    this.#observer = observer;
  }

  /**
   * Opens the store. Running jobs of an earlier process become failed, as do pending ones that no job runner started. Old
   * jobs are removed.
   */
  static async open(platform: PlatformDatabase, clock: Clock, observer?: JobEndObserver): Promise<JobStore> {
    const store = new JobStore(platform, clock, observer);
    await platform.transaction(async (connection) => {
      const ended = await connection.rows(
        `SELECT id, kind, parent, state, request FROM jobs
         WHERE (state = 'running' AND kind IS DISTINCT FROM ?) OR (state = 'pending' AND kind IS NULL)`,
        [dispatchKind],
      );
      for (const job of ended) {
        await connection.run("UPDATE jobs SET state = 'failed', ended_at = ?, message = ? WHERE id = ?", [
          BigInt(clock.now()),
          describeInterruption(job),
          String(job["id"]),
        ]);
      }
      const known = ended.filter(({ kind }) => kind !== null);
      await store.#recordEnds(connection, textsOf(known, "id"), textsOf(known, "parent"));
      await connection.run("DELETE FROM jobs WHERE kind IS NOT NULL AND state <> 'pending' AND created_at < ?", [
        BigInt(clock.now() - retentionMs),
      ]);
    });
    observer?.recorded();
    return store;
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
    const job = await this.get(id);
    return job && tenants.includes(job.tenant) ? job : undefined;
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
   * dispatching job dispatched. Returns the results in the order of `ids`, without unknown ids, and the ids of all jobs
   * that were cancelled.
   */
  async cancel(
    tenants: readonly string[],
    ids: readonly string[],
  ): Promise<{ readonly results: CancellationResult[]; readonly cancelled: readonly string[] }> {
    const cancellation = await this.#platform.transaction(async (connection) => {
      const visible = JSON.stringify(tenants);
      const wanted = JSON.stringify(ids);
      const changed = await connection.rows(
        `UPDATE jobs SET state = 'cancelled', ended_at = ?
         WHERE id IN (
           SELECT id FROM ${jobsWithState} AS jobs
           WHERE (state = 'pending' OR (state = 'running' AND type <> 'receiving')) AND ${isAmong("tenant")} AND (
             ${isAmong("id")} OR parent IN (
               SELECT id FROM ${jobsWithState} AS dispatching
               WHERE type = 'dispatching' AND state = 'running' AND ${isAmong("tenant")} AND ${isAmong("id")})))
         RETURNING id, parent`,
        [BigInt(this.#clock.now()), visible, wanted, visible, wanted],
      );
      await this.#recordEnds(connection, [], textsOf(changed, "parent"));
      const found = await selectJobs(connection, `${isAmong("tenant")} AND ${isAmong("id")}`, [visible, wanted]);
      return {
        results: found
          .sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
          .map((job) => ({
            job,
            isCancelled: changed.some((row) => row.id === job.id),
            cancelledChildren: changed.filter((row) => row.parent === job.id).length,
          })),
        cancelled: textsOf(changed, "id"),
      };
    });
    this.#observer?.recorded();
    return cancellation;
  }

  /** Adds several jobs in one transaction. Leaves jobs unchanged whose ids exist. */
  addAll(jobs: readonly StoredJob[]): Promise<void> {
    return this.#platform.transaction(async (connection) => {
      for (const job of jobs) {
        await connection.runPrepared(
          `INSERT OR IGNORE INTO jobs (id, tenant, type, state, created_at, started_at, ended_at, parent, message,
             data_version) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
          [
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
          ],
        );
      }
    });
  }

  /** Gives jobs that exist the message and data version that they have in `jobs`. */
  async describeAll(jobs: readonly StoredJob[]): Promise<void> {
    const ids = JSON.stringify(jobs.map(({ id }) => id));
    const rows = await this.#platform.use((connection) =>
      connection.rows(`SELECT * FROM jobs WHERE ${isAmong("id")}`, [ids]),
    );
    const stored = new Map(rows.map((row) => [String(row.id), toJob(row)]));
    const changed = jobs.filter(({ id, message, dataVersion }) => {
      const known = stored.get(id);
      return known && (known.message !== message || known.dataVersion !== dataVersion);
    });
    if (changed.length === 0) {
      return;
    }
    await this.#platform.transaction(async (connection) => {
      for (const { id, message, dataVersion } of changed) {
        await connection.runPrepared("UPDATE jobs SET message = ?, data_version = ? WHERE id = ?", [
          message ?? null,
          dataVersion ?? null,
          id,
        ]);
      }
    });
  }

  /**
   * Adds pending jobs in a transaction of the platform database, and before them the dispatching job that they have as
   * parent, if one is given.
   */
  async insert(
    connection: Connection,
    jobs: readonly NewJob[],
    dispatching?: { readonly id: string; readonly tenant: string },
  ): Promise<void> {
    const now = BigInt(this.#clock.now());
    if (dispatching) {
      const { id, tenant } = dispatching;
      await connection.run(
        `INSERT INTO jobs (id, tenant, type, state, created_at, started_at, kind)
         VALUES (?, ?, 'dispatching', 'running', ?, ?, ?)`,
        [id, tenant, now, now, dispatchKind],
      );
    }
    for (const { id, tenant, type, parent, kind, request, lane, notBefore } of jobs) {
      await connection.runPrepared(
        `INSERT INTO jobs (id, tenant, type, state, created_at, parent, kind, request, lane, not_before)
         VALUES (?, ?, ?, 'pending', ?, ?, ?, ?, ?, ?)`,
        [id, tenant, type, now, parent ?? null, kind, request, lane ?? null, instant(notBefore)],
      );
    }
  }

  /**
   * Finds a job that waits for a time and is equal to a new one but for that time, and gives it the earlier time. Returns
   * its id.
   */
  async joinDeferred(connection: Connection, job: NewJob): Promise<string | undefined> {
    const [joined] = await connection.rows(
      `UPDATE jobs SET not_before = least(not_before, ?)
       WHERE id = (SELECT min(id) FROM jobs WHERE state = 'pending' AND not_before > ? AND tenant = ? AND type = ?
         AND kind = ? AND request = ? AND lane IS NOT DISTINCT FROM ? AND parent IS NOT DISTINCT FROM ?)
       RETURNING id`,
      [
        instant(job.notBefore),
        BigInt(this.#clock.now()),
        job.tenant,
        job.type,
        job.kind,
        job.request,
        job.lane ?? null,
        job.parent ?? null,
      ],
    );
    return joined && String(joined.id);
  }

  /** Returns the pending jobs that the job runner is to run, in the order in which they were added. */
  waiting(): Promise<WaitingJob[]> {
    return this.#platform.use(async (connection) => {
      const rows = await connection.rows(
        `SELECT id, tenant, kind, request, lane, not_before FROM jobs WHERE state = 'pending' AND kind IS NOT NULL
         ORDER BY created_at, rowid`,
      );
      return rows.map((row) => ({
        id: String(row.id),
        tenant: String(row.tenant),
        kind: String(row.kind),
        request: String(row.request),
        lane: textOf(row.lane),
        notBefore: numberOf(row.not_before),
      }));
    });
  }

  /** Returns a job of any tenant. It is asked for again and again while the job runs. */
  get(id: string): Promise<StoredJob | undefined> {
    return this.#platform.use(async (connection) => {
      const [row] = await connection.rows("SELECT * FROM jobs WHERE id = ?", [id]);
      const job = row && toJob(row);
      // Only the state of a dispatching job follows from other jobs, and looking at these takes most of the time.
      return job?.type === "dispatching" ? (await selectJobs(connection, "id = ?", [id]))[0] : job;
    });
  }

  /** Starts a pending job. Returns false and changes nothing if the job is no longer pending. */
  async begin(id: string): Promise<boolean> {
    const begun = await this.#platform.transaction((connection) =>
      connection.rows(
        "UPDATE jobs SET state = 'running', started_at = ? WHERE id = ? AND state = 'pending' RETURNING id",
        [BigInt(this.#clock.now()), id],
      ),
    );
    return begun.length > 0;
  }

  async setProgress(id: string, text: string): Promise<void> {
    await this.#platform.transaction((connection) =>
      connection.run("UPDATE jobs SET progress = ? WHERE id = ? AND state = 'running'", [text, id]),
    );
  }

  /**
   * Ends a running job in one transaction with what `write` does, whose result replaces parts of `end`. Returns false and
   * changes nothing if the job is no longer running. `write` is called with the id of the parent for jobs that follow:
   * the dispatching job that dispatched this one, else this one.
   */
  async end(
    id: string,
    end: JobEnd,
    write: (connection: Connection, parentOfNext: string) => Promise<Partial<JobEnd> | undefined>,
  ): Promise<boolean> {
    const isEnded = await this.#platform.transaction(async (connection) => {
      const [job] = await connection.rows(
        `SELECT coalesce(dispatcher.id, jobs.id) AS parent FROM jobs
         LEFT JOIN jobs AS dispatcher ON dispatcher.id = jobs.parent AND dispatcher.type = 'dispatching'
         WHERE jobs.id = ? AND jobs.state = 'running'`,
        [id],
      );
      if (!job) {
        return false;
      }
      const { state, message, dataVersion } = { ...end, ...(await write(connection, String(job.parent))) };
      await connection.run("UPDATE jobs SET state = ?, ended_at = ?, message = ?, data_version = ? WHERE id = ?", [
        state,
        BigInt(this.#clock.now()),
        message ?? null,
        dataVersion ?? null,
        id,
      ]);
      await this.#recordEnds(connection, [id], job.parent === id ? [] : [String(job.parent)]);
      return true;
    });
    if (isEnded) {
      this.#observer?.recorded();
    }
    return isEnded;
  }

  /** Tells the observer of jobs that have just ended, and of their dispatching jobs that end with them. */
  async #recordEnds(connection: Connection, ids: readonly string[], parents: readonly string[]): Promise<void> {
    if (!this.#observer?.isInterested) {
      return;
    }
    const ended =
      ids.length > 0
        ? await connection.rows(`SELECT * FROM jobs WHERE ${isAmong("id")} ORDER BY created_at, id`, [
            JSON.stringify(ids),
          ])
        : [];
    const dispatching =
      parents.length > 0
        ? await selectJobs(
            connection,
            `type = 'dispatching' AND state IN ('succeeded', 'failed') AND ${isAmong("id")} ORDER BY created_at, id`,
            [JSON.stringify(parents)],
          )
        : [];
    await this.#observer.record(connection, [...ended.map(toJob), ...dispatching]);
  }

  #select(condition: string, values: SqlValue[]): Promise<StoredJob[]> {
    return this.#platform.use((connection) => selectJobs(connection, condition, values));
  }
}

function textsOf(rows: readonly SqlRow[], column: string): string[] {
  return rows.flatMap((row) => textOf(row[column]) ?? []);
}
