import type { ColumnsInView } from "./column-layout.ts";
import type { GridContent } from "./grid-content.ts";
import type { RowsInView } from "./grid-scroller.ts";
import {
  containsRange,
  type GridDimensions,
  type GridPosition,
  type GridRange,
  type GridSelection,
  selectCell,
} from "./grid-selection.ts";

interface CursorEvents {
  /** Requests the rows that are visible once a cell is revealed. Returns false if there is nothing to wait for. */
  prefetch(location: GridPosition): boolean;
  /** Called when the active cell starts or stops waiting for its rows. */
  onDidWait(isWaiting: boolean): void;
  reveal(location: GridPosition): void;
  /** Draws immediately, because a cell must be in the page to receive the focus. */
  draw(): void;
  drawSoon(): void;
  nodeOf(location: GridPosition): HTMLElement | undefined;
  onDidMove(location: GridPosition): void;
  onDidChange(): void;
}

const start = selectCell({ row: 0, column: 0 });

/** Maximum time to keep showing the current rows while new ones load. */
const maximumWaitMs = 80;

/** The active cell of the grid, which has the focus, with the selection around it. */
export class GridCursor {
  readonly #content: Readonly<GridContent>;
  readonly #events: CursorEvents;
  #selection: GridSelection = start;
  /** Set while the rows of the new active cell are loading; the viewport still shows the previous cell. */
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

  get size(): GridDimensions {
    const { rowCount, columns } = this.#content;
    return { rowCount, columnCount: columns.length };
  }

  /** Moves to the first cell without taking the focus. */
  reset(): void {
    this.dispose();
    this.#selection = start;
  }

  /** Restores the active cell, and the selected range if it still exists. Does not move the focus. */
  restore(location: GridPosition, range?: GridRange): void {
    this.dispose();
    const active = this.#clamped(location);
    this.#selection = range && containsRange(range, this.size) ? { active, range } : selectCell(active);
    this.#events.drawSoon();
  }

  /** Sets the selection and focuses the active cell. */
  select(selection: GridSelection, isRevealing: boolean): void {
    const before = this.#waiting?.before ?? this.active;
    this.dispose();
    this.#selection = { ...selection, active: this.#clamped(selection.active) };
    this.#show(before, isRevealing);
  }

  /**
   * Sets the selection like `select`. Scrolls only when the new rows have arrived or after a short wait, so that no
   * empty cells appear.
   */
  selectAhead(selection: GridSelection): void {
    const active = this.#clamped(selection.active);
    if (!this.#events.prefetch(active)) {
      if (this.#waiting) {
        // Moving up from the first row, for example, shows the header with that row under it.
        this.#events.reveal(this.active);
      }
      this.select(selection, true);
      return;
    }
    this.#waiting ??= { before: this.active, timer: setTimeout(() => this.finishMove(), maximumWaitMs) };
    this.#events.onDidWait(true);
    this.#selection = { ...selection, active };
  }

  /** Shows the active cell if its rows were still loading. Returns whether they were. */
  finishMove(): boolean {
    const { before } = this.#waiting ?? {};
    this.dispose();
    if (before) {
      this.#show(before, true);
    }
    return before !== undefined;
  }

  /** Stops waiting for rows. */
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

  /** Updates the active cell after the focus was moved by something else, for example a screen reader. */
  follow(location: GridPosition): void {
    if (this.active.row !== location.row || this.active.column !== location.column) {
      this.dispose();
      this.#selection = selectCell(location);
      this.#events.drawSoon();
    }
  }

  /** Returns the cell in the viewport that the Tab key reaches: the active cell, or else the nearest one. */
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
