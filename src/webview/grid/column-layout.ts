export const minimumColumnWidth = 40;
export const maximumColumnWidth = 1200;
export const maximumFittedWidth = 420;
/** Maximum share of the view width that frozen columns may take. */
const maximumFrozenShare = 0.7;

/** The columns in the viewport: frozen columns, then a range of scrolling columns. */
export interface ColumnsInView {
  readonly frozen: number;
  /** Index of the first scrolling column in the viewport. */
  readonly first: number;
  /** Exclusive end of the range of scrolling columns. */
  readonly end: number;
}

/** Widths and left edges of the visible columns, in pixels. */
export class ColumnLayout {
  #widths: number[] = [];
  #lefts: number[] = [0];
  #wantedFrozen = 0;

  get count(): number {
    return this.#widths.length;
  }

  get totalWidth(): number {
    return this.#lefts[this.#widths.length] ?? 0;
  }

  /** Sets the widths of the visible columns in pixels. `frozen` is the number of frozen columns at the start. */
  set(widths: readonly number[], frozen = this.#wantedFrozen): void {
    this.#wantedFrozen = frozen;
    this.#widths = widths.map((width) => Math.max(minimumColumnWidth, Math.min(maximumColumnWidth, Math.round(width))));
    this.#lefts = [0];
    for (const [index, width] of this.#widths.entries()) {
      this.#lefts.push((this.#lefts[index] ?? 0) + width);
    }
  }

  resize(column: number, width: number): void {
    this.set(this.#widths.map((known, index) => (index === column ? width : known)));
  }

  width(column: number): number {
    return this.#widths[column] ?? 0;
  }

  left(column: number): number {
    return this.#lefts[column] ?? 0;
  }

  /** Returns how many of the frozen columns stay in place in a view of this width. */
  frozenIn(viewWidth: number): number {
    let frozen = this.#wantedFrozen;
    while (frozen > 0 && this.left(frozen) > viewWidth * maximumFrozenShare) {
      frozen--;
    }
    return frozen;
  }

  /** Returns the columns in the viewport. `left` is the horizontal scroll offset in pixels. */
  visible(left: number, viewWidth: number): ColumnsInView {
    const frozen = this.frozenIn(viewWidth);
    const start = left + this.left(frozen);
    let first = frozen;
    while (first < this.count - 1 && this.left(first + 1) <= start) {
      first++;
    }
    let end = first;
    while (end < this.count && this.left(end) < left + viewWidth) {
      end++;
    }
    return { frozen, first, end };
  }
}

export function isSameColumnRange(one: ColumnsInView, other: ColumnsInView): boolean {
  return one.frozen === other.frozen && one.first === other.first && one.end === other.end;
}

/** Returns the indexes of the columns in the viewport, in order. */
export function columnsInViewOf({ frozen, first, end }: ColumnsInView): number[] {
  return [
    ...Array.from({ length: frozen }, (_, index) => index),
    ...Array.from({ length: end - first }, (_, index) => first + index),
  ];
}
