import { fillText } from "../../protocol/results-strings.ts";
import type { RowView, SortKey } from "../../protocol/row-view.ts";
import type { PageContext } from "./page-context.ts";
import type { PaneContent } from "./pane-content.ts";

interface ArrangementEvents {
  onDidStart(): void;
  onDidEnd(): void;
  /** The view can be shown; it has `rowCount` rows. */
  onDidArrange(view: RowView, rowCount: number): void;
  /** The view that is shown stays. */
  onFailure(failure: unknown, view: RowView): void;
}

/** Asks for another order or choice of the rows; an older question is dropped for a newer one. */
export class ResultArrangement {
  readonly #context: PageContext;
  readonly #content: Readonly<PaneContent>;
  readonly #events: ArrangementEvents;
  #asked: AbortController | undefined;

  constructor(context: PageContext, content: Readonly<PaneContent>, events: ArrangementEvents) {
    this.#context = context;
    this.#content = content;
    this.#events = events;
  }

  /** Ascending, descending, not at all; `isAdding` keeps the other columns that order the rows. */
  cycleSort(column: number, isAdding: boolean): void {
    const { sort } = this.#content.view;
    const direction = sort.find((key) => key.column === column)?.direction;
    const next = direction === undefined ? "ascending" : direction === "ascending" ? "descending" : undefined;
    if (isAdding) {
      this.changeSort(column, next);
    } else {
      void this.apply({ ...this.#content.view, sort: next === undefined ? [] : [{ column, direction: next }] });
    }
  }

  /** Changes the place of one column in the order and leaves the others; undefined takes it out. */
  changeSort(column: number, direction: SortKey["direction"] | undefined): void {
    const { sort } = this.#content.view;
    const place = sort.findIndex((key) => key.column === column);
    const keys = direction === undefined ? [] : [{ column, direction }];
    void this.apply({
      ...this.#content.view,
      sort: place < 0 ? [...sort, ...keys] : sort.toSpliced(place, 1, ...keys),
    });
  }

  /** Resolves with the failure, or with undefined when the view is shown or another was asked for. */
  async apply(view: RowView): Promise<unknown> {
    this.#asked?.abort();
    const asked = new AbortController();
    this.#asked = asked;
    this.#events.onDidStart();
    try {
      const { resultId } = this.#content;
      const { rowCount } = await this.#context.host.request("arrange", { resultId, view }, asked.signal);
      if (!asked.signal.aborted) {
        const before = this.#content.view;
        this.#events.onDidArrange(view, rowCount);
        this.#announce(before, view, rowCount);
      }
    } catch (error) {
      if (!asked.signal.aborted) {
        this.#events.onFailure(error, view);
        return error;
      }
    } finally {
      if (this.#asked === asked) {
        this.#asked = undefined;
        this.#events.onDidEnd();
      }
    }
    return undefined;
  }

  /** Leaves the rows as they are shown. */
  stop(): void {
    if (this.#asked) {
      this.#asked.abort();
      this.#asked = undefined;
      this.#events.onDidEnd();
      this.#context.announce(this.#context.strings.stopped);
    }
  }

  dispose(): void {
    this.#asked?.abort();
  }

  #announce(before: RowView, view: RowView, rowCount: number): void {
    const { strings, formatNumber, announce } = this.#context;
    const isSameFilter = JSON.stringify(before.filter) === JSON.stringify(view.filter);
    const filtered = isSameFilter ? [] : [fillText(strings.done, formatNumber(rowCount))];
    const isSameSort = JSON.stringify(before.sort) === JSON.stringify(view.sort);
    if (view.tree && isSameFilter && isSameSort) {
      return;
    }
    const sorted = isSameSort && !isSameFilter ? [] : [this.#describe(view.sort)];
    announce([...filtered, ...sorted].join(". "));
  }

  #describe(sort: readonly SortKey[]): string {
    const { unsorted, sortedAscending, sortedDescending } = this.#context.strings;
    const described = sort.map(({ column, direction }) => {
      const name = this.#content.columns[column]?.name ?? "";
      return fillText(direction === "ascending" ? sortedAscending : sortedDescending, name);
    });
    return described.length === 0 ? unsorted : described.join(" ");
  }
}
