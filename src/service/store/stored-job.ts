import type { Connection, SqlRow, SqlValue } from "../../duckdb/database.ts";
import { numberOf, textOf } from "./row-values.ts";

export type JobType = "extraction" | "receiving" | "processing" | "export" | "dispatching";

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
  /** Current activity of a running job. */
  readonly progress: string | undefined;
}

/** Capitalizes a job state or type for answers, for example `Running`, as the specification shows it. */
export function toCapitalizedName<Name extends JobState | JobType>(name: Name): Capitalize<Name> {
  return (name.charAt(0).toUpperCase() + name.slice(1)) as Capitalize<Name>;
}

/**
 * The jobs, with the state, end and message of each dispatching job derived from the jobs that it dispatched: it runs
 * while one of them is pending or running. One that was cancelled, or that dispatched none, has the stored state.
 */
export const jobsWithState = `(
  SELECT jobs.* EXCLUDE (state, ended_at, message),
    CASE WHEN NOT is_derived THEN state WHEN open > 0 THEN 'running' WHEN failed > 0 THEN 'failed'
      WHEN cancelled > 0 THEN 'cancelled' ELSE 'succeeded' END AS state,
    CASE WHEN NOT is_derived THEN ended_at WHEN open = 0 THEN last_end END AS ended_at,
    CASE WHEN is_derived AND open = 0 AND failed > 0 THEN
      concat_ws(' ', message, failed || ' of the jobs that it dispatched ' || if(failed = 1, 'has', 'have') || ' failed.')
      ELSE message END AS message
  FROM (
    SELECT jobs.*, open, failed, cancelled, last_end, open IS NOT NULL AND state <> 'cancelled' AS is_derived
    FROM jobs LEFT JOIN (
      SELECT parent AS dispatcher, count(*) FILTER (state IN ('pending', 'running')) AS open,
        count(*) FILTER (state = 'failed') AS failed, count(*) FILTER (state = 'cancelled') AS cancelled,
        max(ended_at) AS last_end
      FROM jobs WHERE parent IS NOT NULL GROUP BY parent) ON type = 'dispatching' AND dispatcher = id) AS jobs)`;

/** Returns the jobs that a condition on `jobsWithState` selects; it may end with an ORDER BY. */
export async function selectJobs(connection: Connection, condition: string, values: SqlValue[]): Promise<StoredJob[]> {
  const rows = await connection.rows(`SELECT * FROM ${jobsWithState} AS jobs WHERE ${condition}`, values);
  return rows.map(toJob);
}

export function toJob(row: SqlRow): StoredJob {
  return {
    id: String(row.id),
    tenant: String(row.tenant),
    type: String(row.type) as JobType,
    state: String(row.state) as JobState,
    createdAt: Number(row.created_at),
    startedAt: numberOf(row.started_at),
    endedAt: numberOf(row.ended_at),
    parent: textOf(row.parent),
    message: textOf(row.message),
    dataVersion: textOf(row.data_version),
    progress: textOf(row.progress),
  };
}
