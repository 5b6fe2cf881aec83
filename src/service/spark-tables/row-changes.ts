import type { RowChanges, TenantTable } from "../table-data/table-data.ts";
import { TableDataError } from "../table-data/table-data-error.ts";
import type { JobSession } from "./job-session.ts";
import type { Lakehouse } from "./lakehouse.ts";
import { differenceBetween } from "./snapshot-changes.ts";

/** Changes of a table, and the number of rows after them. */
export interface CountedChanges {
  readonly changes: RowChanges;
  readonly recordCount: number;
}

/** Version of a table whose rows are counted: a branch or a snapshot, as `VERSION AS OF` names it. */
interface TableVersion {
  readonly path: string;
  readonly version: string;
}

/** State of a table before its changes. */
interface TableBefore {
  readonly nextRowId: string;
  readonly sequenceNumber: string;
  readonly recordCount: number;
}

/**
 * Counts changes by row lineage: a row whose id is new was added, another whose sequence number is new was changed, and
 * what is missing was removed.
 */
export async function countByLineage(
  session: JobSession,
  { path, version }: TableVersion,
  before: TableBefore,
  signal?: AbortSignal,
): Promise<CountedChanges> {
  const isNew = `_row_id >= ${before.nextRowId}`;
  const isChanged = `_row_id < ${before.nextRowId} AND _last_updated_sequence_number > ${before.sequenceNumber}`;
  const [recordCount = 0, added = 0, changed = 0] = await session.numbers(
    `SELECT count(*), count_if(${isNew}), count_if(${isChanged}) FROM ${path} VERSION AS OF ${version}`,
    signal,
  );
  return { recordCount, changes: { added, changed, removed: before.recordCount + added - recordCount } };
}

/** A snapshot of a table with the number of its rows; undefined for a table that has had none. */
interface CountedSnapshot {
  readonly snapshot: string | undefined;
  readonly recordCount: number;
}

/**
 * Counts the rows of each of two snapshots of a table that the other does not have in the same state: from the catalog,
 * where that tells it exactly, else on Spark. A row that differs counts as removed and added, as after a reset. Throws a
 * TableDataError if the catalog does not have the snapshot `to`.
 */
export async function compareSnapshots(
  { lakehouse, session }: { readonly lakehouse: Lakehouse; readonly session: JobSession },
  table: TenantTable,
  from: CountedSnapshot,
  to: string,
  signal?: AbortSignal,
): Promise<CountedChanges> {
  const { snapshots } = await lakehouse.load(table, signal);
  if (!snapshots.has(to)) {
    throw new TableDataError("the catalog does not have the snapshot any more; it was expired there.");
  }
  const difference = differenceBetween(snapshots, from.snapshot, to);
  if (!difference) {
    return await countByComparison(session, lakehouse.pathOf(table), from.snapshot, to, signal);
  }
  const { added, removed } = difference;
  return { changes: { added, changed: 0, removed }, recordCount: from.recordCount + added - removed };
}

async function countByComparison(
  session: JobSession,
  path: string,
  from: string | undefined,
  to: string,
  signal: AbortSignal | undefined,
): Promise<CountedChanges> {
  const rowsOf = (snapshot: string) =>
    `SELECT _row_id AS id, _last_updated_sequence_number AS number FROM ${path} VERSION AS OF ${snapshot}`;
  const before = from === undefined ? "SELECT 0L AS id, 0L AS number WHERE false" : rowsOf(from);
  await session.ready(signal);
  await session.command(`REFRESH TABLE ${path}`, signal);
  const [recordCount = 0, added = 0, removed = 0] = await session.numbers(
    `SELECT count(a.id), count_if(b.id IS NULL), count_if(a.id IS NULL) FROM (${before}) AS b
     FULL OUTER JOIN (${rowsOf(to)}) AS a ON a.id = b.id AND a.number = b.number`,
    signal,
  );
  return { recordCount, changes: { added, changed: 0, removed } };
}
