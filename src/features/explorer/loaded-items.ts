import { isDeepStrictEqual } from "node:util";
import type { ExplorerItem } from "./explorer-item.ts";

type Read = (signal: AbortSignal) => Promise<readonly ExplorerItem[]>;

interface Loaded {
  readonly parent: ExplorerItem;
  readonly read: Read;
  readonly stop: AbortController;
  readonly children: Promise<readonly ExplorerItem[]>;
  state: "loading" | "loaded" | "failed";
}

/** Children of the explorer's items, by the key of their parent and, below a filter, the filter. Each is loaded once. */
export class LoadedItems {
  readonly #loaded = new Map<string, Loaded>();

  /** Returns the children of an item, which are read unless they are known. A failed load is tried again. */
  async load(key: string, parent: ExplorerItem, read: Read): Promise<readonly ExplorerItem[]> {
    const known = this.#loaded.get(key);
    const loaded = known && known.state !== "failed" ? known : this.#start(key, parent, read);
    try {
      return await loaded.children;
    } catch (error) {
      if (loaded.stop.signal.aborted) {
        // A refresh aborted it, and what is read since then is meant.
        return await this.load(key, parent, read);
      }
      throw error;
    }
  }

  /** Returns the known children of an item. */
  async get(key: string): Promise<readonly ExplorerItem[]> {
    return (await this.#loaded.get(key)?.children) ?? [];
  }

  /** Whether a load of the children of an item, or of an item below it, has failed. */
  hasFailed(parentKey: string): boolean {
    return this.#keysFrom(parentKey).some((key) => this.#loaded.get(key)?.state === "failed");
  }

  /** Replaces the known children of an item. */
  set(key: string, children: readonly ExplorerItem[]): void {
    const known = this.#loaded.get(key);
    if (known) {
      this.#replace(key, known, children);
    }
  }

  /** Forgets the children of an item and of all below it, or of all items. Running loads are aborted. */
  clear(parentKey?: string): void {
    for (const key of this.#keysFrom(parentKey)) {
      this.#forget(key);
    }
  }

  /** Forgets which children of an item match a filter. */
  clearMatches(parentKey: string): void {
    for (const key of [...this.#loaded.keys()].filter((each) => each.startsWith(`${parentKey}?`))) {
      this.#forget(key);
    }
  }

  /**
   * Reads the known children of an item and of all below it again. Those that changed are replaced, all below them is
   * forgotten, and `redraw` is called for their parent. Until then the former children stay known.
   */
  async reload(parentKey: string, redraw: (parent: ExplorerItem) => void): Promise<void> {
    const reading = this.#keysFrom(parentKey).flatMap((key) => {
      const known = this.#loaded.get(key);
      return known ? [{ key, known, read: this.#readAgain(key, known) }] : [];
    });
    // Parents come first, so that what is below a changed parent is not looked at any more.
    for (const { key, known, read } of reading.sort((one, other) => one.key.length - other.key.length)) {
      const children = await read;
      if (this.#loaded.get(key) !== known) {
        continue;
      }
      if (!children || !isDeepStrictEqual(children, await known.children)) {
        this.clear(key);
        if (children) {
          this.#replace(key, known, children);
        }
        redraw(known.parent);
      }
    }
  }

  /** Returns the present children of an item. Undefined if they have to be read when the item is drawn. */
  async #readAgain(key: string, { state, parent, read, stop }: Loaded): Promise<readonly ExplorerItem[] | undefined> {
    const isFiltered = key !== parent.key;
    return state !== "loaded" || isFiltered ? undefined : await read(stop.signal).catch(() => undefined);
  }

  #replace(key: string, { parent, read }: Loaded, children: readonly ExplorerItem[]): void {
    const stop = new AbortController();
    this.#loaded.set(key, { parent, read, stop, children: Promise.resolve(children), state: "loaded" });
  }

  #forget(key: string): void {
    this.#loaded.get(key)?.stop.abort();
    this.#loaded.delete(key);
  }

  #start(key: string, parent: ExplorerItem, read: Read): Loaded {
    const stop = new AbortController();
    const started: Loaded = { parent, read, stop, children: read(stop.signal), state: "loading" };
    this.#loaded.set(key, started);
    started.children.then(
      () => {
        started.state = "loaded";
      },
      () => {
        started.state = "failed";
      },
    );
    return started;
  }

  #keysFrom(parentKey: string | undefined): readonly string[] {
    return [...this.#loaded.keys()].filter(
      (key) =>
        parentKey === undefined ||
        key === parentKey ||
        key.startsWith(`${parentKey}/`) ||
        key.startsWith(`${parentKey}?`),
    );
  }
}
