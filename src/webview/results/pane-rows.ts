import { ChannelError } from "../../protocol/channel.ts";
import type { ResultSummary } from "../../protocol/data-worker.ts";
import type { ResultsStrings } from "../../protocol/results-strings.ts";
import {
  type ColumnFilter,
  isDefaultRowView,
  type RowView,
  type SortKey,
  showsEveryRow,
  type TreeView,
} from "../../protocol/row-view.ts";
import type { ViewCommand } from "../../protocol/view-requests.ts";
import { element, icon } from "../element.ts";
import { failureMessageOf } from "../failure-text.ts";
import { createFilterLabels, parseFilterText } from "../grid/filter-text.ts";
import type { Grid } from "../grid/grid.ts";
import type { GridActions } from "../grid/grid-options.ts";
import type { GridPosition } from "../grid/grid-selection.ts";
import type { MenuItem } from "../menu.ts";
import { formatFilterCondition } from "./filter-condition.ts";
import { FindBar } from "./find-bar.ts";
import { openDialog } from "./open-dialog.ts";
import type { PageContext } from "./page-context.ts";
import type { PaneContent } from "./pane-content.ts";
import { ProgressLine } from "./progress-line.ts";
import { ResultArrangement } from "./result-arrangement.ts";
import { SelectionLine } from "./selection-line.ts";
import { createStateView } from "./state-view.ts";

interface FilterBarEvents {
  copy(condition: string): void;
  clear(): void;
}

/** Bar with the condition of the active filters. */
class FilterBar {
  readonly element = element("div", { class: "filter-bar", role: "group", hidden: true });
  readonly #condition = element("code", { class: "filter-condition" });

  constructor(strings: ResultsStrings, events: FilterBarEvents) {
    const copy = element("button", { class: "link-button", type: "button" }, strings.copyCondition);
    const clear = element("button", { class: "link-button", type: "button" }, strings.clearFilters);
    copy.addEventListener("click", () => events.copy(this.condition));
    clear.addEventListener("click", () => events.clear());
    this.element.setAttribute("aria-label", strings.condition);
    this.element.append(icon("filter"), this.#condition, copy, clear);
  }

  /** Condition in standard SQL; empty without filters. */
  get condition(): string {
    return this.#condition.textContent ?? "";
  }

  show(condition: string): void {
    this.element.hidden = condition === "";
    this.#condition.textContent = condition;
    this.#condition.title = condition;
  }
}

interface PaneRowsEvents {
  /** Called when rows or their order changed, or when the rows of a restored view have arrived. */
  onDidChange(isOtherView: boolean): void;
  onFailure(failure: unknown): void;
  copyText(text: string): void;
}

type RowActions = Pick<GridActions, "sort" | "filter" | "openFilter" | "toggleFilters" | "find" | "findAgain">;

/** Rows of a result in the grid, with sorting, filtering, finding and selection statistics. */
export class PaneRows {
  readonly filterBar: FilterBar;
  readonly findBar: FindBar;
  /** Element shown over the grid if no row matches the filters. */
  readonly emptyState = element("div", { class: "state-host is-over-rows", hidden: true });
  readonly status = element("footer", { class: "status-line" });
  readonly #context: PageContext;
  readonly #content: PaneContent;
  readonly #grid: () => Grid;
  readonly #events: PaneRowsEvents;
  readonly #arrangement: ResultArrangement;
  readonly #selection: SelectionLine;
  readonly #busy: ProgressLine;
  /** Number of rows in the view; undefined until it was requested. */
  #rowCount: number | undefined;
  #summary: ResultSummary | undefined;

  constructor(context: PageContext, content: PaneContent, grid: () => Grid, events: PaneRowsEvents) {
    this.#context = context;
    this.#content = content;
    this.#grid = grid;
    this.#events = events;
    const { strings, language } = context;
    this.#arrangement = this.#createArrangement();
    this.#selection = new SelectionLine(context, content.resultId);
    this.#busy = new ProgressLine(strings, language);
    this.filterBar = new FilterBar(strings, {
      copy: (condition) => events.copyText(condition),
      clear: () => this.#clearFilters(),
    });
    this.findBar = this.#createFindBar();
    this.emptyState.append(
      createStateView("filter", strings.noRowPasses, undefined, {
        label: strings.clearFilters,
        run: () => this.#clearFilters(),
      }),
    );
    this.status.append(this.#busy.element, this.#selection.element);
  }

  /** Number of rows in the grid. Undefined while a restored view has not been requested yet. */
  get rowCount(): number | undefined {
    return showsEveryRow(this.#content.view) ? this.#summary?.rowCount : this.#rowCount;
  }

  get actions(): RowActions {
    return {
      sort: (column, isAdding) => this.#arrangement.cycleSort(column, isAdding),
      filter: (column, text) => void this.#filterByText(column, text),
      openFilter: (column, anchor) => this.openFilter(column, anchor),
      toggleFilters: () => this.toggleFilters(),
      find: () => this.findBar.open(),
      findAgain: (direction) => this.findBar.go(direction),
    };
  }

  /** Returns a column's menu items for sorting, filtering and selecting. */
  menuItems(column: number): MenuItem[] {
    const { strings } = this.#context;
    const { sort, filter } = this.#content.view;
    const change = (direction: SortKey["direction"] | undefined) => () =>
      this.#arrangement.changeSort(column, direction);
    const isSorted = sort.some((key) => key.column === column);
    const isFiltered = filter.some((one) => one.column === column);
    return [
      ...(sort.length > 0
        ? [
            { label: strings.addSortAscending, run: change("ascending") },
            { label: strings.addSortDescending, run: change("descending") },
          ]
        : []),
      ...(isSorted && sort.length > 1 ? [{ label: strings.removeSort, run: change(undefined) }] : []),
      { label: strings.filterColumn, icon: "filter", startsGroup: true, run: () => this.openFilter(column) },
      ...(isFiltered ? [{ label: strings.clearFilter, run: () => void this.filter(column, undefined) }] : []),
      { label: strings.selectColumn, run: () => this.#grid().navigation.selectColumn(column) },
    ];
  }

  /** Returns a cell's menu items for filtering by its value. */
  cellItems({ row, column }: GridPosition): MenuItem[] {
    const { strings } = this.#context;
    const value = this.#grid().cellText({ row, column });
    if (value === undefined || this.#grid().isCut({ row, column }) || this.#grid().smallGroup({ row, column })) {
      return [];
    }
    const known = this.#content.view.filter.find((one) => one.column === column && one.operator === "noneOf");
    const apply = (operator: "oneOf" | "noneOf", values: ColumnFilter["values"]) => () =>
      void this.filter(column, { column, operator, values });
    return [
      { label: strings.filterByValue, icon: "filter", startsGroup: true, run: apply("oneOf", [value]) },
      { label: strings.excludeValue, run: apply("noneOf", [...(known?.values ?? []), value]) },
    ];
  }

  /**
   * Shows newly loaded rows. A restored view is requested when the first rows arrive, and again when all rows are
   * loaded.
   */
  show(summary: ResultSummary): void {
    const before = this.#summary;
    this.#summary = summary;
    const isLoaded = before?.state === "loading" && summary.state !== "loading";
    const isFirst = this.#rowCount === undefined && summary.rowCount > 0;
    if (!isDefaultRowView(this.#content.view) && (isLoaded || isFirst)) {
      this.#rowCount ??= summary.rowCount;
      void this.#arrangement.apply(this.#content.view);
    }
    this.render();
  }

  /** Draws the elements around the rows. */
  render(): void {
    const { filter } = this.#content.view;
    this.filterBar.show(formatFilterCondition(filter, this.#content.columns));
    this.emptyState.hidden = filter.length === 0 || this.rowCount !== 0 || (this.#summary?.rowCount ?? 0) === 0;
  }

  run(command: ViewCommand): void {
    switch (command) {
      case "toggleFilters":
        this.toggleFilters();
        return;
      case "clearFilters":
        this.#clearFilters();
        return;
      case "copyCondition":
        this.#events.copyText(this.filterBar.condition);
        return;
      case "find":
        this.findBar.open();
    }
  }

  /** Restores the state from before a reload of the page, without moving the focus. */
  restore(isFilterShown: boolean): void {
    this.#grid().filters.setShown(isFilterShown);
  }

  toggleFilters(): void {
    this.#grid().showFilters(!this.#grid().filters.isShown);
  }

  /** Changes the sort order of the rows and keeps the filters. */
  sort(sort: RowView["sort"]): void {
    void this.#arrangement.apply({ ...this.#content.view, sort });
  }

  /** Changes the filter of one column; undefined removes the filter. Resolves with the error, if any. */
  filter(column: number, filter: ColumnFilter | undefined): Promise<unknown> {
    const others = this.#content.view.filter.filter((one) => one.column !== column);
    return this.#arrangement.apply({ ...this.#content.view, filter: filter ? [...others, filter] : others });
  }

  /** Changes which members are expanded. Resolves with whether this succeeded. */
  async showTree(tree: TreeView): Promise<boolean> {
    await this.#arrangement.apply({ ...this.#content.view, tree });
    return this.#content.view.tree === tree;
  }

  /** Opens the filter dialog of a column, by default under the column's header. */
  openFilter(column: number, anchor = this.#grid().headerOf(column)): void {
    const { host, strings, formatNumber } = this.#context;
    const { resultId, columns, view } = this.#content;
    const metadata = columns[column];
    if (!metadata) {
      return;
    }
    const others = view.filter.filter((one) => one.column !== column);
    const returnTo = document.activeElement;
    openDialog(this.#context, (dialogs) =>
      dialogs.openFilterList({
        strings,
        anchor,
        leave: () => {
          if (returnTo instanceof HTMLInputElement && returnTo.isConnected) {
            returnTo.focus({ preventScroll: true });
          } else {
            this.#grid().navigation.focus();
          }
        },
        formatNumber,
        position: column,
        column: metadata,
        filter: view.filter.find((one) => one.column === column),
        read: (search, signal) => host.request("columnValues", { resultId, column, filter: others, search }, signal),
        apply: async (filter) => {
          const failure = await this.filter(column, filter);
          return failure === undefined ? undefined : failureMessageOf(failure);
        },
      }),
    );
  }

  /** Updates the selection statistics. */
  updateSelection(): void {
    const { range } = this.#grid().navigation.selection;
    const { firstRow, lastRow } = range;
    const columns = this.#grid().columns.positionsOf(range);
    const count = Math.min(lastRow, (this.rowCount ?? 0) - 1) - firstRow + 1;
    this.#selection.show({ first: firstRow, count: Math.max(0, count), columns, view: this.#content.view });
  }

  dispose(): void {
    this.#arrangement.dispose();
    this.#selection.dispose();
    this.findBar.dispose();
    this.#busy.end();
  }

  #createArrangement(): ResultArrangement {
    return new ResultArrangement(this.#context, this.#content, {
      onDidStart: () => {
        this.#grid().setArranging(true);
        this.#busy.start(this.#context.strings.arranging, () => {
          this.#arrangement.stop();
          this.#grid().filters.reset();
        });
      },
      onDidEnd: () => {
        this.#grid().setArranging(false);
        this.#busy.end();
      },
      onDidArrange: (view, rowCount) => this.#applyView(view, rowCount),
      onFailure: (failure, view) => this.#fail(failure, view),
    });
  }

  #applyView(view: RowView, rowCount: number): void {
    const isOtherView = view !== this.#content.view;
    this.#content.view = view;
    this.#rowCount = rowCount;
    this.#grid().setFilterProblem(undefined);
    this.render();
    this.#events.onDidChange(isOtherView);
    this.updateSelection();
  }

  /** Reports a failure, at the field of the filter if the filter is invalid; the view does not change. */
  #fail(failure: unknown, view: RowView): void {
    const { filter } = this.#content.view;
    const changed = view.filter.find((one) => !filter.includes(one));
    if (!(failure instanceof ChannelError && failure.code === "badFilter") || !changed) {
      this.#events.onFailure(failure);
    } else if (this.#grid().filters.isShown) {
      const text = changed.values.map((value) => value ?? "").join("..");
      this.#grid().setFilterProblem({ position: changed.column, text, message: failure.message });
    }
  }

  #filterByText(column: number, text: string): Promise<unknown> {
    const { columns } = this.#content;
    const labels = createFilterLabels(this.#context.strings);
    return this.filter(column, parseFilterText(text, column, columns[column]?.kind ?? "text", labels));
  }

  #clearFilters(): void {
    void this.#arrangement.apply({ ...this.#content.view, filter: [] }).then(() => this.#grid().navigation.focus());
  }

  #createFindBar(): FindBar {
    return new FindBar(this.#context, {
      scope: () => {
        const { resultId, view } = this.#content;
        const { row, column } = this.#grid().navigation.selection.active;
        return { resultId, view, columns: this.#grid().columns.shown, from: { row: Math.max(0, row), column } };
      },
      show: (found, text, isCaseSensitive) => {
        this.#grid().mark(text === "" ? undefined : { text, isCaseSensitive });
        if (found) {
          this.#grid().navigation.showMatch(found);
        }
      },
      onDidClose: () => this.#grid().navigation.focus(),
    });
  }
}
