import { assertNever } from "../base/assert-never.ts";
import type { BodyFormat } from "../protocol/data-worker.ts";

/** Counts the rows of a body as its bytes arrive. */
export interface RowCounter {
  /** Number of rows so far, without the first row beyond the limit. */
  readonly rows: number;
  /** Byte offset of the first row beyond `rowLimit`, or undefined. */
  findExcess(bytes: Uint8Array, rowLimit: number): number | undefined;
}

/** Formats whose rows can be counted while they arrive. */
export type RowFormat = Extract<BodyFormat, "jsonLines" | "jsonTable" | "csv" | "csvWithoutHeader">;

export function createRowCounter(format: RowFormat): RowCounter {
  switch (format) {
    case "jsonLines":
      return new LineCounter();
    case "jsonTable":
      return new TableCounter();
    case "csv":
      return new CsvCounter(1);
    case "csvWithoutHeader":
      return new CsvCounter(0);
    default:
      return assertNever(format);
  }
}

const newline = 10;
const quote = 34;
const backslash = 92;
const comma = 44;
const carriageReturn = 13;

/** Counts lines that are not blank; the first one is the header. */
class LineCounter implements RowCounter {
  #completeRows = 0;
  #isInRow = false;

  get rows(): number {
    return Math.max(0, this.#completeRows + (this.#isInRow ? 1 : 0) - 1);
  }

  findExcess(bytes: Uint8Array, rowLimit: number): number | undefined {
    for (let position = 0; position < bytes.length; ) {
      const found = bytes.indexOf(newline, position);
      const end = found < 0 ? bytes.length : found;
      if (!this.#isInRow && hasText(bytes, position, end)) {
        if (this.#completeRows > rowLimit) {
          return position;
        }
        this.#isInRow = true;
      }
      if (found >= 0 && this.#isInRow) {
        this.#completeRows++;
        this.#isInRow = false;
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

/** Counts the objects in the array `rows` of one object (sql-like-language 11.1). */
class TableCounter implements RowCounter {
  #rows = 0;
  #isBeyondLimit = false;
  #depth = 0;
  #member = "";
  #isInText = false;
  #isEscaped = false;

  get rows(): number {
    return this.#rows - (this.#isBeyondLimit ? 1 : 0);
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
          this.#isBeyondLimit = true;
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

/** Lines of CSV, whose quoted values may hold line ends; the data worker reads them by the same rules (results/ingest/ingest-csv.ts). */
class CsvCounter implements RowCounter {
  readonly #headerLines: number;
  /** Lines that have begun, the header too. */
  #lines = 0;
  #isInLine = false;
  #isQuoted = false;
  /** Whether the first line has several values; a blank line is no row then. */
  #isWide = false;

  constructor(headerLines: number) {
    this.#headerLines = headerLines;
  }

  get rows(): number {
    return Math.max(0, this.#lines - this.#headerLines);
  }

  findExcess(bytes: Uint8Array, rowLimit: number): number | undefined {
    for (let position = 0; position < bytes.length; position++) {
      const byte = bytes[position];
      if (!this.#isInLine && !(this.#isWide && (byte === newline || byte === carriageReturn))) {
        if (this.#lines - this.#headerLines >= rowLimit) {
          return position;
        }
        this.#lines++;
        this.#isInLine = true;
      }
      if (byte === quote) {
        this.#isQuoted = !this.#isQuoted;
      } else if (byte === newline && !this.#isQuoted) {
        this.#isInLine = false;
      } else if (byte === comma && !this.#isQuoted && this.#lines === 1) {
        this.#isWide = true;
      }
    }
    return undefined;
  }
}
