import { assertNever } from "../../base/assert-never.ts";

/** Counts the rows of a body as its bytes come. */
export interface RowCounter {
  /** Rows that have come, the one of the excess not among them. */
  readonly rows: number;
  /** Byte offset of the first row beyond `rowLimit`, or undefined. */
  findExcess(bytes: Uint8Array, rowLimit: number): number | undefined;
}

/** The forms that answers of SQL-like queries have. */
export type QueryFormat = "jsonLines" | "jsonTable";

export function createRowCounter(format: QueryFormat): RowCounter {
  switch (format) {
    case "jsonLines":
      return new LineCounter();
    case "jsonTable":
      return new TableCounter();
    default:
      return assertNever(format);
  }
}

const newline = 10;
const quote = 34;
const backslash = 92;

/** Lines that are not blank; the first one is the header. */
class LineCounter implements RowCounter {
  #wholeLines = 0;
  #hasBegun = false;

  get rows(): number {
    return Math.max(0, this.#wholeLines + (this.#hasBegun ? 1 : 0) - 1);
  }

  findExcess(bytes: Uint8Array, rowLimit: number): number | undefined {
    for (let position = 0; position < bytes.length; ) {
      const found = bytes.indexOf(newline, position);
      const end = found < 0 ? bytes.length : found;
      if (!this.#hasBegun && hasText(bytes, position, end)) {
        if (this.#wholeLines > rowLimit) {
          return position;
        }
        this.#hasBegun = true;
      }
      if (found >= 0 && this.#hasBegun) {
        this.#wholeLines++;
        this.#hasBegun = false;
      }
      position = end + 1;
    }
    return undefined;
  }
}

function hasText(bytes: Uint8Array, start: number, end: number): boolean {
  for (let position = start; position < end; position++) {
    if ((bytes[position] ?? 0) > 32) {
      return true;
    }
  }
  return false;
}

/** The objects in the array `rows` of one object (sql-like-language 11.1). */
class TableCounter implements RowCounter {
  #rows = 0;
  #isOver = false;
  #depth = 0;
  #member = "";
  #isInText = false;
  #isEscaped = false;

  get rows(): number {
    return this.#rows - (this.#isOver ? 1 : 0);
  }

  findExcess(bytes: Uint8Array, rowLimit: number): number | undefined {
    for (let position = 0; position < bytes.length; position++) {
      const byte = bytes[position] ?? 0;
      if (this.#isInText) {
        this.#readText(byte);
      } else if (byte === quote) {
        this.#isInText = true;
        this.#member = this.#depth === 1 ? "" : this.#member;
      } else if (byte === 0x7b || byte === 0x5b) {
        if (this.#depth === 2 && byte === 0x7b && this.#member === "rows" && ++this.#rows > rowLimit) {
          this.#isOver = true;
          return position;
        }
        this.#depth++;
      } else if (byte === 0x7d || byte === 0x5d) {
        this.#depth--;
      }
    }
    return undefined;
  }

  #readText(byte: number): void {
    if (this.#isEscaped) {
      this.#isEscaped = false;
    } else if (byte === backslash) {
      this.#isEscaped = true;
    } else if (byte === quote) {
      this.#isInText = false;
    } else if (this.#depth === 1) {
      this.#member += String.fromCharCode(byte);
    }
  }
}
