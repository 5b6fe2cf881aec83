import type { BoundPath } from "../../languages/sql-like/syntax.ts";
import type { MemberDisplayMode } from "./query-options.ts";
import type { Sql } from "./sql-text.ts";

/** Member of an axis, as cell sets describe it. */
export interface Position {
  readonly path: readonly string[];
  readonly displayName: string;
  readonly displayNamePath: readonly string[];
  /** Ordinals of the member's ancestors and of itself, from the top; left out for a position that is not a member. */
  readonly ancestors?: readonly number[];
  /**
   * Whether the position covers all others of its axis; it is placed after them, and neither sorted nor dropped by a
   * limit.
   */
  readonly isTotal?: boolean;
}

/**
 * Expression that finds a record's position, over the column of the path: an INTEGER, or `noMember` without a member.
 */
export interface AxisKey {
  readonly path: BoundPath;
  expression(column: Sql): Sql;
}

/** Key of a record without a member. */
export const noMember = -1;

/** Grouping axis of an aggregate query. */
export interface Axis {
  readonly key: AxisKey;
  /** Id of the dimension, concept or property. */
  readonly name: string;
  /** Column name in a table, if the request gives one. */
  readonly columnName: string | undefined;
  /** Level name that distinguishes columns when a dimension occurs twice (sql-like-language 11.2). */
  readonly levelName: string | undefined;
  readonly memberDisplayMode: MemberDisplayMode | undefined;
  readonly positions: readonly Position[];
  /**
   * Pairs of a key and an index into `positions`; a key may belong to several positions. `undefined` when each key
   * equals its index.
   */
  readonly placement: readonly (readonly [key: number, position: number])[] | undefined;
}

/** Axis with one more position, over its members or over all records (semantics.md, "Aggregates"). */
export function withOverall(axis: Axis, mode: "AGGREGATE" | "OVERALL", keys: readonly number[]): Axis {
  const index = axis.positions.length;
  const placement = axis.placement ?? axis.positions.map((_, position) => [position, position] as const);
  const placed = mode === "AGGREGATE" ? [...new Set(placement.map(([key]) => key))] : [noMember, ...keys];
  const overall: Position = { path: ["Overall"], displayName: "Overall", displayNamePath: ["Overall"] };
  return {
    ...axis,
    positions: [...axis.positions, overall],
    placement: [...placement, ...placed.map((key) => [key, index] as const)],
  };
}

/** Whether two axes are the same dimension on the same object, so that some pairs of members exclude each other. */
export function isSameDimension(one: Axis, other: Axis): boolean {
  return (
    one.key.path.attribute.kind === "dimension" &&
    other.key.path.attribute.kind === "dimension" &&
    one.name === other.name &&
    one.key.path.object === other.key.path.object &&
    referenceIds(one.key.path).join(".") === referenceIds(other.key.path).join(".")
  );
}

/** Whether one of two members of a dimension is an ancestor of the other, or they are equal. */
export function isOneBranch(one: Position, other: Position): boolean {
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
