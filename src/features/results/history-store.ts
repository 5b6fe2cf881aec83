import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
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
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const partial = `${this.#path}.part`;
    try {
      await writeFile(partial, JSON.stringify(entries), { mode: 0o600 });
      await rename(partial, this.#path);
    } catch (error) {
      await rm(partial, { force: true });
      throw error;
    }
  }

  get #path(): string {
    return join(this.#folder, "result-history.json");
  }
}
