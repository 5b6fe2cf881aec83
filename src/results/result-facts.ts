import type { BodyFormat, ColumnKind, ResultState, ResultSummary } from "../protocol/data-worker.ts";
import type { StoredColumn } from "./column-storage.ts";
import type { Comparison } from "./comparison.ts";
import type { Hierarchy } from "./hierarchy.ts";

/** What is known of a result; the store writes it down when its columns are known and when it has ended. */
export interface ResultFacts {
  readonly resultId: string;
  readonly table: string;
  readonly format: BodyFormat;
  kinds: Readonly<Record<string, ColumnKind>>;
  readonly label: string;
  columns: StoredColumn[];
  rowCount: number;
  byteCount: number;
  state: ResultState;
  message: string | undefined;
  /** Segment files below this number are in the table, or were in that of an earlier process. */
  loadedSegments: number;
  /** Bytes of the longest line in them. */
  longestLine: number;
  /** Epoch milliseconds; facts of an earlier version have none. */
  readonly begunAtMs?: number;
  isPinned?: boolean;
  /** Closed, with its rows kept on disk. */
  isShelved?: boolean;
  /** The levels of a pivot's rows, which stay together in every order. */
  readonly hierarchy?: Hierarchy;
  /** What was compared, in a result of differences. */
  comparison?: Comparison;
}

export function summarize(facts: ResultFacts): ResultSummary {
  const { resultId, rowCount, byteCount, state, message, label, isPinned = false } = facts;
  const columns = facts.columns.map(({ name, kind }) => ({ name, kind }));
  return { resultId, columns, rowCount, byteCount, state, message, label, isPinned };
}
