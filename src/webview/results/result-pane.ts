import type { CopyFormat, ResultColumn, RowRange, SortKey } from "../../protocol/data-worker.ts";
import { fillText } from "../../protocol/results-strings.ts";
import type { ResultsViewCommand, ResultViewState, ShownResult } from "../../protocol/results-view.ts";
import type { ChartView } from "../charts/chart-port.ts";
import { element } from "../element.ts";
import { Grid } from "../grid/grid.ts";
import { cellCountOf, type GridPlace } from "../grid/grid-selection.ts";
import { openMenu } from "../menu.ts";
import { loadCharts } from "./chart-loader.ts";
import { elapsedOf, formatDuration, HeaderFacts, rowsText } from "./header-facts.ts";
import type { PageContext } from "./page-context.ts";
import { messageBar, stateView } from "./state-view.ts";
import { copyItems, Toolbar } from "./toolbar.ts";
import { ValueViewer } from "./value-viewer.ts";
import { openWidthDialog } from "./width-dialog.ts";

const tickMs = 250;

/** One result: its facts, its tools, and its rows or its chart. */
export class ResultPane {
  readonly element = element("section", { class: "pane" });
  readonly #context: PageContext;
  readonly #resultId: string;
  readonly #facts: HeaderFacts;
  readonly #toolbar: Toolbar;
  readonly #viewer: ValueViewer;
  readonly #grid: Grid;
  readonly #messages = element("div", { class: "messages" });
  readonly #state = element("div", { class: "state-host" });
  readonly #chartHost = element("div", { class: "chart", hidden: true });
  readonly #timer: number;
  readonly #saved: ResultViewState | undefined;
  #result: ShownResult;
  #columns: readonly ResultColumn[] = [];
  #sort: SortKey | undefined;
  #tab: "table" | "chart" = "table";
  #chart: ChartView | undefined;
  #sorting: AbortController | undefined;
  #isRestored = false;
  #areKindsKnown = false;
  #readFailure: string | undefined;
  #viewedPlace: GridPlace | undefined;
  #notice: string | undefined;

  constructor(context: PageContext, result: ShownResult) {
    this.#context = context;
    this.#result = result;
    this.#resultId = result.summary.resultId;
    this.#saved = context.loadState(this.#resultId);
    const { strings } = context;
    this.#facts = new HeaderFacts(context);
    this.#toolbar = new Toolbar(strings, {
      showTab: (tab) => this.#showTab(tab),
      copy: (format) => this.#copy(format),
      exportCsv: () => void this.#exportCsv(),
      cancel: () => this.#ask("cancel"),
      rerun: () => this.#ask("rerun"),
    });
    this.#viewer = new ValueViewer(strings, {
      openInEditor: () => this.#onViewed((place) => context.channel.ask("openValue", this.#placeParams(place))),
      copy: () => this.#onViewed((place) => this.#copyRange(this.#cellRange(place), "cells")),
      close: () => {
        this.#viewer.hide();
        this.#grid.focus();
      },
    });
    this.#grid = new Grid({
      strings,
      rowHeight: context.rowHeight,
      readRows: (range, signal) => context.channel.ask("rows", { resultId: this.#resultId, ...range }, signal),
      formatNumber: context.formatNumber,
      announce: context.announce,
      onSort: (column) => this.#cycleSort(column),
      onOpenValue: (place) => void this.#openValue(place),
      onOpenMenu: (place, anchor) => this.#openMenu(place, anchor),
      onCopy: () => this.#copy("cells"),
      onReadFailure: (failure) => this.#showReadFailure(failure),
      onDidChange: () => this.#save(),
    });
    this.element.append(
      element("header", { class: "bar" }, this.#facts.element, this.#toolbar.element),
      this.#messages,
      element("div", { class: "content" }, this.#grid.element, this.#state, this.#chartHost, this.#viewer.element),
    );
    this.#tab = this.#saved?.tab ?? "table";
    this.#sort = this.#saved?.sort;
    this.#timer = window.setInterval(() => this.#tick(), tickMs);
    this.show(result);
  }

  show(result: ShownResult): void {
    const before = this.#result;
    this.#result = result;
    const { summary } = result;
    const names = summary.columns.map(({ name }) => name);
    if (names.length > 0 && names.join("\0") !== this.#columns.map(({ name }) => name).join("\0")) {
      this.#columns = summary.columns;
      this.#grid.setColumns(this.#columns, this.#sort, this.#saved?.widths ?? {});
    }
    this.#grid.setRowCount(summary.rowCount);
    this.#restore();
    this.#facts.show(result);
    this.#toolbar.show(result, this.#tab);
    this.#showMessages();
    this.#showBody();
    if (summary.state !== "loading") {
      void this.#findKinds();
      if (before.summary.state === "loading") {
        this.#context.announce(rowsText(summary.rowCount, this.#context.strings, this.#context.formatNumber));
        if (this.#sort) {
          void this.#applySort(this.#sort);
        }
      }
    }
  }

  run(command: ResultsViewCommand): void {
    switch (command) {
      case "exportCsv":
        void this.#exportCsv();
        return;
      case "focusGrid":
        this.#grid.focus();
        return;
      case "showTable":
        this.#showTab("table");
        return;
      case "showChart":
        this.#showTab("chart");
        return;
      default:
        this.#copy(command);
    }
  }

  showExportProgress(rowCount: number): void {
    const { strings, formatNumber } = this.#context;
    const all = formatNumber(this.#result.summary.rowCount);
    this.#notice = fillText(strings.exporting, formatNumber(rowCount), all);
    this.#showMessages();
  }

  dispose(): void {
    window.clearInterval(this.#timer);
    this.#sorting?.abort();
    this.#chart?.dispose();
    this.#grid.dispose();
    this.element.remove();
  }

  #tick(): void {
    if (this.#result.summary.state === "loading") {
      this.#facts.show(this.#result);
      this.#showBody();
    }
  }

  #restore(): void {
    const { summary } = this.#result;
    const saved = this.#saved;
    if (
      this.#isRestored ||
      !saved ||
      summary.columns.length === 0 ||
      (summary.state === "loading" && summary.rowCount <= saved.topRow)
    ) {
      return;
    }
    this.#isRestored = true;
    requestAnimationFrame(() => {
      this.#grid.selectPlace(saved.cell);
      this.#grid.scrollToRow(saved.topRow, saved.left);
    });
  }

  #save(): void {
    this.#context.saveState(this.#resultId, {
      topRow: this.#grid.topRow,
      left: this.#grid.left,
      sort: this.#sort,
      widths: this.#grid.chosenWidths,
      tab: this.#tab,
      cell: this.#grid.selection.active,
    });
  }

  #showMessages(): void {
    const { strings } = this.#context;
    const { state, message } = this.#result.summary;
    const bars: HTMLElement[] = [];
    const rerun = { label: strings.rerun, run: () => this.#ask("rerun") };
    if (state === "partial") {
      bars.push(messageBar("warning", message ?? strings.partial, rerun));
    } else if (state === "failed" && this.#result.summary.rowCount > 0) {
      bars.push(messageBar("error", message ?? strings.failed, rerun));
    } else if (state === "cancelled" && this.#result.summary.rowCount > 0) {
      bars.push(messageBar("info", message || strings.cancelledMessage, rerun));
    }
    if (this.#readFailure !== undefined) {
      const retry = { label: strings.retry, run: () => this.#retry() };
      bars.push(messageBar("error", fillText(strings.windowFailed, this.#readFailure), retry));
    }
    if (this.#notice !== undefined) {
      bars.push(messageBar("info", this.#notice));
    }
    this.#messages.replaceChildren(...bars);
  }

  /** Never blank: what stands here while there are no rows. */
  #showBody(): void {
    const { strings, language } = this.#context;
    const { state, message, rowCount } = this.#result.summary;
    const isChart = this.#tab === "chart" && state !== "loading" && rowCount > 0;
    this.#chartHost.hidden = !isChart;
    this.#grid.element.hidden = isChart || rowCount === 0;
    this.#state.hidden = rowCount > 0;
    if (isChart && !this.#chart) {
      void this.#openChart();
    }
    if (rowCount > 0) {
      return;
    }
    const rerun = { label: strings.rerun, run: () => this.#ask("rerun") };
    if (state === "loading") {
      const text = fillText(strings.waiting, formatDuration(elapsedOf(this.#result), language));
      const title = this.#state.querySelector(".is-waiting .state-title");
      if (title) {
        title.textContent = text;
        return;
      }
      const waiting = stateView("loading", text, undefined, { label: strings.cancel, run: () => this.#ask("cancel") });
      waiting.classList.add("is-waiting");
      this.#state.replaceChildren(waiting);
    } else if (state === "failed") {
      this.#state.replaceChildren(stateView("error", strings.failed, message, rerun));
    } else if (state === "cancelled") {
      this.#state.replaceChildren(stateView("circle-slash", strings.cancelled, message, rerun));
    } else {
      this.#state.replaceChildren(stateView("info", strings.empty, strings.emptyHint, rerun));
    }
  }

  #showTab(tab: "table" | "chart"): void {
    this.#tab = tab;
    this.#toolbar.show(this.#result, tab);
    this.#showBody();
    this.#save();
    if (tab === "table") {
      this.#grid.render();
    }
  }

  async #openChart(): Promise<void> {
    const { strings, language, announce, channel } = this.#context;
    this.#chartHost.replaceChildren(stateView("loading", strings.chartLoading, undefined));
    const waiting: ChartView = { dispose: () => undefined };
    this.#chart = waiting;
    try {
      const [charts] = await Promise.all([loadCharts(this.#context), this.#findKinds()]);
      this.#chart = charts.create({
        container: this.#chartHost,
        strings,
        language,
        announce,
        columns: this.#columns,
        readData: (request, signal) => channel.ask("chartData", { resultId: this.#resultId, ...request }, signal),
      });
    } catch (error) {
      this.#chart = undefined;
      this.#chartHost.replaceChildren(
        stateView("error", strings.failed, messageOf(error), {
          label: strings.retry,
          run: () => void this.#openChart(),
        }),
      );
    }
  }

  async #findKinds(): Promise<void> {
    if (this.#areKindsKnown || this.#columns.length === 0) {
      return;
    }
    this.#areKindsKnown = true;
    try {
      const { columns } = await this.#context.channel.ask("columnTypes", { resultId: this.#resultId });
      if (columns.length === this.#columns.length) {
        this.#columns = columns;
        this.#grid.setKinds(columns);
      }
    } catch {
      this.#areKindsKnown = false;
    }
  }

  #cycleSort(column: number): void {
    const current = this.#sort?.column === column ? this.#sort.direction : undefined;
    const next = current === undefined ? "ascending" : current === "ascending" ? "descending" : undefined;
    void this.#applySort(next && { column, direction: next });
  }

  async #applySort(sort: SortKey | undefined): Promise<void> {
    const { strings, announce, channel } = this.#context;
    this.#sorting?.abort();
    const sorting = new AbortController();
    this.#sorting = sorting;
    const name = sort ? (this.#columns[sort.column]?.name ?? "") : "";
    this.#grid.element.setAttribute("aria-busy", "true");
    try {
      await channel.ask("sort", { resultId: this.#resultId, sort }, sorting.signal);
      if (sorting.signal.aborted) {
        return;
      }
      this.#sort = sort;
      this.#grid.setColumns(this.#columns, sort, {});
      announce(
        sort === undefined
          ? strings.unsorted
          : fillText(sort.direction === "ascending" ? strings.sortedAscending : strings.sortedDescending, name),
      );
      this.#save();
    } catch (error) {
      if (!sorting.signal.aborted) {
        this.#showReadFailure(error);
      }
    } finally {
      if (this.#sorting === sorting) {
        this.#grid.element.setAttribute("aria-busy", "false");
      }
    }
  }

  async #openValue(place: GridPlace): Promise<void> {
    const { channel, formatNumber } = this.#context;
    this.#viewedPlace = place;
    const shown = this.#grid.cellText(place);
    try {
      const value =
        shown === undefined || this.#grid.isCut(place) ? await channel.ask("cell", this.#placeParams(place)) : shown;
      this.#viewer.show(this.#columns[place.column]?.name ?? "", formatNumber(place.row + 1), value);
      this.#grid.render();
    } catch (error) {
      this.#showReadFailure(error);
    }
  }

  #openMenu(place: GridPlace, anchor: HTMLElement): void {
    const { strings } = this.#context;
    if (place.row >= 0) {
      const open = { label: strings.value, icon: "open-preview", run: () => void this.#openValue(place) };
      openMenu(anchor, strings.copyMenu, [open, ...copyItems(strings, (format) => this.#copy(format))]);
      return;
    }
    const { column } = place;
    const name = this.#columns[column]?.name ?? "";
    openMenu(anchor, fillText(strings.columnMenu, name), [
      {
        label: strings.sortAscending,
        icon: "arrow-up",
        run: () => void this.#applySort({ column, direction: "ascending" }),
      },
      {
        label: strings.sortDescending,
        icon: "arrow-down",
        run: () => void this.#applySort({ column, direction: "descending" }),
      },
      { label: strings.clearSort, run: () => void this.#applySort(undefined) },
      { label: strings.resizeColumn, icon: "arrow-both", run: () => this.#resize(column, name) },
      { label: strings.fitColumn, run: () => this.#grid.fitColumn(column) },
      {
        label: strings.copyName,
        icon: "copy",
        run: () => void this.#context.channel.ask("copyText", { text: name }).catch(() => undefined),
      },
    ]);
  }

  #resize(column: number, name: string): void {
    openWidthDialog(this.#context.strings, name, this.#grid.columnWidth(column), (width) => {
      if (width === "fit") {
        this.#grid.fitColumn(column);
      } else {
        this.#grid.resizeColumn(column, width);
      }
    });
  }

  #copy(format: CopyFormat): void {
    const { firstRow, lastRow, firstColumn, lastColumn } = this.#grid.selection.range;
    const columns = Array.from({ length: lastColumn - firstColumn + 1 }, (_, index) => firstColumn + index);
    void this.#copyRange({ first: firstRow, count: lastRow - firstRow + 1, columns, sort: this.#sort }, format);
  }

  async #copyRange(range: RowRange, format: CopyFormat): Promise<void> {
    const { channel, strings, announce, formatNumber } = this.#context;
    try {
      await channel.ask("copy", { resultId: this.#resultId, ...range, format });
      const cells = formatNumber(range.count * range.columns.length);
      announce(fillText(strings.copied, fillText(strings.cellCount, cells)));
    } catch (error) {
      this.#showNotice(messageOf(error));
    }
  }

  async #exportCsv(): Promise<void> {
    const { channel, strings, formatNumber } = this.#context;
    const columns = this.#columns.map((_, column) => column);
    try {
      const { isWritten, rowCount } = await channel.ask("exportCsv", {
        resultId: this.#resultId,
        columns,
        sort: this.#sort,
      });
      this.#showNotice(isWritten ? fillText(strings.exported, formatNumber(rowCount)) : undefined);
    } catch (error) {
      this.#showNotice(messageOf(error));
    }
  }

  #cellRange({ row, column }: GridPlace): RowRange {
    return { first: row, count: 1, columns: [column], sort: this.#sort };
  }

  #placeParams({ row, column }: GridPlace): {
    resultId: string;
    row: number;
    column: number;
    sort: SortKey | undefined;
  } {
    return { resultId: this.#resultId, row, column, sort: this.#sort };
  }

  #onViewed(work: (place: GridPlace) => Promise<unknown>): void {
    if (this.#viewedPlace) {
      work(this.#viewedPlace).catch((error: unknown) => this.#showNotice(messageOf(error)));
    }
  }

  #ask(name: "cancel" | "rerun"): void {
    this.#context.channel
      .ask(name, { resultId: this.#resultId })
      .catch((error: unknown) => this.#showNotice(messageOf(error)));
  }

  #showNotice(text: string | undefined): void {
    this.#notice = text;
    this.#showMessages();
  }

  #showReadFailure(failure: unknown): void {
    const text = failure === undefined ? undefined : messageOf(failure);
    if (text !== this.#readFailure) {
      this.#readFailure = text;
      this.#showMessages();
    }
  }

  #retry(): void {
    this.#showReadFailure(undefined);
    this.#grid.retry();
  }

  /** For the live region of a selection command. */
  get selectedCells(): number {
    return cellCountOf(this.#grid.selection);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : "";
}
