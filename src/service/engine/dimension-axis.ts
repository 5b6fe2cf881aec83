import type { MemberReference, QueryAxis } from "../../contract/query-parts.ts";
import type { ConnectionSource } from "../../duckdb/database.ts";
import type { Member } from "../model/member-tree.ts";
import type { StoredDimension } from "../model/tenant-model.ts";
import { type AxisKey, type AxisPosition, noMemberKey, qualifyingPathOf } from "./axis.ts";
import { memberNamesOf } from "./filters.ts";
import { QueryError } from "./query-error.ts";
import { readMembers } from "./read-members.ts";
import type { SqlText } from "./sql-text.ts";
import type { StoredModel } from "./stored-model.ts";

/** Members of a dimension that an axis includes. */
type Selection =
  | { readonly kind: "levels"; readonly depths: readonly number[]; readonly withOthers: boolean }
  | { readonly kind: "leaves" }
  /** Leaves, and records that belong to a node above the leaves itself. */
  | { readonly kind: "dataMembers" }
  | { readonly kind: "members"; readonly members: readonly MemberReference[] };

/** Positions of a selection of members. */
export interface DimensionPositions {
  readonly key: AxisKey;
  readonly name: string;
  readonly qualifyingPath: string;
  readonly levelName: string | undefined;
  readonly positions: readonly AxisPosition[];
  readonly placement: readonly (readonly [key: number, position: number])[] | undefined;
  /** Keys of all members. */
  readonly keys: readonly number[];
}

/** Resolves a dimension axis, with its members in the model's order. Returns undefined for other kinds of axes. */
export async function readDimensionAxis(
  axis: QueryAxis,
  from: string,
  model: StoredModel,
  database: ConnectionSource,
  signal: AbortSignal,
): Promise<DimensionPositions | undefined> {
  const asked = selectionOf(axis);
  if (!asked) {
    return undefined;
  }
  const path = model.resolve(asked.dimension, from, "dimension");
  const dimension = model.dimension(path.object, path.attribute.dimension.id);
  const members = await readMembers(database, dimension.membersOf, signal);
  const selection = asked.read(dimension);
  const byOrdinal = new Map(members.map((member) => [member.ordinal, member]));
  const chosen = chooseMembers(members, selection, dimension);
  const positions = chosen.map((member) => toAxisPosition(member, byOrdinal));
  let placement = place(members, chosen, selection);
  if (selection.kind === "levels" && selection.withOthers) {
    const placed = new Set(placement.map(([key]) => key));
    const others = [noMemberKey, ...members.map(({ ordinal }) => ordinal).filter((ordinal) => !placed.has(ordinal))];
    placement = [...placement, ...others.map((key) => [key, positions.length] as const)];
    positions.push({ path: ["Uncategorized"], displayName: "Uncategorized", displayNamePath: ["Uncategorized"] });
  }
  const isIdentity = placement.length === members.length && placement.every(([key, position]) => key === position);
  return {
    key: { kind: "column", path, expression: buildMemberKeySql },
    name: dimension.id,
    qualifyingPath: qualifyingPathOf(path),
    levelName: levelNameOf(selection, dimension),
    positions,
    placement: isIdentity ? undefined : placement,
    keys: members.map(({ ordinal }) => ordinal),
  };
}

export function buildMemberKeySql(column: SqlText): SqlText {
  return `coalesce(${column}, ${noMemberKey})`;
}

interface AskedSelection {
  readonly dimension: DimensionReference;
  read(dimension: StoredDimension): Selection;
}

type DimensionReference = NonNullable<QueryAxis["dimensionLevelSelection"]>["dimension"];

function selectionOf(axis: QueryAxis): AskedSelection | undefined {
  const level = axis.dimensionLevelSelection ?? axis.dimensionLevelWithUncategorizedValueSelection;
  if (level) {
    const withOthers = axis.dimensionLevelSelection === undefined;
    return {
      dimension: level.dimension,
      read: (dimension) => ({ kind: "levels", depths: readDepths(level, dimension), withOthers }),
    };
  }
  if (axis.dimensionLeafMemberSelection) {
    return { dimension: axis.dimensionLeafMemberSelection.dimension, read: () => ({ kind: "leaves" }) };
  }
  if (axis.dimensionDataMemberSelection) {
    return { dimension: axis.dimensionDataMemberSelection.dimension, read: () => ({ kind: "dataMembers" }) };
  }
  const chosen = axis.dimensionMemberSelection;
  return chosen && { dimension: chosen.dimension, read: () => ({ kind: "members", members: chosen.members ?? [] }) };
}

/** Depths of levels given by id or by depth. */
function readDepths(
  level: { readonly levelIds?: readonly string[]; readonly levelDepths?: readonly number[] },
  dimension: StoredDimension,
): readonly number[] {
  const { levelIds = [], levelDepths = [] } = level;
  if (levelIds.length + levelDepths.length === 0) {
    throw new QueryError(`A level selection of "${dimension.id}" needs levelIds or levelDepths.`);
  }
  return [...levelIds, ...levelDepths].map((asked) => findLevelDepth(dimension, asked));
}

/**
 * Returns the depth of a dimension's level, which is given by id or by depth. Throws QueryError for an unknown level.
 */
export function findLevelDepth(dimension: StoredDimension, asked: string | number): number {
  const levels = dimension.levels ?? [];
  const level = levels.find(({ id, depth }) => (typeof asked === "string" ? id : depth) === asked);
  if (!level) {
    const known = levels.map(({ id, depth }) => (typeof asked === "string" ? id : depth)).join(", ");
    const what = typeof asked === "string" ? `level "${asked}"` : `level at depth ${asked}`;
    const instead = known ? `it has ${known}.` : "it has no levels, so ask for its leaf members.";
    throw new QueryError(`The dimension "${dimension.id}" has no ${what}; ${instead}`);
  }
  return level.depth;
}

function chooseMembers(
  members: readonly Member[],
  selection: Selection,
  dimension: StoredDimension,
): readonly Member[] {
  switch (selection.kind) {
    case "levels":
      return members.filter(({ depth }) => selection.depths.includes(depth));
    case "leaves": {
      // The leaves of a leveled dimension are its deepest level, even if a member above has no children.
      const deepest = Math.max(0, ...(dimension.levels ?? []).map(({ depth }) => depth));
      return members.filter((member) => (dimension.kind === "leveled" ? member.depth === deepest : member.isLeaf));
    }
    case "dataMembers":
      return members;
    case "members":
      return findMembers(members, selection.members, dimension);
  }
}

/** Finds members of a dimension by their paths, or by names that only one has. Throws QueryError for others. */
export function findMembers(
  members: readonly Member[],
  references: readonly MemberReference[],
  dimension: StoredDimension,
): readonly Member[] {
  return references.map((reference) => findMember(members, memberNamesOf(reference).join("."), dimension));
}

function findMember(members: readonly Member[], text: string, dimension: StoredDimension): Member {
  const byPath = members.find(({ path }) => path === text);
  const byName = byPath ? [byPath] : members.filter(({ name }) => name === text);
  const [only, second] = byName;
  if (!only || second) {
    const what = only ? "several members" : "no member";
    throw new QueryError(`The dimension "${dimension.id}" has ${what} "${text}"; write the names from the top.`);
  }
  return only;
}

/**
 * A record counts at a chosen member if its own member is that one or a descendant; at data members only if it is that
 * one.
 */
function place(
  members: readonly Member[],
  chosen: readonly Member[],
  selection: Selection,
): readonly (readonly [key: number, position: number])[] {
  const positions = new Map<number, number[]>();
  for (const [index, { ordinal }] of chosen.entries()) {
    positions.set(ordinal, [...(positions.get(ordinal) ?? []), index]);
  }
  return members.flatMap(({ ordinal, ancestors }) => {
    const counted = selection.kind === "dataMembers" ? [ordinal] : ancestors;
    return counted.flatMap((ancestor) => positions.get(ancestor) ?? []).map((position) => [ordinal, position] as const);
  });
}

export function toAxisPosition(member: Member, byOrdinal: ReadonlyMap<number, Member>): AxisPosition {
  const branch = member.ancestors.map((ordinal) => byOrdinal.get(ordinal)).filter((ancestor) => ancestor !== undefined);
  return {
    path: branch.map(({ name }) => name),
    displayName: member.displayName,
    displayNamePath: branch.map(({ displayName }) => displayName),
    ancestors: member.ancestors,
  };
}

function levelNameOf(selection: Selection, dimension: StoredDimension): string | undefined {
  if (selection.kind !== "levels") {
    return undefined;
  }
  const levels = (dimension.levels ?? []).filter(({ depth }) => selection.depths.includes(depth));
  return levels.map(({ id }) => id).join(".");
}
