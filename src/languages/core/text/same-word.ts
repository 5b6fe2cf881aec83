/**
 * Whether two words are equal, ignoring case. For keywords and names of letters, digits and underscores; allocates
 * nothing, since it runs for every word of a file.
 */
export function isSameWord(one: string, other: string): boolean {
  return one.length === other.length && isWordAt(one, other, 0);
}

/** Whether a text has a word at an offset, ignoring case; the word may continue after it. */
export function isWordAt(word: string, text: string, start: number): boolean {
  for (let index = 0; index < word.length; index++) {
    // Bit that distinguishes lower case from upper case.
    if ((word.charCodeAt(index) | 0x20) !== (text.charCodeAt(start + index) | 0x20)) {
      return false;
    }
  }
  return true;
}

/** Map keyed by words, ignoring case. */
export class WordMap<Value> {
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

  /** Value for the word in a span of a text. */
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
