import type { Connection } from "../../duckdb/database.ts";
import { commitsTable, progressTable } from "./catalogue.ts";
import { physicalName } from "./physical-table.ts";
import type { TenantTable } from "./table-data.ts";

/** What a view's rows were last computed from. */
export interface ViewProgress {
  /** What the view was then, as a text that is another one when the view is. */
  readonly definition: string;
  readonly commits: readonly UpstreamCommit[];
}

/** The commit of a table upstream up to which the rows know its changes. */
export interface UpstreamCommit {
  readonly upstream: TenantTable;
  readonly number: number;
}

/** Numbers of a table's commits, 0 where there are none. */
export interface CommitNumbers {
  readonly last: number;
  /** The versions of rows that were removed after this one are all still there. */
  readonly oldest: number;
}

/** Numbers of commits by `physicalName` of the table upstream; none when the view was another one. */
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
