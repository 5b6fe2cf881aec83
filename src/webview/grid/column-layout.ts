export const narrowestColumn = 40;
export const widestColumn = 1200;
export const widestFit = 420;

/** Widths of the columns and where each begins, in pixels. */
export class ColumnLayout {
  #widths: number[] = [];
  #lefts: number[] = [0];

  get count(): number {
    return this.#widths.length;
  }

  get totalWidth(): number {
    return this.#lefts[this.#widths.length] ?? 0;
  }

  set(widths: readonly number[]): void {
    this.#widths = widths.map((width) => Math.max(narrowestColumn, Math.min(widestColumn, Math.round(width))));
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

  /** The columns that show in `[left, left + width)`: the first, and the one after the last. */
  visible(left: number, width: number): { readonly first: number; readonly end: number } {
    let first = 0;
    while (first < this.count - 1 && this.left(first + 1) <= left) {
      first++;
    }
    let end = first;
    while (end < this.count && this.left(end) < left + width) {
      end++;
    }
    return { first, end };
  }
}
