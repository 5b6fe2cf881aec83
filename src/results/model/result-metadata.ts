import type { ColumnAdditivity } from "../../base/additivity.ts";
import type { SmallGroupGuard } from "../../base/small-group.ts";
import type { CellSetLayout } from "../../protocol/cell-set-layout.ts";
import type { BodyFormat, ColumnKind, ResultColumn, ResultState, ResultSummary } from "../../protocol/data-worker.ts";
import type { CompareCounts } from "../../protocol/result-work.ts";
import type { StoredColumn } from "./column-storage.ts";
import type { Hierarchy } from "./hierarchy.ts";

/** What is known of a result; the store writes it down when its columns are known and when it has ended. */
export interface ResultMetadata {
  readonly resultId: string;
  readonly table: string;
  readonly format: BodyFormat;
  kinds: Readonly<Record<string, ColumnKind>>;
  /** Known when the body has come, and only of aggregates. */
  additivity?: ColumnAdditivity;
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
  /** What becomes of small groups in cell sets. */
  readonly smallGroups?: SmallGroupGuard | undefined;
  readonly cellSets?: CellSetLayout | undefined;
  /** Known with the columns of a cell set that small groups were looked for in. */
  smallGroupMarks?: readonly SmallGroupMark[];
  /** What was compared, in a result of differences. */
  comparison?: Comparison;
}

/** Positions of two columns: the second says which cells of the first a small group stands behind. */
export interface SmallGroupMark {
  readonly value: number;
  readonly mark: number;
}

export function summarize(facts: ResultMetadata): ResultSummary {
  const { resultId, rowCount, byteCount, state, message, label, isPinned = false } = facts;
  const columns = shownColumns(facts);
  const isGuarded = facts.smallGroups && facts.columns.some(({ mark }) => mark !== undefined);
  const guard = isGuarded ? { smallGroups: facts.smallGroups } : {};
  const same = facts.comparison ? { sameCount: facts.comparison.counts.same } : {};
  return { resultId, columns, rowCount, byteCount, state, message, label, isPinned, ...same, ...guard };
}

export function shownColumns({ columns, additivity = {} }: ResultMetadata): ResultColumn[] {
  return columns.map(({ name, kind, isMark, head }) => ({
    name,
    kind,
    ...(Object.hasOwn(additivity, name) && { additivity: additivity[name] }),
    ...(isMark && { isSmallGroupMark: true }),
    ...(head && { head }),
  }));
}

/** What a result of differences compares. */
interface Comparison {
  /** Title of the earlier result. */
  readonly left: string;
  readonly right: string;
  readonly keys: readonly string[];
  readonly compared: readonly string[];
  /** Decimal text. */
  readonly tolerance: string;
  readonly counts: CompareCounts;
}
