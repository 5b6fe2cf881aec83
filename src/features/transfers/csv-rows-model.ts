import { limits } from "../../contract/limits.ts";
import { lineProblem } from "./data-file-problem.ts";

/** Row of a CSV file. `line` is the one-based number of its first line. */
export interface CsvRow {
  readonly cells: readonly string[];
  readonly line: number;
}

const delimiters = [",", ";", "\t"];

/**
 * Yields the rows of a CSV text (RFC 4180) as it arrives, without empty lines. The delimiter is a comma, or a semicolon
 * or tab if the first row contains one of these and no comma. Throws RowProblem. Written without a library, because
 * those reveal values in their errors or do not detect the delimiter.
 */
export async function* csvRows(pieces: AsyncIterable<string>): AsyncGenerator<CsvRow, void, undefined> {
  const reader = new CsvReader();
  for await (const piece of pieces) {
    yield* reader.push(piece);
  }
  yield* reader.end();
}

class CsvReader {
  #rest = "";
  #line = 1;
  #delimiter: string | undefined;

  *push(piece: string): Generator<CsvRow, void, undefined> {
    yield* this.#rows(this.#rest + piece, false);
  }

  *end(): Generator<CsvRow, void, undefined> {
    yield* this.#rows(this.#rest, true);
  }

  *#rows(text: string, isEnd: boolean): Generator<CsvRow, void, undefined> {
    this.#rest = "";
    for (let start = 0; start < text.length; ) {
      const row = this.#row(text, start, isEnd);
      if (!row) {
        this.#rest = text.slice(start);
        this.#checkRest();
        return;
      }
      const line = this.#line;
      this.#line += row.lines;
      start = row.next;
      if (row.cells.length > 0) {
        yield { cells: row.cells, line };
      }
    }
  }

  /**
   * Throws an error for a row that is too long. Otherwise a quote that is never closed would read the whole file into
   * memory.
   */
  #checkRest(): void {
    if (this.#rest.length > limits.jsonBatchBytes.value) {
      const problem = `begins a row of more than ${limits.jsonBatchBytes.text}, which no batch can hold; look for a quote that is not closed`;
      throw lineProblem(this.#line, problem);
    }
  }

  /**
   * Parses the CSV row at an offset. Returns no cells for an empty line, or undefined if the end of the row has not
   * arrived yet.
   */
  #row(text: string, start: number, isEnd: boolean): ParsedRow | undefined {
    const lineEnd = text.indexOf("\n", start);
    if (lineEnd < 0 && !isEnd) {
      return undefined;
    }
    const end = lineEnd < 0 ? text.length : lineEnd;
    const line = text.slice(start, text[end - 1] === "\r" && end > start ? end - 1 : end);
    if (line === "") {
      return { cells: [], next: end + 1, lines: 1 };
    }
    this.#delimiter ??= delimiterOf(text, start, isEnd);
    if (this.#delimiter === undefined) {
      return undefined;
    }
    if (!line.includes('"')) {
      return { cells: line.split(this.#delimiter), next: end + 1, lines: 1 };
    }
    return parseQuoted(text, start, { delimiter: this.#delimiter, isEnd, line: this.#line });
  }
}

interface ParsedRow {
  readonly cells: readonly string[];
  /** Offset at which the next CSV row begins. */
  readonly next: number;
  readonly lines: number;
}

interface RowContext {
  readonly delimiter: string;
  readonly isEnd: boolean;
  readonly line: number;
}

function parseQuoted(text: string, start: number, { delimiter, isEnd, line }: RowContext): ParsedRow | undefined {
  const cells: string[] = [];
  let lines = 1;
  for (let at = start; ; at++) {
    let cell: string;
    if (text[at] === '"') {
      const close = closingQuote(text, at + 1);
      // A quote at the end of a chunk may be the first half of a doubled one.
      if (close < 0 || (close + 1 === text.length && !isEnd)) {
        if (isEnd) {
          throw lineProblem(line, "begins a row with a quote that is not closed; close it");
        }
        return undefined;
      }
      cell = text.slice(at + 1, close).replaceAll('""', '"');
      lines += cell.split("\n").length - 1;
      at = close + 1;
    } else {
      const end = unquotedEnd(text, at, delimiter);
      cell = text.slice(at, end);
      at = end;
    }
    const isLineEnd =
      text[at] === "\n" || (text[at] === "\r" && (text[at + 1] === "\n" || (isEnd && at + 1 === text.length)));
    if (!isEnd && (at >= text.length || (text[at] === "\r" && at + 1 === text.length))) {
      return undefined;
    }
    cells.push(cell);
    if (isLineEnd || at >= text.length) {
      return { cells, next: text[at] === "\r" ? at + 2 : at + 1, lines };
    }
    if (text[at] !== delimiter) {
      throw lineProblem(line, "begins a row in which text follows a closing quote; double the quotes inside a value");
    }
  }
}

function closingQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 2)) {
    if (text[at + 1] !== '"') {
      return at;
    }
  }
  return -1;
}

/** Returns the offset after an unquoted CSV value. A quote inside the value is an ordinary character. */
function unquotedEnd(text: string, from: number, delimiter: string): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === delimiter || text[at] === "\n" || (text[at] === "\r" && text[at + 1] === "\n")) {
      return at;
    }
  }
  return text.length;
}

/**
 * Detects the delimiter of a CSV text by its first row, whose values may span several lines. Returns undefined if the
 * end of the row has not arrived yet.
 */
function delimiterOf(text: string, start: number, isEnd: boolean): string | undefined {
  const found = new Set<string>();
  const bestDelimiter = () => delimiters.find((delimiter) => found.has(delimiter)) ?? ",";
  let isValueStart = true;
  for (let at = start; at < text.length; at++) {
    const sign = text[at] ?? "";
    if (sign === '"' && isValueStart) {
      const close = closingQuote(text, at + 1);
      at = close < 0 ? text.length : close;
    } else if (sign === "\n") {
      return bestDelimiter();
    }
    isValueStart = delimiters.includes(sign);
    if (isValueStart) {
      found.add(sign);
    }
  }
  return isEnd ? bestDelimiter() : undefined;
}
