import { countOf } from "../../base/count-of.ts";
import type { IngestReader } from "./ingest-stage.ts";

const comma = 44;
/** Characters that separate the values of a file's first line: comma, semicolon, tab or vertical bar. */
const separators = [comma, 59, 9, 124];
const newline = 10;
const quote = 34;
const carriageReturn = 13;

/**
 * Converts rows of CSV (RFC 4180) to JSON Lines. An empty value without quotes is missing (sql-like-language 13.3); all
 * other values keep their exact text. Without a header the columns are called `_c0`, `_c1` and so on. A file of the
 * user may have another separator, which is found in its first line.
 */
export class CsvReader implements IngestReader {
  readonly #hasHeader: boolean;
  readonly #source: "answer" | "file";
  #separator = comma;
  #rest: Buffer = Buffer.alloc(0);
  /** Offset in `#rest` where the search for the end of the row continues. */
  #scanned = 0;
  #isQuoted = false;
  #columnCount = 0;
  /** Number of lines of the file before the next row. */
  #linesBefore = 0;
  #newlines = 0;
  #isFirst = true;
  #problem: string | undefined;

  constructor(hasHeader: boolean, source: "answer" | "file" = "answer") {
    this.#hasHeader = hasHeader;
    this.#source = source;
  }

  get isWhole(): boolean {
    return !this.#isQuoted;
  }

  get problem(): string | undefined {
    return this.#problem;
  }

  push(chunk: Uint8Array): Uint8Array[] {
    if (this.#problem) {
      return [];
    }
    const bytes = this.#rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([this.#rest, chunk]);
    const lines: string[] = [];
    let start = 0;
    for (let at = this.#scanned; at < bytes.length && !this.#problem; at++) {
      const byte = bytes[at];
      if (byte === quote) {
        this.#isQuoted = !this.#isQuoted;
      } else if (byte === newline) {
        this.#newlines++;
        if (!this.#isQuoted) {
          this.#takeRow(bytes, start, at, lines);
          start = at + 1;
        }
      }
    }
    this.#rest = bytes.subarray(start);
    this.#scanned = this.#rest.length;
    return encoded(lines);
  }

  end(): Uint8Array[] {
    const lines: string[] = [];
    if (this.#rest.length > 0 && !this.#isQuoted && !this.#problem) {
      this.#takeRow(this.#rest, 0, this.#rest.length, lines);
    }
    if (this.#isQuoted && this.#source === "file" && !this.#problem) {
      this.#reject(this.#linesBefore + 1, "begins a row with a quote that is not closed");
    }
    this.#rest = Buffer.alloc(0);
    return encoded(lines);
  }

  #takeRow(bytes: Buffer, start: number, lineEnd: number, lines: string[]): void {
    const end = lineEnd > start && bytes[lineEnd - 1] === carriageReturn ? lineEnd - 1 : lineEnd;
    const line = this.#linesBefore + 1;
    this.#linesBefore = this.#newlines;
    const first = this.#isFirst && hasByteOrderMark(bytes) ? start + 3 : start;
    if (this.#isFirst && this.#source === "file") {
      this.#separator = findSeparator(bytes.subarray(first, end));
    }
    const values = readFields(bytes, first, end, this.#separator);
    if (!values) {
      this.#reject(line, "is not CSV: text follows the closing quote of a value");
      return;
    }
    if (this.#isFirst) {
      this.#isFirst = false;
      this.#columnCount = values.length;
      lines.push(JSON.stringify(values.map((name, column) => (this.#hasHeader ? (name ?? "") : `_c${column}`))));
      if (this.#hasHeader) {
        return;
      }
    }
    // A blank line is a row only if rows have a single value.
    if (end === start && this.#columnCount > 1) {
      return;
    }
    if (values.length !== this.#columnCount) {
      this.#reject(line, `has ${countOf(values.length, "value")} for ${countOf(this.#columnCount, "column")}`);
      return;
    }
    lines.push(JSON.stringify(values));
  }

  #reject(line: number, what: string): void {
    const advice =
      this.#source === "file" ? "Correct it, then open the file again." : "Run again, or ask the author of the file.";
    this.#problem = `Line ${line} of the ${this.#source} ${what}; the rows before it are kept. ${advice}`;
  }
}

/** Parses the fields of a row. Returns undefined when text follows a closing quote. */
function readFields(bytes: Buffer, start: number, end: number, separator: number): (string | null)[] | undefined {
  const values: (string | null)[] = [];
  for (let at = start; ; ) {
    let next = at;
    if (at < end && bytes[at] === quote) {
      next = at + 1;
      while (next < end && (bytes[next] !== quote || bytes[next + 1] === quote)) {
        next += bytes[next] === quote ? 2 : 1;
      }
      values.push(bytes.toString("utf8", at + 1, next).replaceAll('""', '"'));
      next++;
      if (next < end && bytes[next] !== separator) {
        return undefined;
      }
    } else {
      const found = bytes.indexOf(separator, at);
      next = found < 0 || found > end ? end : found;
      values.push(next === at ? null : bytes.toString("utf8", at, next));
    }
    if (next >= end) {
      return values;
    }
    at = next + 1;
  }
}

/** Returns the separator that is most frequent outside quotes; a comma if there is none. */
function findSeparator(line: Buffer): number {
  const counts = separators.map(() => 0);
  let isQuoted = false;
  for (const byte of line) {
    isQuoted = byte === quote ? !isQuoted : isQuoted;
    const index = isQuoted ? -1 : separators.indexOf(byte);
    if (index >= 0) {
      counts[index] = (counts[index] ?? 0) + 1;
    }
  }
  return separators[counts.indexOf(Math.max(...counts))] ?? comma;
}

/** Whether the bytes begin with the byte order mark of UTF-8. */
function hasByteOrderMark(bytes: Buffer): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

function encoded(lines: readonly string[]): Uint8Array[] {
  return lines.length === 0 ? [] : [Buffer.from(`${lines.join("\n")}\n`)];
}
