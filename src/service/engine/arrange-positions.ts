import type { QueryAxis } from "../../contract/query-parts.ts";
import type { Axis, Position } from "./axis.ts";
import type { Measured } from "./metric-plan.ts";
import { chooseMeaning } from "./query-error.ts";

/** Order and limit of an axis's positions (semantics.md, "Sorting and limiting an axis"). */
export interface Arrangement {
  readonly order: "configured" | "metricValue" | "name" | "displayName";
  readonly isDescending: boolean;
  readonly limit: Limit | undefined;
}

interface Limit {
  readonly count: number;
  readonly end: "first" | "last";
  /** Whether an additional position collects the keys of the dropped positions. */
  readonly showsOthers: boolean;
}

type SortAndLimit = NonNullable<QueryAxis["sortAndLimitOptions"]>;

const orders = new Map<string, Arrangement["order"]>([
  ["CONFIGURED", "configured"],
  ["METRIC_VALUE", "metricValue"],
  ["NAME", "name"],
  ["DISPLAY_NAME", "displayName"],
  ["ORDINAL", "configured"],
]);

const directions = new Map([
  ["SORT_ASCENDING", false],
  ["SORT_DESCENDING", true],
  ["ASCENDING", false],
  ["DESCENDING", true],
  ["ASC", false],
  ["DESC", true],
]);

const ends = new Map<string, Limit["end"]>([
  ["FIRST_N", "first"],
  ["LAST_N", "last"],
  ["FIRST", "first"],
  ["LAST", "last"],
]);

/** `undefined` for an axis in the model's order without a limit. */
export function readArrangement({ sort, limit }: SortAndLimit = {}): Arrangement | undefined {
  if (!sort && !limit) {
    return undefined;
  }
  return {
    order: chooseMeaning(sort?.sortType, orders, "sortType"),
    isDescending: isDescending(sort?.sortDirection),
    limit: readLimit(limit),
  };
}

export function isDescending(direction: string | undefined): boolean {
  return chooseMeaning(direction, directions, "sortDirection");
}

/** No limit if the number is missing or below 1. */
function readLimit(limit: SortAndLimit["limit"] = {}): Limit | undefined {
  const { limitType, n = 0, showOthers = false } = limit;
  const end = chooseMeaning(limitType, ends, "limitType");
  return n < 1 ? undefined : { count: n, end, showsOthers: showOthers };
}

/** Position with its index in the model's order. */
interface Placed {
  readonly position: Position;
  readonly index: number;
}

/**
 * Sorts and limits the positions of an axis. `values` are the metric's values at the positions, for sorting by value.
 */
export function arrangePositions(
  axis: Axis,
  { order, isDescending, limit }: Arrangement,
  values: readonly Measured["value"][] = [],
): Axis {
  const placed = axis.positions.map((position, index) => ({ position, index }));
  const ranked = placed.filter(({ position }) => !position.isTotal);
  ranked.sort(comparison(order, isDescending ? -1 : 1, values));
  const kept = limit ? (limit.end === "first" ? ranked.slice(0, limit.count) : ranked.slice(-limit.count)) : ranked;
  const totals = placed.filter(({ position }) => position.isTotal);
  const placement = axis.placement ?? placed.map(({ index }) => [index, index] as const);
  const hasOthers = limit?.showsOthers === true && kept.length < ranked.length;
  const others = hasOthers ? keysWithout(placement, ranked, kept) : [];
  const othersIndex = kept.length;
  const moved = new Map([
    ...kept.map(({ index }, position) => [index, position] as const),
    ...totals.map(({ index }, position) => [index, kept.length + (hasOthers ? 1 : 0) + position] as const),
  ]);
  return {
    ...axis,
    positions: [...kept, ...(hasOthers ? [{ position: othersPosition }] : []), ...totals].map((one) => one.position),
    placement: [
      ...placement.flatMap(([key, index]) => {
        const position = moved.get(index);
        return position === undefined ? [] : [[key, position] as const];
      }),
      ...others.map((key) => [key, othersIndex] as const),
    ],
  };
}

const othersPosition: Position = { path: ["Others"], displayName: "Others", displayNamePath: ["Others"] };

/** Keys that belong to some ranked position but to none of the kept ones, each once. */
function keysWithout(
  placement: NonNullable<Axis["placement"]>,
  ranked: readonly Placed[],
  kept: readonly Placed[],
): readonly number[] {
  const keysAt = (positions: readonly Placed[]) => {
    const indexes = new Set(positions.map(({ index }) => index));
    return new Set(placement.filter(([, index]) => indexes.has(index)).map(([key]) => key));
  };
  const keptKeys = keysAt(kept);
  return [...keysAt(ranked)].filter((key) => !keptKeys.has(key));
}

function comparison(
  order: Arrangement["order"],
  sign: 1 | -1,
  values: readonly Measured["value"][],
): (one: Placed, other: Placed) => number {
  switch (order) {
    case "configured":
      return (one, other) => sign * (one.index - other.index);
    case "name":
      return byText(sign, ({ path }) => path);
    case "displayName":
      return byText(sign, ({ displayNamePath }) => displayNamePath);
    case "metricValue":
      return (one, other) =>
        compareValues(values[one.index] ?? null, values[other.index] ?? null, sign) || one.index - other.index;
  }
}

function byText(sign: 1 | -1, textOf: (position: Position) => readonly string[]) {
  return (one: Placed, other: Placed) =>
    sign * (compareTexts(textOf(one.position).join("."), textOf(other.position).join(".")) || one.index - other.index);
}

/** Missing values sort last in both directions. */
function compareValues(one: Measured["value"], other: Measured["value"], sign: 1 | -1): number {
  if (one === null || other === null) {
    return Number(one === null) - Number(other === null);
  }
  return one === other ? 0 : sign * (one < other ? -1 : 1);
}

/** Compares by code point, as DuckDB does. */
function compareTexts(one: string, other: string): number {
  return one === other ? 0 : Buffer.compare(Buffer.from(one), Buffer.from(other));
}
