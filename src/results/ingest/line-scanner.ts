const newline = 10;
const quote = 34;
const comma = 44;
const leftBracket = 91;
const backslash = 92;
const rightBracket = 93;
const lowerL = 108;
const lowerN = 110;
const lowerU = 117;
const carriageReturn = 13;
const space = 32;
const dot = 46;
const upperE = 69;
const lowerE = 101;
const leftBrace = 123;
const rightBrace = 125;

/**
 * Fast path for the format in which the service writes rows: strings and nulls without spaces. Returns the position of
 * the newline that ends the row, or -1 for a line in any other format, which may still be a row.
 */
function endOfPlainRow(bytes: Uint8Array, start: number, columnCount: number): number {
  const { length } = bytes;
  if (bytes[start] !== leftBracket) {
    return -1;
  }
  let position = start + 1;
  for (let left = columnCount; left > 0; left--) {
    if (bytes[position] === quote) {
      // Searches only for the closing quote and checks for escapes afterwards, because most time is spent in this loop.
      for (position++; position < length && bytes[position] !== quote; position++) {}
      if (bytes[position - 1] === backslash) {
        return -1;
      }
      position++;
    } else if (bytes[position] === lowerN && isNull(bytes, position)) {
      position += 4;
    } else {
      return -1;
    }
    if (bytes[position] !== (left === 1 ? rightBracket : comma)) {
      return -1;
    }
    position++;
  }
  // A newline within a string is not detected here; DuckDB rejects such a line.
  return bytes[position] === newline ? position : -1;
}

function isNull(bytes: Uint8Array, position: number): boolean {
  return bytes[position + 1] === lowerU && bytes[position + 2] === lowerL && bytes[position + 3] === lowerL;
}

/**
 * Finds the first line that is not JSON in UTF-8. Returns its offset and the number of lines before it, or undefined.
 */
export function findMalformedLine(bytes: Uint8Array): { offset: number; linesBefore: number } | undefined {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let linesBefore = 0;
  for (let offset = 0; offset < bytes.length; linesBefore++) {
    const found = bytes.indexOf(newline, offset);
    const end = found < 0 ? bytes.length : found;
    try {
      const text = decoder.decode(bytes.subarray(offset, end));
      if (text.trim() !== "") {
        JSON.parse(text);
      }
    } catch {
      return { offset, linesBefore };
    }
    offset = end + 1;
  }
  return undefined;
}

/** Statistics of a sequence of complete lines. */
interface ScannedLines {
  /** Number of rows; blank lines do not count. */
  readonly rowCount: number;
  /** Length of the longest line, in bytes. */
  readonly longestLine: number;
  /** Whether there is an unquoted number with a fraction or an exponent, which a JSON reader would round. */
  readonly hasLooseNumbers: boolean;
  /** First line that cannot be a row: its offset and the number of lines before it, including blank ones. */
  readonly problem: { readonly offset: number; readonly linesBefore: number } | undefined;
  readonly lineCount: number;
}

/** Checks that every line is an array of `columnCount` values, by its brackets, quotes and commas. */
export function scanLines(bytes: Uint8Array, columnCount: number): ScannedLines {
  let rowCount = 0;
  let lineCount = 0;
  let longestLine = 0;
  let hasLooseNumbers = false;
  let lineStart = 0;
  const length = bytes.length;
  while (lineStart < length) {
    const end = endOfPlainRow(bytes, lineStart, columnCount);
    if (end >= 0) {
      rowCount++;
      lineCount++;
      longestLine = Math.max(longestLine, end - lineStart);
      lineStart = end + 1;
      continue;
    }
    let position = lineStart;
    let depth = 0;
    let values = 0;
    let isWhole = false;
    let isBroken = false;
    let byte = newline;
    for (; position < length; position++) {
      byte = bytes[position] as number;
      if (byte === quote) {
        if (depth === 0) {
          isBroken = true;
        }
        for (position++; position < length; position++) {
          byte = bytes[position] as number;
          if (byte === quote || byte === newline) {
            break;
          }
          if (byte === backslash) {
            position++;
          }
        }
        if (byte === newline || position >= length) {
          isBroken = true;
          break;
        }
      } else if (byte === newline) {
        break;
      } else if (byte === comma) {
        if (depth === 1) {
          values++;
        }
      } else if (byte === leftBracket || byte === leftBrace) {
        if (depth === 0) {
          isBroken ||= isWhole || byte === leftBrace;
          values = bytes[position + 1] === rightBracket ? 0 : 1;
        }
        depth++;
      } else if (byte === rightBracket || byte === rightBrace) {
        depth--;
        isWhole = depth === 0;
      } else if (depth === 0) {
        isBroken ||= byte !== space && byte !== carriageReturn && byte !== 9;
      } else if (byte === dot || ((byte === lowerE || byte === upperE) && isDigit(bytes[position - 1]))) {
        hasLooseNumbers = true;
      }
    }
    const isBlank = !isBroken && !isWhole && depth === 0;
    if (!isBlank) {
      if (isBroken || !isWhole || depth !== 0 || values !== columnCount) {
        return {
          rowCount,
          lineCount,
          longestLine,
          hasLooseNumbers,
          problem: { offset: lineStart, linesBefore: lineCount },
        };
      }
      rowCount++;
    }
    longestLine = Math.max(longestLine, position - lineStart);
    lineCount++;
    lineStart = position + 1;
  }
  return { rowCount, lineCount, longestLine, hasLooseNumbers, problem: undefined };
}

/** Encloses the numbers of each row in quotes, so that a JSON parser keeps their exact text. */
export function quoteNumbers(bytes: Uint8Array): Uint8Array {
  const output = new Uint8Array(bytes.length * 2);
  let length = 0;
  let depth = 0;
  for (let position = 0; position < bytes.length; position++) {
    const byte = bytes[position] as number;
    if (byte === quote) {
      const end = endOfString(bytes, position);
      output.set(bytes.subarray(position, end), length);
      length += end - position;
      position = end - 1;
      continue;
    }
    if (depth === 1 && (isDigit(byte) || byte === 45)) {
      let end = position + 1;
      while (end < bytes.length && isNumberByte(bytes[end])) {
        end++;
      }
      output[length++] = quote;
      output.set(bytes.subarray(position, end), length);
      length += end - position;
      output[length++] = quote;
      position = end - 1;
      continue;
    }
    if (byte === leftBracket || byte === leftBrace) {
      depth++;
    } else if (byte === rightBracket || byte === rightBrace) {
      depth--;
    }
    output[length++] = byte;
  }
  return output.subarray(0, length);
}

/** Returns the position after the closing quote. */
function endOfString(bytes: Uint8Array, start: number): number {
  let position = start + 1;
  while (position < bytes.length && bytes[position] !== quote) {
    position += bytes[position] === backslash ? 2 : 1;
  }
  return Math.min(position + 1, bytes.length);
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 48 && byte <= 57;
}

function isNumberByte(byte: number | undefined): boolean {
  return isDigit(byte) || byte === dot || byte === lowerE || byte === upperE || byte === 43 || byte === 45;
}
