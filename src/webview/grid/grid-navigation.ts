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
  /** Pixels that the row numbers take. */
  gutterWidth(): number;
  /** Asks for rows that will be in sight; false when they are here or will not come. */
  isComing(rows: RowsInView): boolean;
  draw(): void;
  drawSoon(): void;
  nodeOf(place: GridPosition): HTMLElement | undefined;
  /** Another cell became the active one. */
  onDidMove(place: GridPosition): void;
  onDidChange(): void;
}

/** Where the user is in a grid: the active cell, what is selected, what is brought into sight. */
export class GridNavigation {
  readonly cursor: GridCursor;
  readonly #parts: NavigationParts;

  constructor(parts: NavigationParts) {
    this.#parts = parts;
    this.cursor = new GridCursor(parts.content, {
      isComing: ({ row }) => row >= 0 && parts.isComing(parts.scroller.rowsToReveal(row)),
      onDidWait: (isWaiting) => parts.viewport.classList.toggle("is-coming", isWaiting),
      reveal: (place) => this.reveal(place),
      draw: parts.draw,
      drawSoon: parts.drawSoon,
      nodeOf: parts.nodeOf,
      onDidMove: parts.onDidMove,
      onDidChange: parts.onDidChange,
    });
  }

  /** Its columns are places among those that show. */
  get selection(): GridSelection {
    return this.cursor.selection;
  }

  /** The active cell, its column by position. */
  get active(): GridPosition {
    return this.#parts.columns.toPosition(this.cursor.active);
  }

  get topRow(): number {
    return this.#parts.scroller.topRow;
  }

  /** Pixels scrolled sideways. */
  get left(): number {
    return this.#parts.scroller.left;
  }

  scrollToRow(row: number, left: number): void {
    this.#parts.scroller.goTo(row, left);
    this.#parts.drawSoon();
  }

  /** Goes to a cell whose column is given by position, the first that shows if it is hidden; `range` is selected around it. */
  select(place: GridPosition, range?: GridRange): void {
    this.cursor.restore(this.#parts.columns.toPlace(place), range);
  }

  /** Makes a neighbour of the active cell the active one; the focus stays where it is. */
  step(rows: number, columns: number): void {
    const { row, column } = this.cursor.active;
    this.cursor.restore({ row: Math.max(0, row + rows), column: column + columns });
    this.reveal(this.cursor.active);
    this.#parts.onDidMove(this.cursor.active);
  }

  /** Makes a cell, whose column is given by position, the active one, in sight and with the focus. */
  goTo(place: GridPosition): void {
    this.cursor.select(selectCell(this.#parts.columns.toPlace(place)), true);
  }

  /** Selects a column, given by position, from the first row to the last. */
  selectColumn(position: number): void {
    const place = this.#parts.columns.toPlace({ row: 0, column: position });
    this.cursor.select(selectColumns(selectCell(place), this.cursor.size), false);
  }

  /** Puts the focus on the active cell. */
  focus(): void {
    this.cursor.select(this.cursor.selection, true);
  }

  /** Brings a match into sight and makes it the active cell, without taking the focus. */
  showMatch(place: GridPosition): void {
    const { scroller } = this.#parts;
    this.cursor.restore(place);
    const { first, end } = scroller.rowsInView;
    if (place.row < first || place.row >= end) {
      // In the middle, so that what stands around it can be seen.
      scroller.goTo(Math.max(0, place.row - Math.floor(scroller.pageRows / 2)), this.left);
    }
    this.reveal(place);
    this.#parts.drawSoon();
    this.#parts.onDidChange();
  }

  /** Scrolls as little as brings a place into sight. */
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
