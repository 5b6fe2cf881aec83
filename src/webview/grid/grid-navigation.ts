import type { GridColumns } from "./grid-columns.ts";
import type { GridContent } from "./grid-content.ts";
import { GridCursor } from "./grid-cursor.ts";
import type { GridScroller, RowsInView } from "./grid-scroller.ts";
import { type GridPosition, type GridRange, type GridSelection, selectCell, selectColumns } from "./grid-selection.ts";

interface NavigationParts {
  readonly viewport: HTMLElement;
  readonly content: Readonly<GridContent>;
  readonly columns: GridColumns;
  readonly scroller: GridScroller;
  /** Width of the row numbers in pixels. */
  gutterWidth(): number;
  /** Requests rows that will be visible. Returns false if they are loaded or will not arrive. */
  prefetch(rows: RowsInView): boolean;
  draw(): void;
  drawSoon(): void;
  nodeOf(location: GridPosition): HTMLElement | undefined;
  /** Called when another cell became active. */
  onDidMove(location: GridPosition): void;
  onDidChange(): void;
}

/** Position of the user in the grid: active cell, selection and scroll offset. */
export class GridNavigation {
  readonly cursor: GridCursor;
  readonly #parts: NavigationParts;

  constructor(parts: NavigationParts) {
    this.#parts = parts;
    this.cursor = new GridCursor(parts.content, {
      prefetch: ({ row }) => row >= 0 && parts.prefetch(parts.scroller.rowsToReveal(row)),
      onDidWait: (isWaiting) => parts.viewport.classList.toggle("is-coming", isWaiting),
      reveal: (location) => this.reveal(location),
      draw: parts.draw,
      drawSoon: parts.drawSoon,
      nodeOf: parts.nodeOf,
      onDidMove: parts.onDidMove,
      onDidChange: parts.onDidChange,
    });
  }

  /** Selection, whose columns are indexes among the visible columns. */
  get selection(): GridSelection {
    return this.cursor.selection;
  }

  /** Active cell, whose column is a position in the result. */
  get active(): GridPosition {
    return this.#parts.columns.toPosition(this.cursor.active);
  }

  get topRow(): number {
    return this.#parts.scroller.topRow;
  }

  /** Horizontal scroll offset in pixels. */
  get left(): number {
    return this.#parts.scroller.left;
  }

  scrollToRow(row: number, left: number): void {
    const { scroller, prefetch, drawSoon } = this.#parts;
    scroller.goTo(row, left);
    prefetch(scroller.rowsInView);
    drawSoon();
  }

  /**
   * Activates a cell, given by column position, and selects `range` around the cell. A hidden column is replaced by the
   * first visible one.
   */
  select(location: GridPosition, range?: GridRange): void {
    this.cursor.restore(this.#parts.columns.toDisplayed(location), range);
  }

  /** Moves the active cell by a number of rows and columns without moving the focus. */
  step(rows: number, columns: number): void {
    const { row, column } = this.cursor.active;
    this.cursor.restore({ row: Math.max(0, row + rows), column: column + columns });
    this.reveal(this.cursor.active);
    this.#parts.onDidMove(this.cursor.active);
  }

  /** Activates a cell, given by column position, scrolls it into view and focuses it. */
  goTo(location: GridPosition): void {
    this.cursor.select(selectCell(this.#parts.columns.toDisplayed(location)), true);
  }

  /** Selects all rows of a column, given by position. */
  selectColumn(position: number): void {
    const location = this.#parts.columns.toDisplayed({ row: 0, column: position });
    this.cursor.select(selectColumns(selectCell(location), this.cursor.size), false);
  }

  /** Focuses the active cell. */
  focus(): void {
    this.cursor.select(this.cursor.selection, true);
  }

  /** Activates a search match and scrolls it into view without moving the focus. */
  showMatch(location: GridPosition): void {
    const { scroller } = this.#parts;
    this.cursor.restore(location);
    const { first, end } = scroller.rowsInView;
    if (location.row < first || location.row >= end) {
      // Centers the match, so that the rows around it are visible.
      scroller.goTo(Math.max(0, location.row - Math.floor(scroller.pageRows / 2)), this.left);
    }
    this.reveal(location);
    this.#parts.drawSoon();
    this.#parts.onDidChange();
  }

  /** Scrolls a cell into view by the smallest distance. */
  reveal({ row, column }: GridPosition): void {
    const { columns, scroller, viewport } = this.#parts;
    const { layout } = columns.widths;
    if (row >= 0) {
      scroller.revealRow(row);
    }
    const gutterWidth = this.#parts.gutterWidth();
    const frozen = layout.frozenIn(viewport.clientWidth - gutterWidth);
    if (column >= frozen) {
      const frozenWidth = layout.left(frozen);
      scroller.revealColumn(layout.left(column) - frozenWidth, layout.width(column), gutterWidth + frozenWidth);
    }
  }
}
