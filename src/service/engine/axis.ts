import type { BoundPath } from "../../languages/sql-like/syntax.ts";
import type { MemberDisplayMode } from "./query-options.ts";
import type { SqlText } from "./sql-text.ts";

/** Position on an axis, usually a member, as cell sets describe it. */
export interface AxisPosition {
  readonly path: readonly string[];
  readonly displayName: string;
  readonly displayNamePath: readonly string[];
  /**
   * Ordinals of the member's ancestors, from the top, and of the member itself. Missing if the position is not a
   * member.
   */
  readonly ancestors?: readonly number[];
  /** Whether the position is the total of its axis. The total comes last and is never sorted or removed by a limit. */
  readonly isTotal?: boolean;
}

/**
 * SQL expression over a record's column, which computes the axis key of the record. The key is an INTEGER, or
 * `noMemberKey` for a record without a member.
 */
export interface AxisKey {
  readonly path: BoundPath;
  expression(column: SqlText): SqlText;
}

/** Axis key of a record without a member. */
export const noMemberKey = -1;

/** Axis by which an aggregate query groups records. */
export interface GroupingAxis {
  readonly key: AxisKey;
  /** Id of the dimension, concept or property. */
  readonly name: string;
  /** Column name in the result table, if the request has one. */
  readonly columnName: string | undefined;
  /** Level name, which distinguishes two columns of the same dimension (sql-like-language 11.2). */
  readonly levelName: string | undefined;
  readonly memberDisplayMode: MemberDisplayMode | undefined;
  readonly positions: readonly AxisPosition[];
  /**
   * Pairs of an axis key and an index into `positions`. One key may have several pairs. Undefined when every key equals
   * its index.
   */
  readonly placement: readonly (readonly [key: number, position: number])[] | undefined;
}

/** Adds a position to an axis for the total over its members or over all records (semantics.md, "Aggregates"). */
export function withTotalPosition(
  axis: GroupingAxis,
  mode: "AGGREGATE" | "OVERALL",
  keys: readonly number[],
): GroupingAxis {
  const index = axis.positions.length;
  const placement = axis.placement ?? axis.positions.map((_, position) => [position, position] as const);
  const placed = mode === "AGGREGATE" ? [...new Set(placement.map(([key]) => key))] : [noMemberKey, ...keys];
  const overall: AxisPosition = { path: ["Overall"], displayName: "Overall", displayNamePath: ["Overall"] };
  return {
    ...axis,
    positions: [...axis.positions, overall],
    placement: [...placement, ...placed.map((key) => [key, index] as const)],
  };
}

/**
 * Whether two axes group by the same dimension of the same object. Some combinations of their members then have no
 * records.
 */
export function isSameDimension(one: GroupingAxis, other: GroupingAxis): boolean {
  return (
    one.key.path.attribute.kind === "dimension" &&
    other.key.path.attribute.kind === "dimension" &&
    one.name === other.name &&
    one.key.path.object === other.key.path.object &&
    referenceIds(one.key.path).join(".") === referenceIds(other.key.path).join(".")
  );
}

/** Whether two members of a dimension are equal or one is an ancestor of the other. */
export function areOnSameBranch(one: AxisPosition, other: AxisPosition): boolean {
  if (!one.ancestors || !other.ancestors) {
    return true;
  }
  const [shorter, longer] =
    one.ancestors.length <= other.ancestors.length
      ? [one.ancestors, other.ancestors]
      : [other.ancestors, one.ancestors];
  return shorter.every((ordinal, depth) => longer[depth] === ordinal);
}

function referenceIds(path: BoundPath): readonly string[] {
  return path.references.map(({ id }) => id);
}
