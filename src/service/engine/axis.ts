import type { BoundPath } from "../../languages/sql-like/syntax.ts";
import type { MemberDisplayMode } from "./query-options.ts";
import type { RecordCondition } from "./record-condition.ts";
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

/** Expression of the axis key of a record, an INTEGER, or `noMemberKey` for a record without a member. */
export type AxisKey =
  /** SQL expression over a column of the record. */
  | { readonly kind: "column"; readonly path: BoundPath; expression(column: SqlText): SqlText }
  /** Whether a condition is true (0), false (1) or unknown (2). */
  | { readonly kind: "condition"; readonly condition: RecordCondition };

/** Axis key of a record without a member. */
export const noMemberKey = -1;

/** Axis by which an aggregate query groups records. */
export interface GroupingAxis {
  readonly key: AxisKey;
  /** Id of the dimension, concept or property, or the formula of the axis. */
  readonly name: string;
  /** Path of ids from the query's object to the object that the axis is about. */
  readonly qualifyingPath: string;
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
    isOfDimension(one) && isOfDimension(other) && one.name === other.name && one.qualifyingPath === other.qualifyingPath
  );
}

function isOfDimension({ key, name }: GroupingAxis): boolean {
  // The axis of a member map has another name than its dimension.
  return key.kind === "column" && key.path.attribute.kind === "dimension" && key.path.attribute.dimension.id === name;
}

/** Returns the path of ids that leads to the object of an attribute, which starts with the query's object. */
export function qualifyingPathOf({ from, references }: BoundPath): string {
  return [from, ...references.map(({ id }) => id)].join(".");
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
