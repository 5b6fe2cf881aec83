/**
 * Whether two words are the same in any letter case. For the words and names of our languages, which are of letters, digits and
 * underscores; it makes no folded copies, as it is asked for every word of a file.
 */
export function isSameWord(one: string, other: string): boolean {
  return one.length === other.length && isWordAt(one, other, 0);
}

/** Whether a text has a word at an offset, in any letter case; what follows may belong to a longer one. */
export function isWordAt(word: string, text: string, start: number): boolean {
  for (let index = 0; index < word.length; index++) {
    // The bit that tells small letters from capitals.
    if ((word.charCodeAt(index) | 0x20) !== (text.charCodeAt(start + index) | 0x20)) {
      return false;
    }
  }
  return true;
}

/** Values by words that are found in any letter case. */
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

  /** The value of the word that stands in a text. */
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
