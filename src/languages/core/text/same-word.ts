/**
 * Whether two words are equal, ignoring case. Only valid for letters, digits and underscores. Allocates no memory,
 * because it is called for every word of a file.
 */
export function isSameWordIgnoringCase(one: string, other: string): boolean {
  return one.length === other.length && isWordAt(one, other, 0);
}

/** Whether a text contains a word at an offset, ignoring case. Longer words that begin with the given one match too. */
export function isWordAt(word: string, text: string, start: number): boolean {
  for (let index = 0; index < word.length; index++) {
    // Bit that distinguishes lower case from upper case.
    if ((word.charCodeAt(index) | 0x20) !== (text.charCodeAt(start + index) | 0x20)) {
      return false;
    }
  }
  return true;
}

/** Map with words as keys, which are compared case-insensitively. */
export class CaseInsensitiveWordMap<Value> {
  readonly #byLength: (readonly [word: string, value: Value])[][] = [];

  constructor(entries: Iterable<readonly [word: string, value: Value]>) {
    for (const entry of entries) {
      const { length } = entry[0];
      while (this.#byLength.length <= length) {
        this.#byLength.push([]);
      }
      this.#byLength[length]?.push(entry);
    }
  }

  get(word: string): Value | undefined {
    return this.at(word, 0, word.length);
  }

  /** Returns the value whose key is the word at a span of a text. */
  at(text: string, start: number, end: number): Value | undefined {
    const candidates = this.#byLength[end - start];
    if (candidates) {
      for (const candidate of candidates) {
        if (isWordAt(candidate[0], text, start)) {
          return candidate[1];
        }
      }
    }
    return undefined;
  }
}
