/** A value of a CSV output: a text, or null for an empty field without quotes. */
export type CsvValue = string | null;

const comma = 44;
const newline = 10;
const quote = 34;
const carriageReturn = 13;

/**
 * Yields the rows of a CSV output while its bytes arrive (sql-like-language 13.3). Values keep their exact text. An
 * empty field without quotes is null.
 */
export async function* parseCsvOutput(
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<readonly CsvValue[], void, undefined> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of body) {
    const bytes =
      rest.length > 0 ? Buffer.concat([rest, piece]) : Buffer.from(piece.buffer, piece.byteOffset, piece.length);
    let start = 0;
    for (let end = rowEnd(bytes, start); end >= 0; end = rowEnd(bytes, start)) {
      yield readRow(bytes, start, end);
      start = end + 1;
    }
    rest = Buffer.from(bytes.subarray(start));
  }
  if (rest.length > 0) {
    yield readRow(rest, 0, rest.length);
  }
}

/**
 * Returns the position of the newline, outside quotes, that ends the row at `start`, or -1 if it has not arrived yet.
 */
function rowEnd(bytes: Buffer, start: number): number {
  let isQuoted = false;
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === quote) {
      isQuoted = !isQuoted;
    } else if (byte === newline && !isQuoted) {
      return at;
    }
  }
  return -1;
}

function readRow(bytes: Buffer, start: number, lineEnd: number): CsvValue[] {
  const end = lineEnd > start && bytes[lineEnd - 1] === carriageReturn ? lineEnd - 1 : lineEnd;
  const values: CsvValue[] = [];
  let at = start;
  for (;;) {
    let next = at;
    if (bytes[at] === quote && at < end) {
      next = at + 1;
      while (next < end && (bytes[next] !== quote || bytes[next + 1] === quote)) {
        next += bytes[next] === quote ? 2 : 1;
      }
      values.push(bytes.toString("utf8", at + 1, next).replaceAll('""', '"'));
      next++;
    } else {
      const found = bytes.indexOf(comma, at);
      next = found < 0 || found > end ? end : found;
      values.push(next === at ? null : bytes.toString("utf8", at, next));
    }
    if (next >= end) {
      return values;
    }
    at = next + 1;
    if (at >= end) {
      values.push(null);
      return values;
    }
  }
}
