import type { CopyFormat } from "../../protocol/data-worker.ts";
import { fillText } from "../../protocol/results-strings.ts";
import type { ResultsViewCommand, ResultViewState, ShownResult } from "../../protocol/results-view.ts";
import { element } from "../element.ts";
import { Grid } from "../grid/grid.ts";
import type { GridPlace } from "../grid/grid-selection.ts";
import { ChartPane } from "./chart-pane.ts";
import { HeaderFacts, rowsText } from "./header-facts.ts";
import { KindFinder } from "./kind-finder.ts";
import type { PageContext } from "./page-context.ts";
import { PaneCommands } from "./pane-commands.ts";
import type { PaneContent } from "./pane-content.ts";
import { PaneMenus } from "./pane-menus.ts";
import { PaneMessages } from "./pane-messages.ts";
import { ResultSort } from "./result-sort.ts";
import { RowsPlaceholder } from "./rows-placeholder.ts";
import { Toolbar } from "./toolbar.ts";
import { ValuePane } from "./value-pane.ts";

const tickMs = 250;

/** One result: its facts, its tools, and its rows or its chart. */
export class ResultPane {
  readonly element = element("section", { class: "pane" });
  readonly #context: PageContext;
  readonly #content: PaneContent;
  readonly #saved: ResultViewState | undefined;
  readonly #commands: PaneCommands;
  readonly #sort: ResultSort;
  readonly #kinds: KindFinder;
  readonly #facts: HeaderFacts;
  readonly #toolbar: Toolbar;
  readonly #messages: PaneMessages;
  readonly #placeholder: RowsPlaceholder;
  readonly #grid: Grid;
  readonly #menus: PaneMenus;
  readonly #value: ValuePane;
  readonly #chart: ChartPane;
  readonly #timer: number;
  #result: ShownResult;
  #tab: "table" | "chart";
  #isRestored = false;

  constructor(context: PageContext, result: ShownResult) {
    this.#context = context;
    this.#result = result;
    const { strings, language } = context;
    const { resultId } = result.summary;
    this.#saved = context.loadState(resultId);
    this.#tab = this.#saved?.tab ?? "table";
    this.#content = { resultId, columns: [], sort: this.#saved?.sort };
    this.#commands = new PaneCommands(context, this.#content, (text) => this.#messages.showNotice(text));
    const cancel = () => this.#commands.cancel();
    const rerun = () => this.#commands.rerun();
    this.#sort = this.#createSort();
    this.#kinds = new KindFinder(context.host, this.#content, (columns) => {
      this.#content.columns = columns;
      this.#grid.setKinds(columns);
    });
    this.#facts = new HeaderFacts(context);
    this.#toolbar = new Toolbar(strings, {
      showTab: (tab) => this.#showTab(tab),
      copy: (format) => this.#copy(format),
      exportCsv: () => this.#commands.exportCsv(),
      cancel,
      rerun,
    });
    this.#messages = new PaneMessages(strings, { rerun, retry: () => this.#retry() });
    this.#placeholder = new RowsPlaceholder(strings, language, { cancel, rerun });
    this.#grid = this.#createGrid();
    this.#menus = new PaneMenus(strings, this.#content, this.#grid, {
      sort: (sort) => void this.#sort.apply(sort),
      openValue: (place) => this.#openValue(place),
      copy: (format) => this.#copy(format),
      copyText: (text) => this.#commands.copyText(text),
    });
    this.#value = new ValuePane(context, this.#content, this.#grid, this.#commands);
    this.#chart = new ChartPane(context, resultId, () => this.#kinds.find());
    const { element: placeholder } = this.#placeholder;
    this.element.append(
      element("header", { class: "bar" }, this.#facts.element, this.#toolbar.element),
      this.#messages.element,
      element("div", { class: "content" }, this.#grid.element, placeholder, this.#chart.element, this.#value.element),
    );
    this.#timer = window.setInterval(() => this.#tick(), tickMs);
    this.show(result);
  }

  show(result: ShownResult): void {
    const before = this.#result;
    this.#result = result;
    const { summary } = result;
    const names = summary.columns.map(({ name }) => name);
    if (names.length > 0 && names.join("\0") !== this.#content.columns.map(({ name }) => name).join("\0")) {
      this.#content.columns = summary.columns;
      this.#grid.setColumns(summary.columns, this.#content.sort, this.#saved?.widths ?? {});
    }
    this.#grid.setRowCount(summary.rowCount);
    this.#restore();
    this.#facts.show(result);
    this.#toolbar.show(result, this.#tab);
    this.#messages.show(summary);
    this.#showBody();
    if (summary.state !== "loading") {
      void this.#kinds.find();
      if (before.summary.state === "loading") {
        this.#context.announce(rowsText(summary.rowCount, this.#context.strings, this.#context.formatNumber));
        if (this.#content.sort) {
          void this.#sort.apply(this.#content.sort);
        }
      }
    }
  }

  run(command: ResultsViewCommand): void {
    switch (command) {
      case "exportCsv":
        this.#commands.exportCsv();
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
    this.#messages.showNotice(fillText(strings.exporting, formatNumber(rowCount), all));
  }

  dispose(): void {
    window.clearInterval(this.#timer);
    this.#sort.dispose();
    this.#chart.dispose();
    this.#grid.dispose();
    this.element.remove();
  }

  #createSort(): ResultSort {
    const setBusy = (isBusy: boolean) => this.#grid.element.setAttribute("aria-busy", String(isBusy));
    return new ResultSort(this.#context, this.#content, {
      onDidStart: () => setBusy(true),
      onDidEnd: () => setBusy(false),
      onDidSort: (sort) => {
        this.#content.sort = sort;
        this.#grid.setColumns(this.#content.columns, sort, {});
        this.#save();
      },
      onFailure: (failure) => this.#messages.showReadFailure(failure),
    });
  }

  #createGrid(): Grid {
    const { strings, rowHeight, formatNumber, announce, host } = this.#context;
    return new Grid({
      strings,
      rowHeight,
      formatNumber,
      announce,
      readRows: (range, signal) => host.askRows(this.#content.resultId, range, signal),
      actions: {
        sort: (column) => this.#sort.cycle(column),
        openValue: (place) => this.#openValue(place),
        openMenu: (place, anchor) => this.#menus.open(place, anchor),
        copy: () => this.#copy("cells"),
      },
      onReadFailure: (failure) => this.#messages.showReadFailure(failure),
      onDidChange: () => this.#save(),
    });
  }

  #tick(): void {
    if (this.#result.summary.state === "loading") {
      this.#facts.show(this.#result);
      this.#showBody();
    }
  }

  /** Takes up what was kept through a reload, once the rows that it speaks of are here. */
  #restore(): void {
    const { columns, state, rowCount } = this.#result.summary;
    const saved = this.#saved;
    const isTooEarly = columns.length === 0 || (state === "loading" && rowCount <= (saved?.topRow ?? 0));
    if (this.#isRestored || !saved || isTooEarly) {
      return;
    }
    this.#isRestored = true;
    requestAnimationFrame(() => {
      this.#grid.selectPlace(saved.cell);
      this.#grid.scrollToRow(saved.topRow, saved.left);
    });
  }

  #save(): void {
    this.#context.saveState(this.#content.resultId, {
      topRow: this.#grid.topRow,
      left: this.#grid.left,
      sort: this.#content.sort,
      widths: this.#grid.chosenWidths,
      tab: this.#tab,
      cell: this.#grid.selection.active,
    });
  }

  /** Never blank: rows, their chart, or what stands in their place. */
  #showBody(): void {
    const { state, rowCount } = this.#result.summary;
    const isChart = this.#tab === "chart" && state !== "loading" && rowCount > 0;
    this.#chart.show(isChart);
    this.#grid.element.hidden = isChart || rowCount === 0;
    this.#placeholder.show(this.#result);
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

  #openValue(place: GridPlace): void {
    this.#value.open(place).catch((failure: unknown) => this.#messages.showReadFailure(failure));
  }

  #copy(format: CopyFormat): void {
    this.#commands.copy(this.#grid.selection.range, format);
  }

  #retry(): void {
    this.#messages.showReadFailure(undefined);
    this.#grid.retry();
  }
}
