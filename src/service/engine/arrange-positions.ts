import type { QueryAxis } from "../../contract/query-parts.ts";
import type { AxisPosition, GroupingAxis } from "./axis.ts";
import type { MeasuredValue } from "./metric-plan.ts";
import { readOptionMeaning } from "./query-error.ts";

/** Sort order of an axis and limit of its number of positions (semantics.md, "Sorting and limiting an axis"). */
export interface AxisArrangement {
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

const orders = new Map<string, AxisArrangement["order"]>([
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

/** Reads the sort order and limit of an axis. Undefined if the axis has the model's order and no limit. */
export function readArrangement({ sort, limit }: SortAndLimit = {}): AxisArrangement | undefined {
  if (!sort && !limit) {
    return undefined;
  }
  return {
    order: readOptionMeaning(sort?.sortType, orders, "sortType"),
    isDescending: isDescending(sort?.sortDirection),
    limit: readLimit(limit),
  };
}

export function isDescending(direction: string | undefined): boolean {
  return readOptionMeaning(direction, directions, "sortDirection");
}

/** Reads a limit. Returns no limit if the number is missing or below 1. */
function readLimit(limit: SortAndLimit["limit"] = {}): Limit | undefined {
  const { limitType, n = 0, showOthers = false } = limit;
  const end = readOptionMeaning(limitType, ends, "limitType");
  return n < 1 ? undefined : { count: n, end, showsOthers: showOthers };
}

/** Position with its index in the model's order. */
interface Placed {
  readonly position: AxisPosition;
  readonly index: number;
}

/**
 * Sorts the positions of an axis and applies the limit. For sorting by value, `values` has the metric's value at each
 * position.
 */
export function arrangePositions(
  axis: GroupingAxis,
  { order, isDescending, limit }: AxisArrangement,
  values: readonly MeasuredValue["value"][] = [],
): GroupingAxis {
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

const othersPosition: AxisPosition = { path: ["Others"], displayName: "Others", displayNamePath: ["Others"] };

/** Keys that belong to some ranked position but to none of the kept ones, each once. */
function keysWithout(
  placement: NonNullable<GroupingAxis["placement"]>,
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
  order: AxisArrangement["order"],
  sign: 1 | -1,
  values: readonly MeasuredValue["value"][],
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

function byText(sign: 1 | -1, textOf: (position: AxisPosition) => readonly string[]) {
  return (one: Placed, other: Placed) =>
    sign * (compareTexts(textOf(one.position).join("."), textOf(other.position).join(".")) || one.index - other.index);
}

/** Missing values sort last in both directions. */
function compareValues(one: MeasuredValue["value"], other: MeasuredValue["value"], sign: 1 | -1): number {
  if (one === null || other === null) {
    return Number(one === null) - Number(other === null);
  }
  return one === other ? 0 : sign * (one < other ? -1 : 1);
}

/** Compares by code point, as DuckDB does. */
function compareTexts(one: string, other: string): number {
  return one === other ? 0 : Buffer.compare(Buffer.from(one), Buffer.from(other));
}
