import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { writePrivateFile } from "../../host/write-private-file.ts";
import { type HistoryEntry, readHistory } from "./history-model.ts";

/** Storage of the query run history in a file that only the user may read. */
export class HistoryStore {
  readonly #folder: string;
  #last: Promise<void> = Promise.resolve();
  #waiting: readonly HistoryEntry[] | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async read(): Promise<HistoryEntry[]> {
    try {
      return readHistory(await readFile(this.#path, "utf8"));
    } catch {
      // There is no history yet.
      return [];
    }
  }

  /** Writes the history. Writes run in sequence; if several are waiting, only the last of them is done. */
  write(entries: readonly HistoryEntry[]): Promise<void> {
    const isQueued = this.#waiting !== undefined;
    this.#waiting = entries;
    if (!isQueued) {
      this.#last = this.#last.catch(() => undefined).then(() => this.#write());
    }
    return this.#last;
  }

  async #write(): Promise<void> {
    const entries = this.#waiting ?? [];
    this.#waiting = undefined;
    await writePrivateFile(this.#path, JSON.stringify(entries));
  }

  get #path(): string {
    return join(this.#folder, "result-history.json");
  }
}
