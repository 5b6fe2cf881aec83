import type { BoundPath } from "../../languages/sql-like/syntax.ts";
import type { MemberDisplayMode } from "./aggregate-options.ts";
import type { Sql } from "./sql-text.ts";

/** One member of an axis, in the words of the cell set. */
export interface Position {
  readonly path: readonly string[];
  readonly displayName: string;
  readonly displayNamePath: readonly string[];
  /** The member's ordinal and those above it, from the top; none for a position that is no member. */
  readonly ancestors?: readonly number[];
  /** Over all other positions of its axis: stands behind them and is neither sorted nor left out by a limit. */
  readonly isTotal?: boolean;
}

/**
 * What is read of a record to find its position: the expression over the column of the path, an INTEGER that is
 * `noMember` when there is none.
 */
export interface AxisKey {
  readonly path: BoundPath;
  expression(column: Sql): Sql;
}

/** The key of a record without a member. */
export const noMember = -1;

/** One grouping axis of an aggregate query. */
export interface Axis {
  readonly key: AxisKey;
  /** Id of the dimension, concept or property. */
  readonly name: string;
  /** Name of the column in a table, where the request gives one. */
  readonly columnName: string | undefined;
  /** Told apart by it when a dimension occurs twice (sql-like-language 11.2). */
  readonly levelName: string | undefined;
  readonly memberDisplayMode: MemberDisplayMode | undefined;
  readonly positions: readonly Position[];
  /** Pairs of a key and an index into `positions`; a key may be in several. `undefined` when each key is its own index. */
  readonly placement: readonly (readonly [key: number, position: number])[] | undefined;
}

/** An axis with one more position over its members or over all records (semantics.md, "Aggregates"). */
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

/** Whether two axes are the same dimension seen from the same object, so that some of their members exclude each other. */
export function isSameDimension(one: Axis, other: Axis): boolean {
  return (
    one.key.path.attribute.kind === "dimension" &&
    other.key.path.attribute.kind === "dimension" &&
    one.name === other.name &&
    one.key.path.object === other.key.path.object &&
    referenceIds(one.key.path).join(".") === referenceIds(other.key.path).join(".")
  );
}

/** Whether two members of one dimension are on one branch. */
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
