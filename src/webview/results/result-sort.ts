import type { SortKey } from "../../protocol/data-worker.ts";
import { fillText } from "../../protocol/results-strings.ts";
import type { PageContext } from "./page-context.ts";
import type { PaneContent } from "./pane-content.ts";

export interface SortEvents {
  onDidStart(): void;
  onDidEnd(): void;
  /** The order can be shown. */
  onDidSort(sort: SortKey | undefined): void;
  onFailure(failure: unknown): void;
}

/** Asks for another order of the rows; an older question is dropped for a newer one. */
export class ResultSort {
  readonly #context: PageContext;
  readonly #content: Readonly<PaneContent>;
  readonly #events: SortEvents;
  #asked: AbortController | undefined;

  constructor(context: PageContext, content: Readonly<PaneContent>, events: SortEvents) {
    this.#context = context;
    this.#content = content;
    this.#events = events;
  }

  /** Ascending, descending, not at all. */
  cycle(column: number): void {
    const { sort } = this.#content;
    const current = sort?.column === column ? sort.direction : undefined;
    const next = current === undefined ? "ascending" : current === "ascending" ? "descending" : undefined;
    void this.apply(next && { column, direction: next });
  }

  async apply(sort: SortKey | undefined): Promise<void> {
    this.#asked?.abort();
    const asked = new AbortController();
    this.#asked = asked;
    this.#events.onDidStart();
    try {
      await this.#context.host.ask("sort", { resultId: this.#content.resultId, sort }, asked.signal);
      if (!asked.signal.aborted) {
        this.#events.onDidSort(sort);
        this.#context.announce(this.#describe(sort));
      }
    } catch (error) {
      if (!asked.signal.aborted) {
        this.#events.onFailure(error);
      }
    } finally {
      if (this.#asked === asked) {
        this.#events.onDidEnd();
      }
    }
  }

  dispose(): void {
    this.#asked?.abort();
  }

  #describe(sort: SortKey | undefined): string {
    const { unsorted, sortedAscending, sortedDescending } = this.#context.strings;
    if (!sort) {
      return unsorted;
    }
    const name = this.#content.columns[sort.column]?.name ?? "";
    return fillText(sort.direction === "ascending" ? sortedAscending : sortedDescending, name);
  }
}
