/**
 * Maximum height of the grid's scrolled element in pixels. Browsers support about 16,000,000 pixels. Half of that is
 * safe at any zoom.
 */
export const largestPhysicalHeight = 8_000_000;

/**
 * Maps the scroll offset of an element with limited height to the offset in all rows. Small steps, as by the wheel,
 * scroll by the same number of pixels. Large ones, as by the scrollbar, are scaled.
 */
export class ScrollMap {
  #contentHeight = 0;
  #viewHeight = 0;
  #physicalTop = 0;
  #virtualTop = 0;

  /** Offset of the viewport from the first row, in pixels. */
  get virtualTop(): number {
    return this.#virtualTop;
  }

  get physicalTop(): number {
    return this.#physicalTop;
  }

  /** Height of the scrolled element in pixels. */
  get physicalHeight(): number {
    return Math.min(this.#contentHeight, largestPhysicalHeight);
  }

  resize(contentHeight: number, viewHeight: number): void {
    this.#contentHeight = contentHeight;
    this.#viewHeight = viewHeight;
    this.#virtualTop = Math.min(this.#virtualTop, this.#virtualRange);
    this.#physicalTop = this.settledTop;
  }

  /** Updates the virtual offset after the user has scrolled the element. Returns the new virtual offset. */
  scrollTo(physicalTop: number): number {
    const step = physicalTop - this.#physicalTop;
    this.#physicalTop = physicalTop;
    if (this.#physicalRange <= 0) {
      this.#virtualTop = 0;
    } else if (!this.isScaled) {
      this.#virtualTop = clamp(physicalTop, this.#virtualRange);
    } else if (Math.abs(step) < 2 * this.#viewHeight) {
      this.#virtualTop = clamp(this.#virtualTop + step, this.#virtualRange);
    } else {
      this.#virtualTop = clamp((physicalTop / this.#physicalRange) * this.#virtualRange, this.#virtualRange);
    }
    return this.#virtualTop;
  }

  /** Sets the virtual offset. Returns the scroll offset to set on the element. */
  moveTo(virtualTop: number): number {
    this.#virtualTop = clamp(virtualTop, this.#virtualRange);
    this.#physicalTop = this.settledTop;
    return this.#physicalTop;
  }

  /** Scroll offset of the element that is proportional to the virtual offset. To be set when scrolling ends. */
  get settledTop(): number {
    if (!this.isScaled) {
      return this.#virtualTop;
    }
    return Math.round((this.#virtualTop / this.#virtualRange) * this.#physicalRange);
  }

  settle(): number {
    this.#physicalTop = this.settledTop;
    return this.#physicalTop;
  }

  get isScaled(): boolean {
    return this.#contentHeight > largestPhysicalHeight;
  }

  get #virtualRange(): number {
    return Math.max(0, this.#contentHeight - this.#viewHeight);
  }

  get #physicalRange(): number {
    return Math.max(0, this.physicalHeight - this.#viewHeight);
  }
}

/** Returns the nearest scroll offset at which an item is visible. If the item does not fit, its start is visible. */
export function offsetToReveal(start: number, size: number, offset: number, viewSize: number): number {
  if (start < offset) {
    return start;
  }
  return start + size > offset + viewSize ? Math.min(start, start + size - viewSize) : offset;
}

function clamp(value: number, most: number): number {
  return Math.max(0, Math.min(value, most));
}
