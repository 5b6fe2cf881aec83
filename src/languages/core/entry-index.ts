import { foldName, looseScore } from "./match-score.ts";
import type { ModelEntry, ModelSearchResult } from "./model-requests.ts";

/** Keeps hits that were scored; more would make a search for two letters among many names slow. */
const mostScored = 2_000;

/**
 * Entries to search by what their names hold. All names stand in one text, which is searched as a whole: among 50,000 the
 * few that fit are found without a look at each.
 */
export class EntryIndex {
  readonly #entries: readonly ModelEntry[];
  /** The folded names of all entries; a line for each entry. */
  readonly #text: string;
  /** Where the line of each entry starts. */
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

  /** The entries whose names begin with or hold a text, the best first; all of them in their order for an empty one. */
  search(text: string, limit: number): ModelSearchResult {
    const wanted = foldName(text);
    if (wanted === "") {
      return { entries: this.#entries.slice(0, limit), isComplete: this.#entries.length <= limit };
    }
    const found = this.#find(wanted);
    const scored = found.map((index) => ({ index, score: scoreOf(this.#entries[index], text) }));
    scored.sort((one, other) => other.score - one.score || one.index - other.index);
    const entries = scored.slice(0, limit).flatMap(({ index }) => this.#entries[index] ?? []);
    return { entries, isComplete: found.length <= limit };
  }

  /** Names that begin so come first when there are too many. */
  #find(wanted: string): number[] {
    const found = new Set<number>();
    for (const start of ["\n", "\t", ""]) {
      let at = this.#text.indexOf(start + wanted);
      while (at >= 0 && found.size < mostScored) {
        const index = this.#entryAt(at);
        found.add(index);
        const next = this.#starts[index + 1];
        at = next === undefined ? -1 : this.#text.indexOf(start + wanted, next);
      }
    }
    return [...found];
  }

  /** The entry whose line an offset is in. */
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
  return [...new Set([displayName, id, ...(names?.slice(-1) ?? []), ...(path === undefined ? [] : [path])])];
}

function scoreOf(entry: ModelEntry | undefined, text: string): number {
  return entry ? Math.max(...searchedNames(entry).map((name) => looseScore(name, text))) : 0;
}
