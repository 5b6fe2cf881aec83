import type { Additivity, ColumnAdditivity } from "../../base/additivity.ts";
import type { ColumnMemberNames, MemberNames } from "../../base/member-names.ts";
import type { SmallGroupGuard } from "../../base/small-group.ts";
import type { CellSetLayout } from "../../protocol/cell-set-layout.ts";
import type { BodyFormat, ColumnKind, ResultColumn, ResultState, ResultSummary } from "../../protocol/data-worker.ts";
import type { CompareCounts } from "../../protocol/stored-results.ts";
import type { StoredColumn } from "./column-storage.ts";
import type { RowHierarchy } from "./hierarchy.ts";

/** Metadata of a result. It is saved when the columns are known and when the result is complete. */
export interface ResultMetadata {
  readonly resultId: string;
  readonly table: string;
  readonly format: BodyFormat;
  kinds: Readonly<Record<string, ColumnKind>>;
  /** Columns that may be added up. Set for an aggregate when its body is complete. */
  additivity?: ColumnAdditivity;
  /** Display names of the members in the columns. */
  memberNames?: ColumnMemberNames;
  /** Whether the result is an aggregate, not a list. */
  isAggregate?: boolean | undefined;
  readonly label: string;
  columns: StoredColumn[];
  rowCount: number;
  byteCount: number;
  state: ResultState;
  message: string | undefined;
  /** Number of segment files loaded into the table, by this process or an earlier one. */
  loadedSegments: number;
  /** Length of the longest line in the loaded segments, in bytes. */
  longestLine: number;
  /** Start time in epoch milliseconds. Undefined in metadata of an earlier version. */
  readonly begunAtMs?: number;
  isPinned?: boolean;
  /** Whether the result is closed while its rows are still on disk. */
  isShelved?: boolean;
  /** Hierarchy of a pivot's rows. Rows of the same member stay together in every sort order. */
  readonly hierarchy?: RowHierarchy;
  /** Treatment of small groups in cell sets. */
  readonly smallGroups?: SmallGroupGuard | undefined;
  readonly cellSets?: CellSetLayout | undefined;
  /** Columns that mark values based on small groups. Set together with the columns, for a cell set. */
  smallGroupMarks?: readonly SmallGroupMark[];
  /** Details of the comparison, for a result that lists differences. */
  comparison?: Comparison;
}

/** Positions of a value column and of the column that marks which of its values are based on small groups. */
export interface SmallGroupMark {
  readonly value: number;
  readonly mark: number;
}

export function summarizeResult(metadata: ResultMetadata): ResultSummary {
  const { resultId, rowCount, byteCount, state, message, label, isPinned = false } = metadata;
  const columns = shownColumnsOf(metadata);
  const isGuarded = metadata.smallGroups && metadata.columns.some(({ mark }) => mark !== undefined);
  const guard = isGuarded ? { smallGroups: metadata.smallGroups } : {};
  const same = metadata.comparison ? { sameCount: metadata.comparison.counts.same } : {};
  const kind = metadata.isAggregate ? { isAggregate: true } : {};
  return { resultId, columns, rowCount, byteCount, state, message, label, isPinned, ...kind, ...same, ...guard };
}

export function shownColumnsOf(metadata: ResultMetadata): ResultColumn[] {
  return metadata.columns.map((column) => {
    const { name, kind, isMark, head } = column;
    const additivity = additivityOf(metadata, column);
    const memberNames = memberNamesOf(metadata, column);
    return {
      name,
      kind,
      ...(additivity && { additivity }),
      ...(isMark && { isSmallGroupMark: true }),
      ...(head && { head }),
      ...(memberNames && { memberNames }),
    };
  });
}

/** Returns the display names of the members in a column. Undefined if it has none. */
export function memberNamesOf(
  { memberNames = {} }: Pick<ResultMetadata, "memberNames">,
  { name, kind }: Pick<StoredColumn, "name" | "kind">,
): MemberNames | undefined {
  return kind === "text" && Object.hasOwn(memberNames, name) ? memberNames[name] : undefined;
}

/**
 * Returns how the values of a column may be added up. Undefined for columns that are not metrics. Unknown additivity
 * counts as `none`.
 */
export function additivityOf(
  { additivity = {}, isAggregate }: Pick<ResultMetadata, "additivity" | "isAggregate">,
  { name, kind }: Pick<StoredColumn, "name" | "kind">,
): Additivity | undefined {
  if (Object.hasOwn(additivity, name)) {
    return additivity[name];
  }
  return isAggregate && kind === "number" ? "none" : undefined;
}

/** The comparison that produced a result of differences. */
interface Comparison {
  /** Title of the earlier result. */
  readonly left: string;
  readonly right: string;
  readonly keys: readonly string[];
  readonly compared: readonly string[];
  /** Largest difference between equal numbers, as decimal text. */
  readonly tolerance: string;
  readonly counts: CompareCounts;
}
