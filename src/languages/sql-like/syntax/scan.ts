import { isDigit } from "../time/instant.ts";

/** UTF-16 code units of a text. */
export type CharacterCodes = Uint16Array;

/**
 * Text with its UTF-16 code units, because reading characters of a string is several times slower than reading an
 * array.
 */
export interface TextWithCodes {
  readonly text: string;
  readonly codes: CharacterCodes;
}

export function createTextWithCharacterCodes(text: string): TextWithCodes {
  // All processors that Node and VS Code run on are little-endian.
  const { buffer, byteOffset } = Buffer.from(text, "utf16le");
  return { text, codes: new Uint16Array(buffer, byteOffset, text.length) };
}

// Most of a text is spaces, words, whole numbers and plain strings; these are scanned without regular expressions,
// which is faster.

export function findEndOfSpaces(codes: CharacterCodes, start: number): number {
  let end = start + 1;
  while (codes[end] === 0x20) {
    end++;
  }
  return end;
}

export function findEndOfWord(codes: CharacterCodes, start: number): number {
  let end = start + 1;
  while (isWordPart[codes[end] ?? 0] === 1) {
    end++;
  }
  return end;
}

/** Table by character code: 1 for the characters that can continue a name (`A-Z`, `a-z`, `0-9` and `_`), else 0. */
const isWordPart = Uint8Array.from({ length: 128 }, (_, code) => (/\w/.test(String.fromCharCode(code)) ? 1 : 0));

/** Returns the end offset of a whole number; `undefined` if the next characters may belong to the number. */
export function findEndOfDigits(codes: CharacterCodes, start: number): number | undefined {
  let end = start + 1;
  while (isDigit(codes[end] ?? 0)) {
    end++;
  }
  const next = codes[end] ?? 0;
  return next === 0x2e || (next | 0x20) === 0x65 ? undefined : end;
}

/** Returns the end offset of a string that is closed and contains no quotes; `undefined` for any other string. */
export function findEndOfPlainString(codes: CharacterCodes, start: number): number | undefined {
  const quote = codes[start];
  let end = start + 1;
  for (let code = codes[end]; code !== quote; code = codes[end]) {
    if (code === undefined || code === 0x0a || code === 0x0d) {
      return undefined;
    }
    end++;
  }
  return codes[end + 1] === quote ? undefined : end + 1;
}
