import type { RowChanges } from "../table-data/table-data.ts";
import type { JobSession } from "./job-session.ts";

/** Changes of a table, and the number of rows after them. */
export interface CountedChanges {
  readonly changes: RowChanges;
  readonly recordCount: number;
}

/** Where rows are counted: a branch or a snapshot of a table, as `VERSION AS OF` names it. */
interface TableVersion {
  readonly path: string;
  readonly version: string;
}

/** What a table was before its changes. */
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

/**
 * Counts the rows of each of two versions of a table that the other does not have in the same state. A row that differs
 * counts as removed and added, as after a reset. `from` is undefined for a table without rows.
 */
export async function countByComparison(
  session: JobSession,
  { path, version }: TableVersion,
  from: string | undefined,
  signal?: AbortSignal,
): Promise<CountedChanges> {
  const rowsOf = (name: string) => `SELECT _row_id AS id, _last_updated_sequence_number AS number FROM ${name}`;
  const before =
    from === undefined ? "SELECT 0L AS id, 0L AS number WHERE false" : rowsOf(`${path} VERSION AS OF ${from}`);
  const [recordCount = 0, added = 0, removed = 0] = await session.numbers(
    `SELECT count(a.id), count_if(b.id IS NULL), count_if(a.id IS NULL) FROM (${before}) AS b
     FULL OUTER JOIN (${rowsOf(`${path} VERSION AS OF ${version}`)}) AS a ON a.id = b.id AND a.number = b.number`,
    signal,
  );
  return { recordCount, changes: { added, changed: 0, removed } };
}
