import type { ResultColumn } from "../../protocol/data-worker.ts";
import type { PaneContent } from "./pane-content.ts";
import type { ResultsHost } from "./results-host.ts";

/** Finds out, once, what the columns of a whole result hold. */
export class KindFinder {
  readonly #host: ResultsHost;
  readonly #content: Readonly<PaneContent>;
  readonly #onDidFind: (columns: readonly ResultColumn[]) => void;
  #asked: Promise<void> | undefined;

  constructor(
    host: ResultsHost,
    content: Readonly<PaneContent>,
    onDidFind: (columns: readonly ResultColumn[]) => void,
  ) {
    this.#host = host;
    this.#content = content;
    this.#onDidFind = onDidFind;
  }

  /** The columns of the pane, whose kinds stay as they were when they cannot be found out. */
  async find(): Promise<readonly ResultColumn[]> {
    if (this.#content.columns.length > 0) {
      this.#asked ??= this.#ask();
      await this.#asked;
    }
    return this.#content.columns;
  }

  async #ask(): Promise<void> {
    const { resultId, columns: known } = this.#content;
    try {
      const { columns } = await this.#host.request("columnTypes", { resultId });
      if (columns.length === known.length) {
        this.#onDidFind(columns);
      }
    } catch {
      // The grid and the chart do without; the next who asks may have more luck.
      this.#asked = undefined;
    }
  }
}
