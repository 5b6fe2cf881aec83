import type { Cell, ResultColumn } from "../../protocol/data-worker.ts";

/** Format of a column's numbers. It is the same for all numbers, so that their decimal points line up. */
export interface NumberFormat {
  readonly isGrouped: boolean;
  readonly decimals: number;
}

/** Greatest number of digits before and after the decimal point. */
interface Extent {
  whole: number;
  decimals: number;
}

/** Digits from which on a number is grouped; `2024` may be a year. */
const groupedDigits = 5;
/** Maximum number of decimals of numbers with three or more digits before the decimal point. */
const decimalsOfHundreds = 2;
/** More decimals are the rounding error of a double. */
const exactDecimals = 10;
const decimalsOfDoubles = 6;

/** Number formats of columns, derived from the values read so far. Columns of the same metric share a format. */
export class ColumnNumberFormats {
  readonly #extents = new Map<string, Extent>();

  /** Updates the formats for newly read values. */
  learn(column: ResultColumn, values: readonly (Cell | undefined)[]): void {
    const key = keyOf(column);
    const extent = this.#extents.get(key) ?? { whole: 0, decimals: 0 };
    for (const value of values) {
      // Text with an exponent or letters is shown as it is.
      if (value && !/[^\d.-]/.test(value)) {
        const point = value.indexOf(".");
        const whole = (point < 0 ? value.length : point) - (value.startsWith("-") ? 1 : 0);
        extent.whole = Math.max(extent.whole, whole);
        extent.decimals = Math.max(extent.decimals, point < 0 ? 0 : value.length - point - 1);
      }
    }
    this.#extents.set(key, extent);
  }

  /** Returns the number format of a column. Undefined if no value was read. */
  of(column: ResultColumn | undefined): NumberFormat | undefined {
    const extent = column?.kind === "number" ? this.#extents.get(keyOf(column)) : undefined;
    return extent && { isGrouped: extent.whole >= groupedDigits, decimals: decimalsFor(extent) };
  }

  clear(): void {
    this.#extents.clear();
  }
}

/** Returns the format for a single number. */
export function numberFormatOf(text: string): NumberFormat | undefined {
  const shapes = new ColumnNumberFormats();
  const column = { name: "", kind: "number" } as const;
  shapes.learn(column, [text]);
  return shapes.of(column);
}

function decimalsFor({ whole, decimals }: Extent): number {
  if (whole >= 3) {
    return Math.min(decimals, decimalsOfHundreds);
  }
  return decimals > exactDecimals ? decimalsOfDoubles : decimals;
}

function keyOf({ name, head }: ResultColumn): string {
  return head?.metric ?? name;
}
