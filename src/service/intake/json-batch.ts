import { setImmediate } from "node:timers/promises";
import { countOf } from "../../base/count-of.ts";
import { formatCsvField } from "../../base/csv-rows.ts";
import type { ServiceLimit } from "../../contract/limits.ts";

/** Problem of a JSON batch, as the predicate of a sentence. Contains no data. */
export class JsonBatchProblem extends Error {
  override readonly name = "JsonBatchProblem";
}

type Place = "start" | "firstRow" | "row" | "afterRow" | "firstCell" | "cell" | "afterCell" | "end";

/** Place behind a sign, by the place before it. */
const placesAfter: Partial<Record<Place, Readonly<Record<string, Place>>>> = {
  start: { "[": "firstRow" },
  firstRow: { "[": "firstCell", "]": "end" },
  row: { "[": "firstCell" },
  afterRow: { ",": "row", "]": "end" },
  firstCell: { "]": "afterRow" },
  afterCell: { ",": "cell", "]": "afterRow" },
};

/** Bytes that are converted in one turn of the event loop, a tenth of a millisecond: calls of others come between. */
const sliceBytes = 16 * 1024;
const number = /^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?$/;
const literals: Readonly<Record<string, string>> = { true: "true", false: "false", null: "" };

/**
 * Converts a JSON array of rows, whose first row is the header, to CSV as its bytes arrive. Numbers keep their digits as
 * they are written, so that none is rounded.
 */
export class JsonBatchReader {
  readonly #maxRows: ServiceLimit;
  readonly #decoder = new TextDecoder("utf-8", { fatal: true });
  #rest = "";
  #place: Place = "start";
  #cells: string[] = [];
  #header: readonly string[] | undefined;
  #rows = 0;

  constructor(maxRows: ServiceLimit) {
    this.#maxRows = maxRows;
  }

  /** Column names; undefined until the header row has arrived. */
  get header(): readonly string[] | undefined {
    return this.#header;
  }

  /** Number of rows without the header. */
  get rows(): number {
    return this.#rows;
  }

  /** Yields the CSV rows of a body. Throws JsonBatchProblem. */
  async *read(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of body) {
      let csv = "";
      for (let at = 0; at < piece.length; at += sliceBytes) {
        csv += this.#push(this.#decode(piece.subarray(at, at + sliceBytes)));
        await setImmediate();
      }
      yield Buffer.from(csv);
    }
    yield Buffer.from(this.#push(this.#decode(undefined)));
    if (this.#place !== "end") {
      throw new JsonBatchProblem("ends before its array of rows does");
    }
    if (!this.#header) {
      throw new JsonBatchProblem("has no header row");
    }
  }

  #decode(piece: Uint8Array | undefined): string {
    try {
      return piece ? this.#decoder.decode(piece, { stream: true }) : this.#decoder.decode();
    } catch (error) {
      throw new JsonBatchProblem("is not UTF-8", { cause: error });
    }
  }

  #push(piece: string): string {
    const text = this.#rest + piece;
    let csv = "";
    let at = 0;
    for (;;) {
      at = skipSpace(text, at);
      const sign = text[at];
      if (sign === undefined) {
        break;
      }
      const plain = sign === "[" ? this.#readPlainRow(text, at) : undefined;
      if (plain) {
        csv += plain.csv;
        at = plain.end;
        continue;
      }
      const isCell = this.#place === "cell" || this.#place === "firstCell";
      if (isCell && sign !== "]") {
        const end = findValueEnd(text, at);
        if (end === undefined) {
          break;
        }
        this.#cells.push(this.#readCell(text.slice(at, end)));
        this.#place = "afterCell";
        at = end;
      } else {
        csv += this.#readSign(sign);
        at++;
      }
    }
    this.#rest = text.slice(at);
    return csv;
  }

  /**
   * Reads the row that begins at an offset, in one go. Returns undefined for one that goes on in the next piece, has a
   * text with escapes or is wrong: such a row is read sign by sign.
   */
  #readPlainRow(text: string, at: number): { readonly csv: string; readonly end: number } | undefined {
    if (!this.#header || (this.#place !== "row" && this.#place !== "firstRow")) {
      return undefined;
    }
    let csv = "";
    let width = 0;
    let end = at;
    for (let sign: string | undefined; sign !== "]"; ) {
      const start = skipSpace(text, end + 1);
      const valueEnd = findPlainValueEnd(text, start);
      const field = valueEnd === undefined ? undefined : plainFieldOf(text.slice(start, valueEnd));
      end = skipSpace(text, valueEnd ?? start);
      sign = text[end];
      if (field === undefined || (sign !== "," && sign !== "]")) {
        return undefined;
      }
      width++;
      csv += sign === "," ? `${field},` : field;
    }
    if (width !== this.#header.length || this.#rows >= this.#maxRows.value) {
      return undefined;
    }
    this.#rows++;
    this.#place = "afterRow";
    return { csv: `${csv}\n`, end: end + 1 };
  }

  /** Reads a bracket or comma, and returns the row that it ends. */
  #readSign(sign: string): string {
    const place = placesAfter[this.#place]?.[sign];
    if (place === undefined) {
      throw new JsonBatchProblem(`is no array of rows of cells${this.#where()}`);
    }
    const endsRow = place === "afterRow";
    this.#place = place;
    return endsRow ? this.#endRow() : "";
  }

  #endRow(): string {
    const cells = this.#cells;
    this.#cells = [];
    if (!this.#header) {
      this.#header = cells;
    } else {
      this.#rows++;
      if (cells.length !== this.#header.length) {
        throw new JsonBatchProblem(
          `has ${countOf(cells.length, "cell")} in row ${this.#rows}, but ${this.#header.length} in its header row`,
        );
      }
      if (this.#rows > this.#maxRows.value) {
        throw new JsonBatchProblem(`has more than ${this.#maxRows.text}; send them in several batches`);
      }
    }
    return `${cells.map(formatCsvField).join(",")}\n`;
  }

  #readCell(token: string): string {
    if (token.startsWith('"')) {
      try {
        return String(JSON.parse(token));
      } catch (error) {
        throw new JsonBatchProblem(`has a text that is not JSON${this.#where()}`, { cause: error });
      }
    }
    const literal = literalOf(token);
    if (this.#header && (literal !== undefined || number.test(token))) {
      return literal ?? token;
    }
    throw new JsonBatchProblem(
      this.#header
        ? `has a cell that is no text, number, true, false or null${this.#where()}`
        : "has a header row whose cells are not all texts",
    );
  }

  #where(): string {
    return this.#header ? ` in row ${this.#rows + 1}` : "";
  }
}

function skipSpace(text: string, from: number): number {
  let at = from;
  for (;;) {
    switch (text.charCodeAt(at)) {
      case 0x20:
      case 0x0a:
      case 0x0d:
      case 0x09:
        at++;
        break;
      default:
        return at;
    }
  }
}

/** Returns the offset behind a cell; undefined for a text with escapes or an error, and where the end has not arrived. */
function findPlainValueEnd(text: string, from: number): number | undefined {
  if (text.charCodeAt(from) !== quote) {
    return findValueEnd(text, from);
  }
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      return at + 1;
    }
    if (code === backslash || code < firstPrintable) {
      return undefined;
    }
  }
  return undefined;
}

/** Returns the CSV field of a value without escapes. Undefined for what is no value. */
function plainFieldOf(token: string): string | undefined {
  if (token.charCodeAt(0) === quote) {
    // A comma is all that a text without quotes and control characters can hold of what needs quotes in CSV.
    return token.includes(",") ? token : token.slice(1, -1);
  }
  return number.test(token) ? token : literalOf(token);
}

function literalOf(token: string): string | undefined {
  return Object.hasOwn(literals, token) ? literals[token] : undefined;
}

const quote = 0x22;
const backslash = 0x5c;
const firstPrintable = 0x20;

/** Returns the offset behind a cell; undefined if its end has not arrived yet. */
function findValueEnd(text: string, from: number): number | undefined {
  if (text[from] === '"') {
    for (let at = from + 1; at < text.length; at++) {
      if (text[at] === "\\") {
        at++;
      } else if (text[at] === '"') {
        return at + 1;
      }
    }
    return undefined;
  }
  for (let at = from; at < text.length; at++) {
    if (",] \n\r\t".includes(text[at] ?? "")) {
      return at;
    }
  }
  return undefined;
}
