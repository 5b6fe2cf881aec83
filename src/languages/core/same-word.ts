/**
 * Whether two words are the same in any letter case. For the words and names of our languages, which are of letters, digits and
 * underscores; it makes no folded copies, as it is asked for every word of a file.
 */
export function isSameWord(one: string, other: string): boolean {
  if (one.length !== other.length) {
    return false;
  }
  for (let index = 0; index < one.length; index++) {
    // The bit that tells small letters from capitals.
    if ((one.charCodeAt(index) | 0x20) !== (other.charCodeAt(index) | 0x20)) {
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
    const candidates = this.#byLength[word.length];
    if (candidates) {
      for (const candidate of candidates) {
        if (isSameWord(candidate[0], word)) {
          return candidate[1];
        }
      }
    }
    return undefined;
  }
}
