import type { QueryAxis } from "../../contract/query-parts.ts";
import type { Axis, Position } from "./axis.ts";
import { QueryError } from "./query-error.ts";

type SortAndLimit = NonNullable<QueryAxis["sortAndLimitOptions"]>;

/**
 * Sorts the positions of an axis by name and keeps the first ones. The specification names no sort or limit types: these
 * are ours, and those that would look at values are refused.
 */
export function arrangePositions(axis: Axis, options: SortAndLimit | undefined): Axis {
  if (!options?.sort && !options?.limit) {
    return axis;
  }
  const indexed = axis.positions.map((position, index) => ({ position, index }));
  if (options.sort) {
    const { sortType = "ORDINAL", sortDirection } = options.sort;
    const sign = isDescending(sortDirection) ? -1 : 1;
    indexed.sort(
      (a, b) =>
        sign * (compareTexts(sortKey(a.position, sortType), sortKey(b.position, sortType)) || a.index - b.index),
    );
  }
  const kept = indexed.slice(0, readLimit(options.limit));
  const placement = axis.placement ?? axis.positions.map((_, index) => [index, index] as const);
  const moved = new Map(kept.map(({ index }, position) => [index, position]));
  return {
    ...axis,
    positions: kept.map(({ position }) => position),
    placement: placement.flatMap(([key, index]) => {
      const position = moved.get(index);
      return position === undefined ? [] : [[key, position] as const];
    }),
  };
}

/** Equal keys leave the order of the model. */
function sortKey(position: Position, sortType: string): string {
  switch (sortType) {
    case "ORDINAL":
      return "";
    case "NAME":
      return position.path.join(".");
    case "DISPLAY_NAME":
      return position.displayNamePath.join(".");
    default:
      throw new QueryError(`sortType "${sortType}" is not available for an axis; use ORDINAL, NAME or DISPLAY_NAME.`);
  }
}

export function isDescending(direction: string | undefined): boolean {
  switch (direction) {
    case undefined:
    case "ASC":
    case "ASCENDING":
      return false;
    case "DESC":
    case "DESCENDING":
      return true;
    default:
      throw new QueryError(`sortDirection "${direction}" is unknown; use ASCENDING or DESCENDING.`);
  }
}

function readLimit(limit: SortAndLimit["limit"]): number | undefined {
  if (!limit) {
    return undefined;
  }
  const { limitType = "FIRST", n, showOthers } = limit;
  if (limitType !== "FIRST" || showOthers) {
    throw new QueryError(
      "An axis can only be limited to its FIRST n positions, without the others; leave the rest out.",
    );
  }
  if (n === undefined || n < 1) {
    throw new QueryError("The limit of an axis needs n, 1 or more.");
  }
  return n;
}

/** By code point, as DuckDB sorts. */
function compareTexts(one: string, other: string): number {
  return one === other ? 0 : Buffer.compare(Buffer.from(one), Buffer.from(other));
}
