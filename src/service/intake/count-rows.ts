import { isUtf8 } from "node:buffer";

const [comma, quote, lineFeed, carriageReturn, space] = [0x2c, 0x22, 0x0a, 0x0d, 0x20];

/** Maximum number of bytes of a row that is counted here. */
const maxRowBytes = 16 * 1024 * 1024;

/** State within a value, as in the CSV parser. `return`: after the carriage return of a line end. */
type State = "start" | "blank" | "bare" | "quoted" | "closed" | "return";

/**
 * Counts the rows of a CSV text as its bytes arrive, several times faster than the CSV parser reads them. Empty lines
 * count only with `countsEmptyLines`, and only after the first row, which is the header and not counted. Returns
 * undefined for a text that the CSV parser refuses, or has to look at.
 */
export async function countCsvRows(
  pieces: AsyncIterable<Uint8Array>,
  countsEmptyLines: boolean,
): Promise<number | undefined> {
  const counter = new RowCounter(countsEmptyLines);
  let rest: Uint8Array = new Uint8Array();
  for await (const piece of pieces) {
    const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    // Lines end between characters.
    const end = bytes.lastIndexOf(lineFeed) + 1;
    if (!isUtf8(bytes.subarray(0, end)) || !counter.read(bytes.subarray(0, end))) {
      return undefined;
    }
    rest = bytes.slice(end);
    if (rest.length > maxRowBytes) {
      return undefined;
    }
  }
  return isUtf8(rest) && counter.read(rest) ? counter.finish() : undefined;
}

class RowCounter {
  readonly #countsEmptyLines: boolean;
  #state: State = "start";
  #rows = 0;
  #hasHeader = false;
  /** Bytes of the current row that were read before this piece. */
  #rowBytes = 0;
  #hasStarted = false;
  #endsWithReturn: boolean | undefined;

  constructor(countsEmptyLines: boolean) {
    this.#countsEmptyLines = countsEmptyLines;
  }

  /** Returns false for a text that is not counted here. */
  read(bytes: Uint8Array): boolean {
    const { length } = bytes;
    let at = !this.#hasStarted && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
    this.#hasStarted ||= length > 0;
    if (this.#state === "start" && this.#rowBytes === 0 && bytes.indexOf(quote) < 0 && bytes.at(-1) === lineFeed) {
      return this.#readUnquotedLines(bytes, at);
    }
    let rowStart = at;
    let state = this.#state;
    while (at < length) {
      if (state === "bare") {
        at = valueEnd(bytes, at);
      } else if (state === "quoted") {
        const close = bytes.indexOf(quote, at);
        at = close < 0 ? length : close;
      }
      if (at === length) {
        break;
      }
      const byte = bytes[at];
      if (state === "quoted") {
        state = "closed";
      } else if (byte === lineFeed) {
        const hasReturn = state === "return";
        const rowBytes = this.#rowBytes + at - rowStart - (hasReturn ? 1 : 0);
        if (!this.#endRow(rowBytes, hasReturn)) {
          return false;
        }
        rowStart = at + 1;
        state = "start";
      } else if (state === "return") {
        return false;
      } else if (byte === carriageReturn) {
        state = "return";
      } else if (byte === comma) {
        state = "start";
      } else if (byte === quote && state !== "blank") {
        state = "quoted";
      } else if (byte === quote || state === "closed") {
        return false;
      } else {
        state = byte === space ? "blank" : "bare";
      }
      at++;
    }
    this.#rowBytes += length - rowStart;
    this.#state = state;
    return true;
  }

  /** Reads complete lines, of which each is a row. */
  #readUnquotedLines(bytes: Uint8Array, from: number): boolean {
    let returns = 0;
    for (let at = bytes.indexOf(carriageReturn, from); at >= 0; at = bytes.indexOf(carriageReturn, at + 1)) {
      returns++;
    }
    let start = from;
    for (let end = bytes.indexOf(lineFeed, from); end >= 0; end = bytes.indexOf(lineFeed, start)) {
      const hasReturn = returns > 0 && bytes[end - 1] === carriageReturn;
      returns -= hasReturn ? 1 : 0;
      if (!this.#endRow(end - start - (hasReturn ? 1 : 0), hasReturn)) {
        return false;
      }
      start = end + 1;
    }
    return returns === 0;
  }

  /** Counts the last row, if it has no line end. */
  finish(): number | undefined {
    if (this.#state === "quoted" || this.#state === "return") {
      return undefined;
    }
    if (this.#rowBytes > 0 && !this.#addRow(this.#rowBytes)) {
      return undefined;
    }
    return this.#rows;
  }

  #endRow(bytes: number, hasReturn: boolean): boolean {
    this.#endsWithReturn ??= hasReturn;
    this.#rowBytes = 0;
    return this.#endsWithReturn === hasReturn && this.#addRow(bytes);
  }

  #addRow(bytes: number): boolean {
    if (!this.#hasHeader) {
      this.#hasHeader = bytes > 0;
    } else if (bytes > 0 || this.#countsEmptyLines) {
      this.#rows++;
    }
    return bytes <= maxRowBytes;
  }
}

/** Returns the offset at which an unquoted value ends, or the number of bytes. */
function valueEnd(bytes: Uint8Array, from: number): number {
  let at = from;
  for (; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === comma || byte === lineFeed || byte === carriageReturn) {
      break;
    }
  }
  return at;
}
