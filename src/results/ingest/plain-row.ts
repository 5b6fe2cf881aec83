const newline = 10;
const quote = 34;
const comma = 44;
const leftBracket = 91;
const backslash = 92;
const rightBracket = 93;
const lowerL = 108;
const lowerN = 110;
const lowerU = 117;

/**
 * Position of the newline that ends a row of strings and nulls without spaces, the form that the service answers in; -1 for
 * a line in any other form, which may still be a row.
 */
export function endOfPlainRow(bytes: Uint8Array, start: number, columnCount: number): number {
  const { length } = bytes;
  if (bytes[start] !== leftBracket) {
    return -1;
  }
  let position = start + 1;
  for (let left = columnCount; left > 0; left--) {
    if (bytes[position] === quote) {
      // The closing quote is looked for alone, the rest of what may be in a string afterwards: this loop takes the time.
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
  // A newline within a string would go unseen here: DuckDB refuses such a line.
  return bytes[position] === newline ? position : -1;
}

function isNull(bytes: Uint8Array, position: number): boolean {
  return bytes[position + 1] === lowerU && bytes[position + 2] === lowerL && bytes[position + 3] === lowerL;
}
