import type { ReshapeRefusal } from "./table-data.ts";

/**
 * Keeps statements that write the rows of a table source apart from changes of its columns. Such a change copies the
 * rows, so that a row written meanwhile would be lost.
 */
export class TableWriters {
  /** Number of statements that are writing, by table source. */
  readonly #writing = new Map<string, number>();
  readonly #changing = new Map<string, Promise<unknown>>();

  /** Runs a statement that writes. A change of the columns is waited for. */
  async write<Value>(source: string, work: () => Promise<Value>): Promise<Value> {
    while (this.#changing.has(source)) {
      await this.#changing.get(source);
    }
    this.#writing.set(source, this.#countWriting(source) + 1);
    try {
      return await work();
    } finally {
      const left = this.#countWriting(source) - 1;
      this.#writing.set(source, left);
      if (left === 0) {
        this.#writing.delete(source);
      }
    }
  }

  /**
   * Changes the columns, unless a statement is writing. Such a statement is not waited for, because it may take long and
   * the caller keeps others waiting.
   */
  async change(source: string, work: () => Promise<ReshapeRefusal | undefined>): Promise<ReshapeRefusal | undefined> {
    while (this.#changing.has(source)) {
      await this.#changing.get(source);
    }
    if (this.#countWriting(source) > 0) {
      return { kind: "written" };
    }
    const changing = work();
    this.#changing.set(
      source,
      changing.catch(() => undefined),
    );
    try {
      return await changing;
    } finally {
      this.#changing.delete(source);
    }
  }

  #countWriting(source: string): number {
    return this.#writing.get(source) ?? 0;
  }
}
