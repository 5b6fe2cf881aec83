/** One row of a CSV text, not yet split into values. */
export interface CsvRow {
  /** Line number of the first line of the row; numbering starts at 1. */
  readonly line: number;
  /** Text of the row without its line end. Empty for an empty line. */
  readonly text: string;
  /** Number of values in the row: the number of separating commas plus one. */
  readonly width: number;
  /** Line end after the row, such as `\n`. Empty if the last row has none. */
  readonly end: CsvLineEnding | "";
}

export type CsvLineEnding = "LF" | "CR LF";

/**
 * Error for a text that is not valid CSV. The message names the line and the violated rule, but never contains data.
 */
export class CsvProblem extends Error {
  override readonly name = "CsvProblem";
  /** Line number of the problem; numbering starts at 1. */
  readonly line: number;
  /** Predicate of the error message after "Line 4", such as `begins a row with a quote that is not closed`. */
  readonly what: string;
  /** Advice how to correct the CSV text, such as `close it`. */
  readonly advice: string;

  constructor(line: number, what: string, advice: string, options?: ErrorOptions) {
    super(`Line ${line} ${what}: ${advice}.`, options);
    this.line = line;
    this.what = what;
    this.advice = advice;
  }
}

/**
 * Maximum length of a row, in characters. Longer rows are rejected, because an unclosed quote would otherwise read the
 * whole file into memory.
 */
const maxRowLength = 16 * 1024 * 1024;

const [comma, quote, lineFeed, carriageReturn, space] = [0x2c, 0x22, 0x0a, 0x0d, 0x20];

/**
 * State of the CSV parser within a value. `blank`: after leading spaces. `closed`: after a quote inside a quoted value.
 */
type State = "start" | "blank" | "bare" | "quoted" | "closed";

/**
 * Splits CSV (RFC 4180) into rows as the text arrives. Rejects ambiguous text: characters after a closing quote, a lone
 * carriage return, and mixed line ends. In an unquoted value, a quote is an ordinary character.
 */
class CsvRowReader {
  #rest = "";
  /** Offset in `#rest` of the next character to read. */
  #at = 0;
  #state: State = "start";
  #width = 1;
  /** Line number on which the row in `#rest` begins, from 1. */
  #line = 1;
  /** Number of line ends inside the quotes of the current row. */
  #lineEnds = 0;
  #rowEnd: CsvLineEnding | undefined;
  #hasStarted = false;

  /** Line number on which the incomplete row begins, from 1. */
  get line(): number {
    return this.#line;
  }

  /**
   * Parses the next chunk of text and returns the rows that are now complete. Throws CsvProblem if the text is not
   * valid CSV.
   */
  push(text: string): CsvRow[] {
    return this.#read(text, false);
  }

  /**
   * Ends the input and returns the last row if it has no line end. Throws CsvProblem if the text ends inside quotes.
   */
  end(): CsvRow[] {
    const rows = this.#read("", true);
    if (this.#state === "quoted") {
      throw this.#problem("with a quote that is not closed", "close it");
    }
    return this.#rest === "" ? rows : [...rows, this.#finishRow(this.#rest, "")];
  }

  #read(piece: string, isEnd: boolean): CsvRow[] {
    const rows: CsvRow[] = [];
    let text = this.#rest + piece;
    if (!this.#hasStarted && text !== "") {
      // A byte order mark is not part of the first value.
      text = text.replace(/^\uFEFF/, "");
      this.#hasStarted = true;
    }
    const { length } = text;
    let start = 0;
    let at = this.#at;
    let state = this.#state;
    while (at < length) {
      if (state === "bare") {
        at = valueEnd(text, at);
      } else if (state === "quoted") {
        const close = text.indexOf('"', at);
        const end = close < 0 ? length : close;
        this.#lineEnds += countLineEnds(text, at, end);
        at = end;
      }
      if (at === length) {
        break;
      }
      const code = text.charCodeAt(at);
      if (state === "quoted") {
        state = "closed";
      } else if (code === comma) {
        this.#width++;
        state = "start";
      } else if (code === lineFeed || code === carriageReturn) {
        if (code === carriageReturn && at + 1 === length && !isEnd) {
          break;
        }
        const next = code === carriageReturn ? at + 1 : at;
        if (text.charCodeAt(next) !== lineFeed) {
          throw this.#problem(
            "with a CR that no LF follows",
            "end rows with LF or CR LF, and put others inside quotes",
          );
        }
        const rowEnd = code === carriageReturn ? "CR LF" : "LF";
        this.#checkRowEnd(rowEnd);
        rows.push(this.#finishRow(text.slice(start, at), rowEnd));
        at = next;
        start = at + 1;
        state = "start";
      } else {
        state = this.#stateAfter(code, state);
      }
      at++;
    }
    this.#state = state;
    this.#rest = text.slice(start);
    this.#at = at - start;
    if (this.#rest.length > maxRowLength) {
      throw this.#problem("that does not end within 16 million characters", "look for a quote that is not closed");
    }
    return rows;
  }

  /** Returns the parser state after a character at the start of a value or after a quote inside a quoted value. */
  #stateAfter(code: number, state: State): State {
    if (code === quote) {
      if (state === "blank") {
        throw this.#problem("in which spaces stand before a quote", "remove them, or put them inside the quotes");
      }
      return "quoted";
    }
    if (state === "closed") {
      throw this.#problem("in which text follows a closing quote", "double the quotes inside");
    }
    return code === space ? "blank" : "bare";
  }

  #checkRowEnd(rowEnd: CsvLineEnding): void {
    this.#rowEnd ??= rowEnd;
    if (rowEnd !== this.#rowEnd) {
      throw this.#problem(
        `that ends with ${rowEnd}, and the rows before it end with ${this.#rowEnd}`,
        "use one of them",
      );
    }
  }

  #finishRow(text: string, end: CsvRow["end"]): CsvRow {
    const row = { line: this.#line, text, width: this.#width, end };
    this.#line += this.#lineEnds + 1;
    this.#lineEnds = 0;
    this.#width = 1;
    return row;
  }

  #problem(what: string, advice: string): CsvProblem {
    return new CsvProblem(this.#line, `begins a row ${what}`, advice);
  }
}

/** Returns the offset at which an unquoted value ends, or the length of the text if its end has not arrived yet. */
function valueEnd(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === comma || code === lineFeed || code === carriageReturn) {
      break;
    }
  }
  return at;
}

/** Counts the line ends between two offsets. A carriage return followed by a line feed counts once. */
function countLineEnds(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    if (code === carriageReturn || (code === lineFeed && text.charCodeAt(at - 1) !== carriageReturn)) {
      count++;
    }
  }
  return count;
}

/** Reads the rows of a UTF-8 CSV file as its bytes arrive. Throws CsvProblem. */
export async function* readCsvRows(
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<readonly CsvRow[], void, undefined> {
  const reader = new CsvRowReader();
  let rest: Uint8Array = new Uint8Array();
  for await (const piece of pieces) {
    const bytes = concatenated(rest, piece);
    const end = completeLength(bytes);
    rest = bytes.slice(end);
    yield reader.push(decode(reader, bytes.subarray(0, end)));
  }
  yield [...reader.push(decode(reader, rest)), ...reader.end()];
}

// The decoder keeps the byte order mark; the reader removes it from the start of the text.
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function decode(reader: CsvRowReader, bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch (error) {
    throw notUtf8(reader, bytes, error);
  }
}

/** Finds the first line with invalid UTF-8 by decoding each line separately. */
function notUtf8(reader: CsvRowReader, bytes: Uint8Array, cause: unknown): CsvProblem {
  let start = 0;
  for (;;) {
    const found = bytes.indexOf(lineFeed, start);
    const end = found < 0 ? bytes.length : found + 1;
    try {
      reader.push(decoder.decode(bytes.subarray(start, end)));
    } catch (error) {
      if (error instanceof CsvProblem) {
        return error;
      }
      return new CsvProblem(reader.line, "begins a row that is not UTF-8", "save the file as UTF-8", { cause });
    }
    start = end;
  }
}

function concatenated(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) {
    return second;
  }
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}

/**
 * Returns the offset of an incomplete UTF-8 character at the end of the bytes, or the number of bytes if the last
 * character is complete.
 */
function completeLength(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return length > back ? bytes.length - back : bytes.length;
    }
    if (byte < 0x80) {
      break;
    }
  }
  return bytes.length;
}

/**
 * Returns the first non-empty row of a CSV text, without byte order mark. Undefined if there is none, if the text is
 * not valid CSV, or if `isWhole` is false and the row is incomplete.
 */
export function readFirstCsvRow(text: string, isWhole: boolean): string | undefined {
  const reader = new CsvRowReader();
  try {
    for (const line of text.split(/(?<=\n)/)) {
      const row = reader.push(line).find((one) => one.text !== "");
      if (row) {
        return row.text;
      }
    }
    return isWhole ? reader.end()[0]?.text : undefined;
  } catch (error) {
    if (error instanceof CsvProblem) {
      return undefined;
    }
    throw error;
  }
}

/**
 * Returns the values of a CSV row. An empty field is null, and a field of two quotes is an empty string
 * (sql-like-language 13.3).
 */
export function parseCsvValues(row: string): (string | null)[] {
  if (!row.includes('"')) {
    return row.split(",").map(nullIfEmpty);
  }
  const values: (string | null)[] = [];
  for (let at = 0; at <= row.length; at++) {
    if (row[at] === '"') {
      const close = closingQuote(row, at + 1);
      values.push(row.slice(at + 1, close).replaceAll('""', '"'));
      at = close + 1;
    } else {
      const found = row.indexOf(",", at);
      const end = found < 0 ? row.length : found;
      values.push(nullIfEmpty(row.slice(at, end)));
      at = end;
    }
  }
  return values;
}

function nullIfEmpty(value: string): string | null {
  return value === "" ? null : value;
}

function closingQuote(row: string, from: number): number {
  let at = row.indexOf('"', from);
  while (row[at + 1] === '"') {
    at = row.indexOf('"', at + 2);
  }
  return at < 0 ? row.length : at;
}

/** Returns the column names of a header row, trimmed. A missing name is an empty string. */
export function parseCsvHeader(row: string): string[] {
  return parseCsvValues(row).map((name) => (name ?? "").trim());
}

/**
 * Returns the SQL column names for a CSV header. As in Spark, a missing name becomes `_c<n>`, and a duplicate name gets
 * its position appended.
 */
export function nameCsvColumns(header: readonly string[]): string[] {
  const folded = header.map((name) => name.toLowerCase());
  const taken = new Set<string>();
  return header.map((name, index) => {
    const key = folded[index] ?? "";
    const isDuplicate = folded.indexOf(key) !== folded.lastIndexOf(key);
    let uniqueName = name === "" ? `_c${index}` : isDuplicate ? `${name}${index}` : name;
    while (taken.has(uniqueName.toLowerCase())) {
      uniqueName = `${uniqueName}_`;
    }
    taken.add(uniqueName.toLowerCase());
    return uniqueName;
  });
}

/** Returns a value as a CSV field, in quotes if necessary. */
export function formatCsvField(value: string): string {
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
