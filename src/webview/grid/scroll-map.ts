/**
 * Maximum height of the scrolled element. Browsers lay out at most about 16,000,000 pixels; half of it is safe at any
 * zoom.
 */
export const largestPhysicalHeight = 8_000_000;

/**
 * Maps the scroll position of an element of limited height to the offset in all rows. Small steps scroll by the same
 * number of pixels, so the wheel is exact; large ones (scrollbar thumb, End) map proportionally.
 */
export class ScrollMap {
  #contentHeight = 0;
  #viewHeight = 0;
  #physicalTop = 0;
  #virtualTop = 0;

  /** Offset of the top of the view from the first row, in pixels. */
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

  /** Handles scrolling by the user and returns the new virtual offset. */
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

  /** Moves to a virtual offset and returns the physical position to set. */
  moveTo(virtualTop: number): number {
    this.#virtualTop = clamp(virtualTop, this.#virtualRange);
    this.#physicalTop = this.settledTop;
    return this.#physicalTop;
  }

  /** Physical position that is proportional to the virtual offset, to be set when scrolling ends. */
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

/** Returns the nearest offset at which an item is visible; if it does not fit, its start is. */
export function offsetToReveal(start: number, size: number, offset: number, viewSize: number): number {
  if (start < offset) {
    return start;
  }
  return start + size > offset + viewSize ? Math.min(start, start + size - viewSize) : offset;
}

function clamp(value: number, most: number): number {
  return Math.max(0, Math.min(value, most));
}
