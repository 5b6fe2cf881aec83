/** Row and column of a cell. Row -1 is the header. */
export interface GridPosition {
  readonly row: number;
  readonly column: number;
}

/** Rectangle of cells. Both ends are inclusive. */
export interface GridRange {
  readonly firstRow: number;
  readonly lastRow: number;
  readonly firstColumn: number;
  readonly lastColumn: number;
}

export interface GridDimensions {
  readonly rowCount: number;
  readonly columnCount: number;
}

/**
 * Selection of cells: the active cell, and the rectangle from the cell where the selection started to the active cell.
 */
export interface GridSelection {
  readonly active: GridPosition;
  readonly range: GridRange;
}

export function selectCell(location: GridPosition): GridSelection {
  return { active: location, range: rangeBetween(location, location) };
}

/** Extends the selection to a cell. The opposite corner of the selected rectangle stays in place. */
export function extendSelectionTo(selection: GridSelection, location: GridPosition): GridSelection {
  const { active, range } = selection;
  const anchor = {
    row: active.row === range.firstRow ? range.lastRow : range.firstRow,
    column: active.column === range.firstColumn ? range.lastColumn : range.firstColumn,
  };
  return { active: location, range: rangeBetween(anchor, location) };
}

export function selectRows(selection: GridSelection, { columnCount }: GridDimensions): GridSelection {
  return { ...selection, range: { ...selection.range, firstColumn: 0, lastColumn: columnCount - 1 } };
}

export function selectColumns(selection: GridSelection, { rowCount }: GridDimensions): GridSelection {
  return { ...selection, range: { ...selection.range, firstRow: 0, lastRow: rowCount - 1 } };
}

export function selectAll(selection: GridSelection, { rowCount, columnCount }: GridDimensions): GridSelection {
  return { ...selection, range: { firstRow: 0, lastRow: rowCount - 1, firstColumn: 0, lastColumn: columnCount - 1 } };
}

export function isSelected({ range }: GridSelection, row: number, column: number): boolean {
  return row >= range.firstRow && row <= range.lastRow && column >= range.firstColumn && column <= range.lastColumn;
}

/** Whether all cells of a range exist in a grid. */
export function containsRange(
  { firstRow, lastRow, firstColumn, lastColumn }: GridRange,
  size: GridDimensions,
): boolean {
  return isWithin(firstRow, lastRow, size.rowCount) && isWithin(firstColumn, lastColumn, size.columnCount);
}

function isWithin(first: number, last: number, count: number): boolean {
  return first >= 0 && first <= last && last < count;
}

function rangeBetween(one: GridPosition, other: GridPosition): GridRange {
  return {
    firstRow: Math.max(0, Math.min(one.row, other.row)),
    lastRow: Math.max(0, one.row, other.row),
    firstColumn: Math.min(one.column, other.column),
    lastColumn: Math.max(one.column, other.column),
  };
}
