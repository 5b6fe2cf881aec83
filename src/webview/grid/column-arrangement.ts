import type { ColumnArrangement } from "../../protocol/result-columns.ts";

/** Creates the column arrangement that shows all columns in the order of the result. */
export function createNaturalArrangement(columnCount: number): ColumnArrangement {
  return { order: [...Array(columnCount).keys()], hidden: [], frozen: [] };
}

/** Returns the positions of the visible columns. Frozen columns come first. */
export function shownColumns({ order, hidden, frozen }: ColumnArrangement): number[] {
  const shown = order.filter((column) => !hidden.includes(column));
  return [...shown.filter((column) => frozen.includes(column)), ...shown.filter((column) => !frozen.includes(column))];
}

/** Returns the arrangement without a column. The last visible column cannot be hidden. */
export function hideColumn(arrangement: ColumnArrangement, column: number): ColumnArrangement {
  const { hidden } = arrangement;
  return hidden.includes(column) || shownColumns(arrangement).length === 1
    ? arrangement
    : { ...arrangement, hidden: [...hidden, column] };
}

export function showColumn(arrangement: ColumnArrangement, column: number): ColumnArrangement {
  return { ...arrangement, hidden: arrangement.hidden.filter((other) => other !== column) };
}

export function showAllColumns(arrangement: ColumnArrangement): ColumnArrangement {
  return { ...arrangement, hidden: [] };
}

export function freezeColumn(arrangement: ColumnArrangement, column: number, isFrozen: boolean): ColumnArrangement {
  const others = arrangement.frozen.filter((other) => other !== column);
  return { ...arrangement, frozen: isFrozen ? [...others, column] : others };
}

/** Swaps a column with its visible neighbour. Both must be frozen or both must be scrolling. */
export function moveColumn(arrangement: ColumnArrangement, column: number, by: -1 | 1): ColumnArrangement {
  const neighbour = neighbourOf(arrangement, column, by);
  return neighbour === undefined ? arrangement : moveDraggedColumn(arrangement, column, neighbour, by > 0);
}

export function canMoveColumn(arrangement: ColumnArrangement, column: number, by: -1 | 1): boolean {
  return neighbourOf(arrangement, column, by) !== undefined;
}

/** Moves a column before or after another column. Freezes the column if the other column is frozen. */
export function moveDraggedColumn(
  arrangement: ColumnArrangement,
  column: number,
  target: number,
  isAfter: boolean,
): ColumnArrangement {
  if (column === target) {
    return arrangement;
  }
  const order = arrangement.order.filter((other) => other !== column);
  order.splice(order.indexOf(target) + (isAfter ? 1 : 0), 0, column);
  return freezeColumn({ ...arrangement, order }, column, arrangement.frozen.includes(target));
}

/** Whether a value is a valid arrangement for this number of columns. */
export function arrangementFitsColumns(arrangement: unknown, columnCount: number): arrangement is ColumnArrangement {
  const { order, hidden, frozen } = (arrangement ?? {}) as Partial<ColumnArrangement>;
  return (
    Array.isArray(order) &&
    Array.isArray(hidden) &&
    Array.isArray(frozen) &&
    order.length === columnCount &&
    new Set(order).size === columnCount &&
    [...order, ...hidden, ...frozen].every((column) => Number.isInteger(column) && column >= 0 && column < columnCount)
  );
}

function neighbourOf(arrangement: ColumnArrangement, column: number, by: -1 | 1): number | undefined {
  const shown = shownColumns(arrangement);
  const neighbour = shown[shown.indexOf(column) + by];
  const isFrozen = arrangement.frozen.includes(column);
  return neighbour !== undefined && arrangement.frozen.includes(neighbour) === isFrozen ? neighbour : undefined;
}
