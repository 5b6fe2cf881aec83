import type { GridContent } from "./grid-content.ts";
import { offsetToReveal, ScrollMap } from "./scroll-map.ts";

interface ScrollParts {
  readonly viewport: HTMLElement;
  /** Header that covers the top of the viewport. */
  readonly header: HTMLElement;
  /** Element as high as all rows, or as high as browsers allow. */
  readonly space: HTMLElement;
}

interface ScrollEvents {
  onDidScroll(): void;
  onDidSettle(): void;
}

/** Range of rows in the viewport. `end` is exclusive. */
export interface RowsInView {
  readonly first: number;
  readonly end: number;
}

/**
 * Delay after the end of scrolling: stepwise scrolling, such as by keys, ends after each step, and only the last one
 * counts.
 */
const settleMs = 100;

/** Vertical and horizontal scroll offset of the grid's viewport. */
export class GridScroller {
  readonly #map = new ScrollMap();
  readonly #parts: ScrollParts;
  readonly #rowHeight: number;
  readonly #content: Readonly<GridContent>;
  #isMovingUp = false;
  #scrolledLeft = 0;
  #settling = 0;

  constructor(parts: ScrollParts, rowHeight: number, content: Readonly<GridContent>, events: ScrollEvents) {
    this.#parts = parts;
    this.#rowHeight = rowHeight;
    this.#content = content;
    const { viewport } = parts;
    const onScroll = () => {
      this.dispose();
      const before = this.#map.virtualTop;
      const top = this.#map.scrollTo(viewport.scrollTop);
      // Whoever moved the rows draws them; a frame without a change would postpone the one that shows their texts.
      if (top !== before || viewport.scrollLeft !== this.#scrolledLeft) {
        this.#isMovingUp = top < before;
        this.#scrolledLeft = viewport.scrollLeft;
        events.onDidScroll();
      }
    };
    viewport.addEventListener("scroll", onScroll, { passive: true });
    viewport.addEventListener("scrollend", () => {
      this.#settling = window.setTimeout(() => this.#settle(events), settleMs);
    });
  }

  dispose(): void {
    window.clearTimeout(this.#settling);
  }

  get topRow(): number {
    return Math.floor(this.#map.virtualTop / this.#rowHeight);
  }

  /** Horizontal scroll offset in pixels. */
  get left(): number {
    return Math.abs(this.#parts.viewport.scrollLeft);
  }

  get isMovingUp(): boolean {
    return this.#isMovingUp;
  }

  get isRightToLeft(): boolean {
    return getComputedStyle(this.#parts.viewport).direction === "rtl";
  }

  /** Number of rows that Page Up and Page Down scroll by. */
  get pageRows(): number {
    return Math.max(1, Math.floor(this.#viewHeight / this.#rowHeight) - 1);
  }

  get rowsInView(): RowsInView {
    const bottom = this.#map.virtualTop + this.#viewHeight;
    return { first: this.topRow, end: Math.min(this.#content.rowCount, Math.ceil(bottom / this.#rowHeight)) };
  }

  /** Maximum number of rows in the viewport, including rows that are only partly visible. */
  get maxRowsInView(): number {
    return Math.ceil(this.#viewHeight / this.#rowHeight) + 1;
  }

  /** Resizes the scrolled element to fit all rows. Returns the vertical offset of row 0 in it, in pixels. */
  measure(): number {
    const { viewport, space } = this.#parts;
    const physicalTop = viewport.scrollTop;
    this.#map.resize(this.#content.rowCount * this.#rowHeight, this.#viewHeight);
    space.style.height = `${this.#map.physicalHeight}px`;
    return physicalTop - this.#map.virtualTop;
  }

  /** Scrolls a row to the top of the viewport. `left` is the horizontal offset in pixels. */
  goTo(row: number, left: number): void {
    this.measure();
    this.#parts.viewport.scrollTop = this.#map.moveTo(row * this.#rowHeight);
    this.#setLeft(left);
  }

  /** Returns the rows that will be in the viewport after scrolling a row into view. */
  rowsToReveal(row: number): RowsInView {
    const top = this.#topToReveal(row);
    const end = Math.ceil((top + this.#viewHeight) / this.#rowHeight);
    return { first: Math.floor(top / this.#rowHeight), end: Math.min(this.#content.rowCount, end) };
  }

  /** Scrolls a row into view by the smallest distance. */
  revealRow(row: number): void {
    this.measure();
    const { virtualTop } = this.#map;
    const wanted = this.#topToReveal(row);
    if (wanted !== virtualTop) {
      this.#isMovingUp = wanted < virtualTop;
      this.#parts.viewport.scrollTop = this.#map.moveTo(wanted);
    }
  }

  /** Scrolls the pixels `[start, start + width)` of a row into view, beside the frozen columns. */
  revealColumn(start: number, width: number, gutterWidth: number): void {
    const left = offsetToReveal(start, width, this.left, this.#parts.viewport.clientWidth - gutterWidth);
    if (left !== this.left) {
      this.#setLeft(left);
    }
  }

  #settle({ onDidScroll, onDidSettle }: ScrollEvents): void {
    if (this.#map.isScaled && this.#map.settledTop !== this.#map.physicalTop) {
      this.#parts.viewport.scrollTop = this.#map.settle();
      onDidScroll();
    }
    onDidSettle();
  }

  #topToReveal(row: number): number {
    const viewHeight = Math.max(this.#rowHeight, this.#viewHeight);
    return offsetToReveal(row * this.#rowHeight, this.#rowHeight, this.#map.virtualTop, viewHeight);
  }

  get #viewHeight(): number {
    const { viewport, header } = this.#parts;
    return Math.max(0, viewport.clientHeight - header.offsetHeight);
  }

  #setLeft(left: number): void {
    this.#parts.viewport.scrollLeft = this.isRightToLeft ? -left : left;
  }
}
