import type { ResultColumn } from "../../protocol/data-worker.ts";
import type { PaneContent } from "./pane-content.ts";
import type { ResultsHost } from "./results-host.ts";

/** Reads the columns of a complete result, with inferred kinds and names of members, once until they change. */
export class ColumnKindFinder {
  readonly #host: ResultsHost;
  readonly #content: Readonly<PaneContent>;
  readonly #onDidFind: (columns: readonly ResultColumn[]) => void;
  #pending: Promise<void> | undefined;

  constructor(
    host: ResultsHost,
    content: Readonly<PaneContent>,
    onDidFind: (columns: readonly ResultColumn[]) => void,
  ) {
    this.#host = host;
    this.#content = content;
    this.#onDidFind = onDidFind;
  }

  /** Returns the columns with inferred kinds. If inference fails, they keep their previous kinds. */
  async find(): Promise<readonly ResultColumn[]> {
    if (this.#content.columns.length > 0) {
      this.#pending ??= this.#load();
      await this.#pending;
    }
    return this.#content.columns;
  }

  /** Reads the columns again at the next call of `find`. */
  forget(): void {
    this.#pending = undefined;
  }

  async #load(): Promise<void> {
    const { resultId, columns: known } = this.#content;
    try {
      const { columns } = await this.#host.request("columnTypes", { resultId });
      if (columns.length === known.length) {
        this.#onDidFind(columns);
      }
    } catch {
      // Grid and chart work without kinds; the next call tries again.
      this.#pending = undefined;
    }
  }
}
