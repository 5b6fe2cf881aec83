import type { ColumnsInView } from "./column-layout.ts";
import type { GridContent } from "./grid-content.ts";
import type { RowsInView } from "./grid-scroller.ts";
import {
  type GridPlace,
  type GridRange,
  type GridSelection,
  type GridSize,
  isRangeIn,
  selectCell,
} from "./grid-selection.ts";

export interface CursorEvents {
  reveal(place: GridPlace): void;
  /** Draws at once: a cell has to be in the page to take the focus. */
  draw(): void;
  drawSoon(): void;
  nodeOf(place: GridPlace): HTMLElement | undefined;
  onDidMove(place: GridPlace): void;
  onDidChange(): void;
}

const start = selectCell({ row: 0, column: 0 });

/** The active cell with the focus, and what is selected around it. */
export class GridCursor {
  readonly #content: Readonly<GridContent>;
  readonly #events: CursorEvents;
  #selection: GridSelection = start;

  constructor(content: Readonly<GridContent>, events: CursorEvents) {
    this.#content = content;
    this.#events = events;
  }

  get selection(): GridSelection {
    return this.#selection;
  }

  get active(): GridPlace {
    return this.#selection.active;
  }

  get size(): GridSize {
    const { rowCount, columns } = this.#content;
    return { rowCount, columnCount: columns.length };
  }

  /** Goes back to the first cell, without taking the focus. */
  reset(): void {
    this.#selection = start;
  }

  /** Goes to a place that is remembered, and to what was selected around it while that is there, without taking the focus. */
  restore(place: GridPlace, range?: GridRange): void {
    const active = this.#clamped(place);
    this.#selection = range && isRangeIn(range, this.size) ? { active, range } : selectCell(active);
    this.#events.drawSoon();
  }

  /** Selects, and puts the focus on the active cell. */
  select(selection: GridSelection, isRevealing: boolean): void {
    const before = this.active;
    this.#selection = { ...selection, active: this.#clamped(selection.active) };
    const { active } = this;
    if (isRevealing) {
      this.#events.reveal(active);
    }
    this.#events.draw();
    this.#events.nodeOf(active)?.focus({ preventScroll: true });
    if (before.row !== active.row || before.column !== active.column) {
      this.#events.onDidMove(active);
    }
    this.#events.onDidChange();
  }

  /** Takes note of a focus that came by another way than ours, for example a screen reader's. */
  follow(place: GridPlace): void {
    if (this.active.row !== place.row || this.active.column !== place.column) {
      this.#selection = selectCell(place);
      this.#events.drawSoon();
    }
  }

  /** The one place in sight that the Tab key reaches: the active cell, or the nearest to it by row or column. */
  tabStop(rows: RowsInView, columns: ColumnsInView): GridPlace {
    const { row, column } = this.active;
    const isColumnShown = column < columns.frozen || (column >= columns.first && column < columns.end);
    const shownColumn = isColumnShown ? column : columns.first < columns.end ? columns.first : 0;
    if (row < 0 || rows.end <= rows.first) {
      return { row: -1, column: shownColumn };
    }
    return { row: row >= rows.first && row < rows.end ? row : rows.first, column: shownColumn };
  }

  #clamped({ row, column }: GridPlace): GridPlace {
    const { rowCount, columnCount } = this.size;
    return {
      row: Math.max(-1, Math.min(row, rowCount - 1)),
      column: Math.max(0, Math.min(column, columnCount - 1)),
    };
  }
}
