/** A row of a CSV file; a value is null where nothing stands between two commas. */
export interface CsvLine {
  readonly cells: readonly (string | null)[];
  /** Of its first line, from 1. */
  readonly line: number;
}

/** What a file is not; the message names its line and no value. */
export class FileProblem extends Error {
  override readonly name = "FileProblem";
}

/** A quote that is never closed would take the whole file into memory. */
const longestRow = 16 * 1024 * 1024;

/**
 * The rows of a CSV file as its bytes come, read as table-source SQL reads its inputs (sql-like-language 13.3): commas,
 * double quotes, UTF-8. Lines with nothing in them are left out. Throws FileProblem.
 */
export async function* csvLines(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<CsvLine, void, undefined> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const reader = new LineReader();
  for await (const piece of pieces) {
    yield* reader.push(decode(decoder, reader, piece), false);
  }
  yield* reader.push(decode(decoder, reader), true);
}

function decode(decoder: InstanceType<typeof TextDecoder>, { line }: LineReader, piece?: Uint8Array): string {
  try {
    return piece ? decoder.decode(piece, { stream: true }) : decoder.decode();
  } catch (error) {
    const message = `The file is not UTF-8 somewhere behind line ${line}. Save it as UTF-8.`;
    throw new FileProblem(message, { cause: error });
  }
}

class LineReader {
  #rest = "";
  #line = 1;

  get line(): number {
    return this.#line;
  }

  *push(piece: string, isEnd: boolean): Generator<CsvLine, void, undefined> {
    const text = this.#rest + piece;
    let start = 0;
    while (start < text.length) {
      const end = rowEnd(text, start);
      if (end < 0 && !isEnd) {
        break;
      }
      const next = end < 0 ? text.length : end;
      const row = text.slice(start, text[next - 1] === "\r" && next > start ? next - 1 : next);
      const line = this.#line;
      if (row !== "") {
        yield { cells: row.includes('"') ? readQuoted(row, line) : row.split(",").map(nullOfNothing), line };
      }
      this.#line += 1 + (row.includes("\n") ? row.split("\n").length - 1 : 0);
      start = next + 1;
    }
    this.#rest = text.slice(start);
    if (this.#rest.length > longestRow) {
      throw new FileProblem(`Line ${this.#line} begins a row that does not end. Look for a quote that is not closed.`);
    }
  }
}

/** The line end that is not within quotes; -1 when it has not come. */
function rowEnd(text: string, start: number): number {
  let end = text.indexOf("\n", start);
  let quote = text.indexOf('"', start);
  while (quote >= 0 && (end < 0 || quote < end)) {
    const close = text.indexOf('"', quote + 1);
    if (close < 0) {
      return -1;
    }
    end = end >= 0 && end < close ? text.indexOf("\n", close) : end;
    quote = text.indexOf('"', close + 1);
  }
  return end;
}

function nullOfNothing(cell: string): string | null {
  return cell === "" ? null : cell;
}

function readQuoted(row: string, line: number): (string | null)[] {
  const cells: (string | null)[] = [];
  for (let at = 0; ; at++) {
    if (row[at] === '"') {
      const close = closingQuote(row, at + 1);
      if (close < 0) {
        throw new FileProblem(`Line ${line} begins a row with a quote that is not closed. Close it.`);
      }
      cells.push(row.slice(at + 1, close).replaceAll('""', '"'));
      at = close + 1;
    } else {
      const end = row.indexOf(",", at);
      cells.push(nullOfNothing(row.slice(at, end < 0 ? row.length : end)));
      at = end < 0 ? row.length : end;
    }
    if (at >= row.length) {
      return cells;
    }
    if (row[at] !== ",") {
      throw new FileProblem(
        `Line ${line} begins a row in which text follows a closing quote. Double the quotes inside.`,
      );
    }
    if (at === row.length - 1) {
      return [...cells, null];
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
