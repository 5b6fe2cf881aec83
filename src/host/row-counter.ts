import { assertNever } from "../base/assert-never.ts";
import type { BodyFormat } from "../protocol/data-worker.ts";
import type { ResultAnswer, ResultWriter } from "../protocol/result-sink.ts";

/** Counts the rows of a response body as its bytes arrive. */
interface RowCounter {
  /** Number of rows counted so far. The first row beyond the limit is not included. */
  readonly rows: number;
  /** Byte offset of the first row beyond `rowLimit`; undefined if the limit is not exceeded. */
  findExcess(bytes: Uint8Array, rowLimit: number): number | undefined;
}

/** Response formats whose rows can be counted while the bytes arrive. */
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

/** Counts the lines of a text format that are not blank. The first such line is the header. */
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

/** Counts the objects in the array `rows` of a JSON object (sql-like-language 11.1). */
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

/**
 * Counts the rows of CSV, whose quoted values may contain line ends. Applies the same rules as the data worker
 * (results/ingest/csv-reader.ts).
 */
class CsvCounter implements RowCounter {
  readonly #headerLines: number;
  /** Number of lines that have begun, including the header. */
  #lines = 0;
  #isInLine = false;
  #isQuoted = false;
  /** Whether the header has several values. If so, a blank line is not a row. */
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

/** Error for a response that has more rows than the row limit. */
export class RowLimitError extends Error {
  override readonly name = "RowLimitError";
  readonly rowLimit: number;

  constructor(rowLimit: number) {
    super(`The answer has more than ${rowLimit} rows.`);
    this.rowLimit = rowLimit;
  }
}

/**
 * Yields the bytes of the first rows of a response body. If there are more rows than the limit, throws RowLimitError
 * and closes the body, so that the service stops sending.
 */
export async function* limitRows(
  body: AsyncIterable<Uint8Array>,
  counter: RowCounter,
  rowLimit: number,
): AsyncGenerator<Uint8Array> {
  for await (const bytes of body) {
    const excess = counter.findExcess(bytes, rowLimit);
    if (excess === undefined) {
      yield bytes;
      continue;
    }
    yield bytes.subarray(0, excess);
    throw new RowLimitError(rowLimit);
  }
}

/** Query response whose column kinds are unknown. */
interface PlainAnswer extends Pick<ResultAnswer, "body"> {
  readonly format: RowFormat;
}

/**
 * Sends the first rows of a query response to the data worker as they arrive, or all rows if `rowLimit` is 0. If rows
 * are omitted, marks the result as partial with the text of `describeCut`.
 */
export async function writeFirstRows(
  writer: Pick<ResultWriter, "write" | "cut">,
  { format, body }: PlainAnswer,
  rowLimit: number,
  describeCut: (rowLimit: number) => string,
  signal: AbortSignal,
): Promise<void> {
  const rows = rowLimit > 0 ? limitRows(body, createRowCounter(format), rowLimit) : body;
  try {
    await writer.write({ format, body: rows, kinds: {} }, signal);
  } catch (error) {
    if (signal.aborted || !(error instanceof RowLimitError)) {
      throw error;
    }
    await writer.cut(describeCut(error.rowLimit));
  }
}
