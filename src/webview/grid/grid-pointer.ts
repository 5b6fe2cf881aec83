import type { TreeNode } from "../../protocol/data-worker.ts";
import type { GridCursor } from "./grid-cursor.ts";
import type { GridActions } from "./grid-options.ts";
import type { GridRows } from "./grid-rows.ts";
import { extendSelectionTo, type GridPosition, isSelected, selectCell, selectRows } from "./grid-selection.ts";

const middleButton = 1;
/** Width of the expand icon at the start of a member's cell, in pixels. */
const twistyWidth = 22;

/** Handles the pointer in the grid: selects cells, opens values and menus. */
export class GridPointer {
  readonly #rows: GridRows;
  readonly #cursor: GridCursor;
  readonly #actions: GridActions;
  readonly #nodeOf: (row: number) => TreeNode | undefined;
  readonly #listening = new AbortController();
  #isDragging = false;
  /** The drag started at a row number, so complete rows are selected. */
  #isSelectingRows = false;

  /** `nodeOf` returns the tree node of a row. */
  constructor(rows: GridRows, cursor: GridCursor, actions: GridActions, nodeOf: (row: number) => TreeNode | undefined) {
    this.#rows = rows;
    this.#cursor = cursor;
    this.#actions = actions;
    this.#nodeOf = nodeOf;
    const { element: space } = rows;
    space.addEventListener("pointerdown", (event) => this.#onDown(event));
    space.addEventListener("pointermove", (event) => this.#onMove(event));
    const onUp = () => {
      this.#isDragging = false;
    };
    // The button may be released outside the grid.
    window.addEventListener("pointerup", onUp, { signal: this.#listening.signal });
    space.addEventListener("focusin", ({ target }) => this.#onCell(target, (location) => cursor.follow(location)));
    space.addEventListener("dblclick", ({ target }) => this.#onCell(target, (location) => actions.openValue(location)));
    space.addEventListener("contextmenu", (event) => this.#onMenu(event));
  }

  dispose(): void {
    this.#listening.abort();
  }

  #onDown(event: PointerEvent): void {
    const location = this.#rows.locationOf(event.target);
    if (!location || event.button === middleButton) {
      return;
    }
    // Otherwise the button that opens a menu would move the focus, and with it the selection.
    event.preventDefault();
    if (event.button !== 0) {
      return;
    }
    const { selection, size } = this.#cursor;
    const node = this.#nodeOf(location.row);
    if (node && isOnTwisty(event)) {
      this.#cursor.select(selectCell(location), true);
      this.#actions.toggleMember(node);
      return;
    }
    this.#isDragging = true;
    this.#isSelectingRows = location.column < 0;
    if (this.#isSelectingRows) {
      const first = { row: location.row, column: 0 };
      this.#cursor.select(
        selectRows(event.shiftKey ? extendSelectionTo(selection, first) : selectCell(first), size),
        true,
      );
      return;
    }
    this.#cursor.select(event.shiftKey ? extendSelectionTo(selection, location) : selectCell(location), true);
  }

  #onMove({ target }: PointerEvent): void {
    if (!this.#isDragging) {
      return;
    }
    const over = this.#rows.locationOf(target);
    if (this.#isSelectingRows) {
      const { active, selection, size } = this.#cursor;
      if (over && over.row !== active.row) {
        this.#cursor.select(selectRows(extendSelectionTo(selection, { row: over.row, column: 0 }), size), false);
      }
      return;
    }
    this.#onCell(target, (location) => {
      const { active, selection } = this.#cursor;
      if (location.row !== active.row || location.column !== active.column) {
        this.#cursor.select(extendSelectionTo(selection, location), false);
      }
    });
  }

  #onMenu(event: MouseEvent): void {
    const { target } = event;
    this.#onCell(target, (location) => {
      if (!(target instanceof HTMLElement)) {
        return;
      }
      event.preventDefault();
      if (!isSelected(this.#cursor.selection, location.row, location.column)) {
        this.#cursor.select(selectCell(location), true);
      }
      this.#actions.openMenu(location, target);
    });
  }

  #onCell(target: EventTarget | null, work: (location: GridPosition) => void): void {
    const location = this.#rows.locationOf(target);
    if (location && location.column >= 0) {
      work(location);
    }
  }
}

function isOnTwisty({ target, clientX }: PointerEvent): boolean {
  const cell =
    target instanceof Element ? target.closest('.grid-cell:is([data-tree="open"], [data-tree="closed"])') : null;
  if (!cell) {
    return false;
  }
  const { left, right } = cell.getBoundingClientRect();
  const fromStart = getComputedStyle(cell).direction === "rtl" ? right - clientX : clientX - left;
  return fromStart < twistyWidth;
}
