import type { ColumnsInView } from "./column-layout.ts";
import type { GridContent } from "./grid-content.ts";
import type { RowsInView } from "./grid-scroller.ts";
import {
  type GridPosition,
  type GridRange,
  type GridSelection,
  type GridSize,
  isRangeIn,
  selectCell,
} from "./grid-selection.ts";

interface CursorEvents {
  /** Asks for the rows that will be in sight once a place is revealed; false when there is nothing to wait for. */
  isComing(place: GridPosition): boolean;
  /** The active cell begins to wait for its rows, or does so no more. */
  onDidWait(isWaiting: boolean): void;
  reveal(place: GridPosition): void;
  /** Draws at once: a cell has to be in the page to take the focus. */
  draw(): void;
  drawSoon(): void;
  nodeOf(place: GridPosition): HTMLElement | undefined;
  onDidMove(place: GridPosition): void;
  onDidChange(): void;
}

const start = selectCell({ row: 0, column: 0 });

/** What is in sight stays so long for rows that are on their way. */
const longestWaitMs = 80;

/** The active cell with the focus, and what is selected around it. */
export class GridCursor {
  readonly #content: Readonly<GridContent>;
  readonly #events: CursorEvents;
  #selection: GridSelection = start;
  /** The active cell is a place whose rows are on their way; what is in sight is still about the one before. */
  #waiting: { readonly before: GridPosition; readonly timer: ReturnType<typeof setTimeout> } | undefined;

  constructor(content: Readonly<GridContent>, events: CursorEvents) {
    this.#content = content;
    this.#events = events;
  }

  get selection(): GridSelection {
    return this.#selection;
  }

  get active(): GridPosition {
    return this.#selection.active;
  }

  get size(): GridSize {
    const { rowCount, columns } = this.#content;
    return { rowCount, columnCount: columns.length };
  }

  /** Goes back to the first cell, without taking the focus. */
  reset(): void {
    this.dispose();
    this.#selection = start;
  }

  /** Goes to a place that is remembered, and to what was selected around it while that is there, without taking the focus. */
  restore(place: GridPosition, range?: GridRange): void {
    this.dispose();
    const active = this.#clamped(place);
    this.#selection = range && isRangeIn(range, this.size) ? { active, range } : selectCell(active);
    this.#events.drawSoon();
  }

  /** Selects, and puts the focus on the active cell. */
  select(selection: GridSelection, isRevealing: boolean): void {
    const before = this.#waiting?.before ?? this.active;
    this.dispose();
    this.#selection = { ...selection, active: this.#clamped(selection.active) };
    this.#show(before, isRevealing);
  }

  /** As `select`, but what is in sight changes when the rows there are here, or after a moment without them: no empty cells in between. */
  selectAhead(selection: GridSelection): void {
    const active = this.#clamped(selection.active);
    if (!this.#events.isComing(active)) {
      if (this.#waiting) {
        // Up from the first row, for example, the header comes into sight with that row under it.
        this.#events.reveal(this.active);
      }
      this.select(selection, true);
      return;
    }
    this.#waiting ??= { before: this.active, timer: setTimeout(() => this.land(), longestWaitMs) };
    this.#events.onDidWait(true);
    this.#selection = { ...selection, active };
  }

  /** Shows the active cell if that waits for its rows; gives whether it did. */
  land(): boolean {
    const { before } = this.#waiting ?? {};
    this.dispose();
    if (before) {
      this.#show(before, true);
    }
    return before !== undefined;
  }

  /** Waits for no rows any more. */
  dispose(): void {
    if (this.#waiting) {
      clearTimeout(this.#waiting.timer);
      this.#waiting = undefined;
      this.#events.onDidWait(false);
    }
  }

  #show(before: GridPosition, isRevealing: boolean): void {
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
  follow(place: GridPosition): void {
    if (this.active.row !== place.row || this.active.column !== place.column) {
      this.dispose();
      this.#selection = selectCell(place);
      this.#events.drawSoon();
    }
  }

  /** The one place in sight that the Tab key reaches: the active cell, or the nearest to it by row or column. */
  tabStop(rows: RowsInView, columns: ColumnsInView): GridPosition {
    const { row, column } = this.active;
    const isColumnShown = column < columns.frozen || (column >= columns.first && column < columns.end);
    const shownColumn = isColumnShown ? column : columns.first < columns.end ? columns.first : 0;
    if (row < 0 || rows.end <= rows.first) {
      return { row: -1, column: shownColumn };
    }
    return { row: row >= rows.first && row < rows.end ? row : rows.first, column: shownColumn };
  }

  #clamped({ row, column }: GridPosition): GridPosition {
    const { rowCount, columnCount } = this.size;
    return {
      row: Math.max(-1, Math.min(row, rowCount - 1)),
      column: Math.max(0, Math.min(column, columnCount - 1)),
    };
  }
}
