import type { Reference } from "../../../src/languages/core/model/model-source.ts";
import type { StoredDimension } from "../../../src/service/model/tenant-model.ts";
import type { Column } from "./columns.ts";
import { memberAtDepth } from "./members.ts";
import type { OverallMode } from "./options.ts";
import { type Place, readThrough } from "./reach.ts";
import type { Workforce, WorkforceMember } from "./workforce.ts";

/** What a record has on an axis: a member's ordinal, a truth, or nothing at all. */
export type Coordinate = number | boolean | "Unknown" | undefined;

export interface Position {
  readonly path: readonly string[];
  readonly displayName: string;
  /** Display names from the top, of a member. */
  readonly displayPath?: readonly string[];
  /** `undefined` for the overall position and the others. */
  readonly member?: WorkforceMember;
  holds(coordinate: Coordinate): boolean;
}

/** A grouping axis of an aggregate (sql-like-language 6.2). */
export interface Axis {
  readonly steps: readonly Reference[];
  /** `undefined` for the axis of a concept. */
  readonly dimension: StoredDimension | undefined;
  /** In the order of the members. */
  readonly positions: readonly Position[];
  /** `steps` lead from the place's record: they are fewer than the axis's own for a part on another object. */
  coordinate(place: Place, steps: readonly Reference[]): Coordinate;
}

export function axisOf(column: Column, workforce: Workforce): Axis | undefined {
  if (column.kind === "level") {
    const { steps, dimension } = column.attribute;
    const members = workforce.members(dimension).filter(({ depth }) => depth === column.level.depth);
    return memberAxis(workforce, steps, dimension, members, (ordinal) =>
      memberAtDepth(workforce, dimension, ordinal, column.level.depth),
    );
  }
  if (column.kind !== "attribute") {
    return undefined;
  }
  const { attribute } = column;
  if (attribute.kind === "dimension") {
    const { steps, dimension } = attribute;
    const leaves = workforce.members(dimension).filter(({ isLeaf }) => isLeaf);
    return memberAxis(workforce, steps, dimension, leaves, (ordinal) => workforce.member(dimension, ordinal));
  }
  if (attribute.kind === "concept") {
    return conceptAxis(workforce, attribute.steps, attribute.concept.id);
  }
  throw new Error("Evaluating a query: a property is no axis.");
}

function memberAxis(
  workforce: Workforce,
  steps: readonly Reference[],
  dimension: StoredDimension,
  members: readonly WorkforceMember[],
  counted: (ordinal: number) => WorkforceMember | undefined,
): Axis {
  const ordinals = new Set(members.map(({ ordinal }) => ordinal));
  const positions = members.map(
    (member): Position => ({
      path: member.path.split("."),
      displayName: member.displayName,
      displayPath: member.ancestors.map((ancestor) => workforce.member(dimension, ancestor).displayName),
      member,
      holds: (coordinate) => coordinate === member.ordinal,
    }),
  );
  return {
    steps,
    dimension,
    positions,
    coordinate(place, from) {
      const ordinal = readThrough(workforce, place, from, dimension.id);
      const member = typeof ordinal === "number" ? counted(ordinal) : undefined;
      return member && ordinals.has(member.ordinal) ? member.ordinal : undefined;
    },
  };
}

function conceptAxis(workforce: Workforce, steps: readonly Reference[], id: string): Axis {
  const truths = [true, false, "Unknown"] as const;
  const names = ["True", "False", "Unknown"] as const;
  const positions = truths.map((truth, index): Position => {
    const name = names[index] ?? "";
    return { path: [name], displayName: name, holds: (coordinate) => coordinate === truth };
  });
  return {
    steps,
    dimension: undefined,
    positions,
    coordinate(place, from) {
      const value = readThrough(workforce, place, from, id);
      return typeof value === "boolean" ? value : "Unknown";
    },
  };
}

/** The axis with a last position over its own or over all records (semantics.md, "Aggregates"). */
export function withOverall(axis: Axis, mode: OverallMode): Axis {
  if (mode === "NONE") {
    return axis;
  }
  const overall: Position = {
    path: ["Overall"],
    displayName: "Overall",
    holds: (coordinate) => mode === "OVERALL" || axis.positions.some((position) => position.holds(coordinate)),
  };
  return { ...axis, positions: [...axis.positions, overall] };
}

/** Whether the members of a cell lie on one branch wherever one dimension stands on two axes (semantics.md, "Aggregates"). */
export function isOnOneBranch(axes: readonly Axis[], positions: readonly Position[]): boolean {
  return axes.every((axis, index) =>
    axes.slice(index + 1).every((other, offset) => {
      const left = positions[index]?.member;
      const right = positions[index + 1 + offset]?.member;
      const isSame = axis.dimension === other.dimension && pathOf(axis) === pathOf(other);
      return !left || !right || !isSame || isUnder(left, right) || isUnder(right, left);
    }),
  );
}

function pathOf({ steps }: Axis): string {
  return steps.map(({ id }) => id).join(".");
}

function isUnder(lower: WorkforceMember, upper: WorkforceMember): boolean {
  return lower.ancestors.includes(upper.ordinal);
}
