import type { Cell } from "../../protocol/data-worker.ts";

/**
 * Cells of a window of rows in one text for each column: a text of its own for each cell takes several times as much
 * memory.
 */
export class PackedCells {
  readonly rowCount: number;
  readonly #texts: readonly string[];
  /** Offset at which each cell starts in the text of its column, and the end of the last one; column by column. */
  readonly #offsets: Uint32Array;
  /** 1 for each cell without a value; row by row in each column. */
  readonly #missing: Uint8Array;

  constructor(rows: readonly (readonly Cell[])[], columnCount: number) {
    this.rowCount = rows.length;
    this.#offsets = new Uint32Array(columnCount * (rows.length + 1));
    this.#missing = new Uint8Array(columnCount * rows.length);
    this.#texts = Array.from({ length: columnCount }, (_, column) => this.#pack(rows, column));
  }

  /** Returns the text of a cell, null for a missing value, or undefined outside of the window. */
  cell(row: number, column: number): Cell | undefined {
    if (row < 0 || row >= this.rowCount) {
      return undefined;
    }
    if (this.#missing[column * this.rowCount + row] === 1) {
      return null;
    }
    const offset = column * (this.rowCount + 1) + row;
    return this.#texts[column]?.slice(this.#offsets[offset], this.#offsets[offset + 1]);
  }

  #pack(rows: readonly (readonly Cell[])[], column: number): string {
    let length = 0;
    for (const [row, cells] of rows.entries()) {
      const value = cells[column] ?? null;
      this.#missing[column * rows.length + row] = value === null ? 1 : 0;
      length += value?.length ?? 0;
      this.#offsets[column * (rows.length + 1) + row + 1] = length;
    }
    return rows.map((cells) => cells[column] ?? "").join("");
  }
}
