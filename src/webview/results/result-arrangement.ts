import { fillText } from "../../protocol/fill-text.ts";
import type { RowView, SortKey } from "../../protocol/row-view.ts";
import type { PageContext } from "./page-context.ts";
import type { PaneContent } from "./pane-content.ts";
import { formatRowCount } from "./result-header.ts";

interface ArrangementEvents {
  onDidStart(): void;
  onDidEnd(): void;
  /** Called when the view can be shown, with its number of rows. */
  onDidArrange(view: RowView, rowCount: number): void;
  /** Called with a failure; the shown view does not change. */
  onFailure(failure: unknown, view: RowView): void;
}

/** Requests another sort order or filter of the rows. A newer request cancels an older one. */
export class ResultArrangement {
  readonly #context: PageContext;
  readonly #content: Readonly<PaneContent>;
  readonly #events: ArrangementEvents;
  #pending: AbortController | undefined;

  constructor(context: PageContext, content: Readonly<PaneContent>, events: ArrangementEvents) {
    this.#context = context;
    this.#content = content;
    this.#events = events;
  }

  /**
   * Changes the sort order of a column from ascending to descending to none. If `isAdding` is true, keeps the other
   * sort columns.
   */
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

  /** Changes the direction of one sort column and keeps the others. Undefined removes the sort column. */
  changeSort(column: number, direction: SortKey["direction"] | undefined): void {
    const { sort } = this.#content.view;
    const index = sort.findIndex((key) => key.column === column);
    const keys = direction === undefined ? [] : [{ column, direction }];
    void this.apply({
      ...this.#content.view,
      sort: index < 0 ? [...sort, ...keys] : sort.toSpliced(index, 1, ...keys),
    });
  }

  /**
   * Requests a view of the rows. Resolves with the error. Resolves with undefined if the view is shown or a newer
   * request replaced it.
   */
  async apply(view: RowView): Promise<unknown> {
    this.#pending?.abort();
    const pending = new AbortController();
    this.#pending = pending;
    this.#events.onDidStart();
    try {
      const { resultId } = this.#content;
      const { rowCount } = await this.#context.host.request("arrange", { resultId, view }, pending.signal);
      if (!pending.signal.aborted) {
        const before = this.#content.view;
        this.#events.onDidArrange(view, rowCount);
        this.#announce(before, view, rowCount);
      }
    } catch (error) {
      if (!pending.signal.aborted) {
        this.#events.onFailure(error, view);
        return error;
      }
    } finally {
      if (this.#pending === pending) {
        this.#pending = undefined;
        this.#events.onDidEnd();
      }
    }
    return undefined;
  }

  /** Cancels the running request and keeps the current rows. */
  stop(): void {
    if (this.#pending) {
      this.#pending.abort();
      this.#pending = undefined;
      this.#events.onDidEnd();
      this.#context.announce(this.#context.strings.stopped);
    }
  }

  dispose(): void {
    this.#pending?.abort();
  }

  #announce(before: RowView, view: RowView, rowCount: number): void {
    const { strings, formatNumber, announce } = this.#context;
    const isSameFilter = JSON.stringify(before.filter) === JSON.stringify(view.filter);
    const filtered = isSameFilter ? [] : [formatRowCount(rowCount, strings, formatNumber)];
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
