import type { Connection } from "../../duckdb/database.ts";
import { commitsTable, physicalName, progressTable } from "./catalogue.ts";
import type { TenantTable } from "./table-data.ts";

/** The state of upstream tables from which a view's rows were last computed. */
export interface ViewProgress {
  /** Fingerprint of the view's definition; differs if the view was changed. */
  readonly definition: string;
  readonly commits: readonly UpstreamCommit[];
}

/** The last commit of an upstream table that the view's rows include. */
export interface UpstreamCommit {
  readonly upstream: TenantTable;
  readonly number: number;
}

/** First and last commit number of a table; 0 if there are none. */
export interface CommitNumbers {
  readonly last: number;
  /** Number of the oldest commit; all row versions that were removed after it still exist. */
  readonly oldest: number;
}

/**
 * Commit numbers that a view's rows include, by `physicalName` of the upstream table; empty if the view's definition
 * has changed.
 */
export async function readProgress(
  connection: Connection,
  { source, tenant }: TenantTable,
  definition: string,
): Promise<ReadonlyMap<string, number>> {
  const rows = await connection.rows(
    `SELECT * FROM ${progressTable} WHERE source = ? AND tenant = ? AND definition = ?`,
    [source, tenant, definition],
  );
  return new Map(
    rows.map((row) => [
      physicalName({ source: String(row.upstream_source), tenant: String(row.upstream_tenant) }),
      Number(row.number),
    ]),
  );
}

export async function writeProgress(
  connection: Connection,
  { source, tenant }: TenantTable,
  { definition, commits }: ViewProgress,
): Promise<void> {
  await connection.run(`DELETE FROM ${progressTable} WHERE source = ? AND tenant = ?`, [source, tenant]);
  for (const { upstream, number } of commits) {
    await connection.run(`INSERT INTO ${progressTable} VALUES (?, ?, ?, ?, ?, ?::BIGINT)`, [
      source,
      tenant,
      definition,
      upstream.source,
      upstream.tenant,
      number,
    ]);
  }
}

export async function readCommitNumbers(
  connection: Connection,
  { source, tenant }: TenantTable,
): Promise<CommitNumbers> {
  const [row] = await connection.rows(
    `SELECT coalesce(max(number), 0)::DOUBLE AS last, coalesce(min(number), 0)::DOUBLE AS oldest
     FROM ${commitsTable} WHERE source = ? AND tenant = ?`,
    [source, tenant],
  );
  return { last: Number(row?.last), oldest: Number(row?.oldest) };
}
