import type { Connection } from "../../duckdb/database.ts";
import { commitsTable, physicalTableNameOf, viewProgressTable } from "./catalogue.ts";
import type { TenantTable } from "./table-data.ts";

/** Versions of the upstream tables that a view's rows were last computed from. */
export interface ViewProgress {
  /** Fingerprint of the view's definition, to detect changes of it. */
  readonly definition: string;
  readonly commits: readonly UpstreamCommit[];
}

/** The last commit of an upstream table that a view's rows include. */
export interface UpstreamCommit {
  readonly upstream: TenantTable;
  readonly number: number;
}

/** Numbers of the first and the last commit of a table. Both are 0 if there are none. */
export interface CommitNumbers {
  readonly last: number;
  /** Number of the oldest commit. Row versions that were removed after it still exist. */
  readonly oldest: number;
}

/**
 * Returns the numbers of the upstream commits that a view's rows include, by physical name of the upstream table. Empty
 * if the view's definition has changed.
 */
export async function readViewProgress(
  connection: Connection,
  { source, tenant }: TenantTable,
  definition: string,
): Promise<ReadonlyMap<string, number>> {
  const rows = await connection.rows(
    `SELECT * FROM ${viewProgressTable} WHERE source = ? AND tenant = ? AND definition = ?`,
    [source, tenant, definition],
  );
  return new Map(
    rows.map((row) => [
      physicalTableNameOf({ source: String(row.upstream_source), tenant: String(row.upstream_tenant) }),
      Number(row.number),
    ]),
  );
}

export async function writeViewProgress(
  connection: Connection,
  { source, tenant }: TenantTable,
  { definition, commits }: ViewProgress,
): Promise<void> {
  await connection.run(`DELETE FROM ${viewProgressTable} WHERE source = ? AND tenant = ?`, [source, tenant]);
  for (const { upstream, number } of commits) {
    await connection.run(`INSERT INTO ${viewProgressTable} VALUES (?, ?, ?, ?, ?, ?::BIGINT)`, [
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
