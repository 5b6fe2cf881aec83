import { createLooseScorer, foldName } from "../text/match-score.ts";
import type { ModelEntry, ModelSearchResult } from "./model-requests.ts";

/**
 * Maximum number of search hits that are scored. Without a limit, a search for two letters among many names is slow.
 */
const maxScored = 500;

/**
 * Search index over model entries by name. All names are concatenated into one string that is searched as a whole, so
 * that a few hits among 50,000 entries are found without examining each entry.
 */
export class EntryIndex {
  readonly #entries: readonly ModelEntry[];
  /** Concatenated search text: one line per entry with its names in lower case, letters and digits only. */
  readonly #text: string;
  /** Offset in the search text at which each entry's line starts, by entry index. */
  readonly #starts: Int32Array;

  constructor(entries: readonly ModelEntry[]) {
    this.#entries = entries;
    this.#starts = new Int32Array(entries.length);
    let length = 0;
    const lines = entries.map((entry, index) => {
      this.#starts[index] = length;
      const line = `\n${searchedNames(entry).map(foldName).join("\t")}`;
      length += line.length;
      return line;
    });
    this.#text = lines.join("");
  }

  /**
   * Returns the entries whose names contain a search text, best match first. An empty search text returns all entries
   * in their original order.
   */
  search(text: string, limit: number): ModelSearchResult {
    const wanted = foldName(text);
    if (wanted === "") {
      return { entries: this.#entries.slice(0, limit), isComplete: this.#entries.length <= limit };
    }
    const found = this.#find(wanted);
    const score = createLooseScorer(text);
    const scored = found.map((index) => ({ index, score: best(this.#entries[index], score) }));
    scored.sort((one, other) => other.score - one.score || one.index - other.index);
    const entries = scored.slice(0, limit).flatMap(({ index }) => this.#entries[index] ?? []);
    return { entries, isComplete: found.length <= limit };
  }

  #find(wanted: string): number[] {
    const found = new Set<number>();
    this.#collect(wanted, found);
    if (found.size < maxScored) {
      return [...found];
    }
    // Names that begin with the text come first when there are too many hits.
    const first = new Set<number>();
    for (const start of ["\n", "\t", ""]) {
      this.#collect(start + wanted, first);
    }
    return [...first];
  }

  #collect(wanted: string, found: Set<number>): void {
    let at = this.#text.indexOf(wanted);
    while (at >= 0 && found.size < maxScored) {
      const index = this.#entryAt(at);
      found.add(index);
      const next = this.#starts[index + 1];
      at = next === undefined ? -1 : this.#text.indexOf(wanted, next);
    }
  }

  /** Returns the index of the entry whose line in the search text contains an offset. */
  #entryAt(offset: number): number {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }
}

function searchedNames({ id, displayName, path, names }: ModelEntry): readonly string[] {
  const searched = id === displayName ? [id] : [displayName, id];
  const last = names?.at(-1);
  if (last !== undefined && !searched.includes(last)) {
    searched.push(last);
  }
  if (path !== undefined && path !== id) {
    searched.push(path);
  }
  return searched;
}

function best(entry: ModelEntry | undefined, score: (name: string) => number): number {
  return entry ? Math.max(...searchedNames(entry).map(score)) : 0;
}
