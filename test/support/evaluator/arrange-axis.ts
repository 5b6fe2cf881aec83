import type { Axis, Position } from "./axis.ts";

/** What a request makes of the positions of one axis, in the words of the request (semantics.md, "Sorting and limiting an axis"). */
export interface AxisArrangement {
  readonly sort: {
    readonly sortType: "CONFIGURED" | "METRIC_VALUE" | "NAME" | "DISPLAY_NAME";
    readonly sortDirection: "SORT_ASCENDING" | "SORT_DESCENDING";
  };
  readonly limit: {
    readonly limitType: "FIRST_N" | "LAST_N";
    /** Below 1 there is no limit. */
    readonly n: number;
    readonly showOthers: boolean;
  };
}

/** The axis with its positions in order and as many as the limit leaves; `valueAt` gives the metric's value at one of them. */
export function arrangeAxis(
  axis: Axis,
  { sort, limit }: AxisArrangement,
  valueAt: (position: Position) => number | null,
): Axis {
  const sorted = sortPositions(axis.positions, sort, valueAt);
  if (limit.n < 1 || limit.n >= sorted.length) {
    return { ...axis, positions: sorted };
  }
  const first = limit.limitType === "FIRST_N" ? 0 : sorted.length - limit.n;
  const kept: Position[] = [];
  const left: Position[] = [];
  for (const [place, position] of sorted.entries()) {
    (place >= first && place < first + limit.n ? kept : left).push(position);
  }
  const others: Position = {
    path: ["Others"],
    displayName: "Others",
    holds: (coordinate) =>
      left.some((position) => position.holds(coordinate)) && !kept.some((position) => position.holds(coordinate)),
  };
  return { ...axis, positions: limit.showOthers ? [...kept, others] : kept };
}

/** By insertion: each position is put before the first one that has to come after it. */
function sortPositions(
  positions: readonly Position[],
  { sortType, sortDirection }: AxisArrangement["sort"],
  valueAt: (position: Position) => number | null,
): readonly Position[] {
  const isDescending = sortDirection === "SORT_DESCENDING";
  if (sortType !== "METRIC_VALUE") {
    const ascending = sortType === "CONFIGURED" ? positions : byText(positions, sortType);
    return isDescending ? [...ascending].reverse() : ascending;
  }
  const valued: { readonly position: Position; readonly value: number }[] = [];
  const missing: Position[] = [];
  for (const position of positions) {
    const value = valueAt(position);
    if (value === null) {
      missing.push(position);
      continue;
    }
    const next = valued.findIndex((other) => (isDescending ? other.value < value : other.value > value));
    valued.splice(next < 0 ? valued.length : next, 0, { position, value });
  }
  return [...valued.map(({ position }) => position), ...missing];
}

function byText(positions: readonly Position[], sortType: "NAME" | "DISPLAY_NAME"): readonly Position[] {
  const sorted: { readonly position: Position; readonly text: string }[] = [];
  for (const position of positions) {
    const text = textOf(position, sortType);
    const next = sorted.findIndex((other) => comesBefore(text, other.text));
    sorted.splice(next < 0 ? sorted.length : next, 0, { position, text });
  }
  return sorted.map(({ position }) => position);
}

function textOf({ path, displayName, member, displayPath }: Position, sortType: "NAME" | "DISPLAY_NAME"): string {
  return sortType === "NAME" ? path.join(".") : (member && displayPath ? displayPath : [displayName]).join(".");
}

/** By code point. */
function comesBefore(one: string, other: string): boolean {
  const [left, right] = [[...one], [...other]];
  for (const [index, letter] of left.entries()) {
    const difference = (letter.codePointAt(0) ?? 0) - (right[index]?.codePointAt(0) ?? -1);
    if (difference !== 0) {
      return difference < 0;
    }
  }
  return left.length < right.length;
}
