import type { ChartSpecFile } from "../../protocol/chart.ts";
import type { CopyFormat, RowRange } from "../../protocol/data-worker.ts";
import { isTabCommand, type ResultTab } from "../../protocol/result-tabs-state.ts";
import type { ExportFormat } from "../../protocol/result-work.ts";
import { fillText } from "../../protocol/results-strings.ts";
import type { ResultsViewCommand, ResultViewState, ShownResult } from "../../protocol/results-view.ts";
import { isRowView, wholeResult } from "../../protocol/row-view.ts";
import { element } from "../element.ts";
import { Grid } from "../grid/grid.ts";
import type { GridPlace } from "../grid/grid-selection.ts";
import { filterOfBar } from "./bar-filter.ts";
import { ChartPane } from "./chart-pane.ts";
import { HeaderFacts, rowsText } from "./header-facts.ts";
import { KindFinder } from "./kind-finder.ts";
import type { PageContext } from "./page-context.ts";
import { PaneColumns } from "./pane-columns.ts";
import { PaneCommands } from "./pane-commands.ts";
import type { PaneContent } from "./pane-content.ts";
import { PaneLooks } from "./pane-looks.ts";
import { PaneMenus } from "./pane-menus.ts";
import { PaneMessages } from "./pane-messages.ts";
import { PaneRows } from "./pane-rows.ts";
import { PivotPane } from "./pivot-pane.ts";
import { suggestTab } from "./pivot-suggestion.ts";
import { ProfilePane } from "./profile-pane.ts";
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
  readonly #rows: PaneRows;
  readonly #kinds: KindFinder;
  readonly #facts: HeaderFacts;
  readonly #toolbar: Toolbar;
  readonly #messages: PaneMessages;
  readonly #placeholder: RowsPlaceholder;
  readonly #grid: Grid;
  readonly #menus: PaneMenus;
  readonly #value: ValuePane;
  readonly #chart: ChartPane;
  readonly #profile: ProfilePane;
  readonly #pivot: PivotPane;
  readonly #columns: PaneColumns;
  readonly #looks: PaneLooks;
  readonly #timer: number;
  #result: ShownResult;
  #tab: ResultTab;
  #isRestored = false;
  #hasAskedForTab = false;
  #hasChosenTab = false;

  constructor(context: PageContext, result: ShownResult) {
    this.#context = context;
    this.#result = result;
    const { strings, language } = context;
    const { resultId } = result.summary;
    this.#saved = context.loadState(resultId);
    this.#tab = this.#saved?.tab ?? "table";
    this.#content = {
      resultId,
      columns: [],
      shown: [],
      view: isRowView(this.#saved?.view) ? this.#saved.view : wholeResult,
    };
    this.#commands = new PaneCommands(context, this.#content, (text) => this.#messages.showNotice(text));
    const cancel = () => this.#commands.cancel();
    const rerun = () => this.#commands.rerun();
    this.#rows = this.#createRows();
    this.#kinds = new KindFinder(context.host, this.#content, (columns) => {
      this.#content.columns = columns;
      this.#grid.setKinds(columns);
    });
    this.#facts = new HeaderFacts(context);
    this.#toolbar = new Toolbar(strings, {
      showTab: (tab) => this.#showTab(tab),
      copy: (format) => this.#copy(format),
      export: () => this.#export(undefined),
      pin: (isPinned) => this.#commands.pin(isPinned),
      toggleFilters: () => this.#rows.toggleFilters(),
      find: () => this.#rows.findBar.open(),
      cancel,
      rerun,
    });
    this.#messages = new PaneMessages(strings, { rerun, retry: () => this.#retry() });
    this.#placeholder = new RowsPlaceholder(strings, language, { cancel, rerun });
    this.#looks = new PaneLooks(context, this.#content, () => this.#grid);
    this.#grid = this.#createGrid();
    this.#columns = new PaneColumns(context, this.#content, this.#grid);
    this.#menus = new PaneMenus(strings, this.#content, this.#grid, {
      sort: (sort) => this.#rows.sort(sort),
      openValue: (place) => this.#openValue(place),
      copy: (format) => this.#copy(format),
      copyText: (text) => this.#commands.copyText(text),
      columnItems: (position) => [
        ...this.#rows.menuItems(position),
        ...this.#columns.menuItems(position),
        this.#looks.summariesItem(),
      ],
      cellItems: () => [this.#looks.exactItem()],
    });
    this.#value = new ValuePane(context, this.#content, this.#grid, this.#commands);
    this.#chart = this.#createChart();
    this.#pivot = this.#createPivot();
    this.#profile = new ProfilePane(context, this.#content, () => this.#kinds.find());
    const { element: placeholder } = this.#placeholder;
    this.element.append(
      element("header", { class: "bar" }, this.#facts.element, this.#toolbar.element),
      this.#messages.element,
      this.#rows.filterBar.element,
      this.#rows.findBar.element,
      element(
        "div",
        { class: "content" },
        this.#grid.element,
        this.#rows.nothing,
        placeholder,
        this.#chart.element,
        this.#pivot.element,
        this.#profile.element,
        this.#value.element,
      ),
      this.#rows.status,
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
      this.#grid.setColumns(summary.columns, this.#content.view, this.#saved?.widths ?? {});
      this.#content.shown = this.#grid.shownPositions;
      void this.#columns.restore(this.#saved?.columns);
      this.#rows.restore(this.#saved?.isFilterShown === true);
    }
    this.#rows.show(summary);
    this.#grid.setRowCount(this.#rows.rowCount ?? 0);
    this.#restore();
    this.#facts.show(result, this.#rows.rowCount);
    this.#toolbar.show(result, this.#tab);
    this.#messages.show(summary);
    this.#showBody();
    if (summary.state !== "loading") {
      void this.#kinds.find().then(() => this.#looks.showSummaries());
      this.#suggestTab();
      if (before.summary.state === "loading") {
        this.#context.announce(rowsText(summary.rowCount, this.#context.strings, this.#context.formatNumber));
      }
    }
  }

  run(command: ResultsViewCommand): void {
    if (this.#tab === "pivot" && !isTabCommand(command)) {
      this.#pivot.run(command);
      return;
    }
    switch (command) {
      case "showPivot":
        this.#showTab("pivot");
        return;
      case "copyChart":
      case "saveChart":
      case "editChartSpec":
        this.#showTab("chart");
        this.#chart.run(command);
        return;
      case "exportCsv":
        this.#export("csv");
        return;
      case "export":
        this.#export(undefined);
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
      case "showProfile":
        this.#showTab("profile");
        return;
      case "chooseColumns":
        this.#columns.choose();
        return;
      case "fitColumns":
        this.#columns.fitAll().catch((failure: unknown) => this.#messages.showReadFailure(failure));
        return;
      case "toggleExactValues":
        this.#looks.toggleExact();
        return;
      case "toggleFilters":
      case "clearFilters":
      case "copyCondition":
      case "find":
        this.#rows.run(command);
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

  /** Takes a chart's spec that was changed in an editor. */
  setChartFile(file: ChartSpecFile): void {
    this.#chart.setFile(file);
  }

  dispose(): void {
    window.clearInterval(this.#timer);
    this.#rows.dispose();
    this.#chart.dispose();
    this.#pivot.dispose();
    this.#profile.dispose();
    this.#columns.dispose();
    this.#looks.dispose();
    this.#grid.dispose();
    this.element.remove();
  }

  #createRows(): PaneRows {
    return new PaneRows(this.#context, this.#content, () => this.#grid, {
      onDidChange: () => {
        this.#grid.setRowCount(this.#rows.rowCount ?? 0);
        this.#grid.setColumns(this.#content.columns, this.#content.view, {});
        this.#grid.selectPlace(this.#grid.activePlace);
        this.#facts.show(this.#result, this.#rows.rowCount);
        this.#showBody();
        this.#save();
      },
      onFailure: (failure) => this.#messages.showReadFailure(failure),
      copyText: (text) => this.#commands.copyText(text),
    });
  }

  #createChart(): ChartPane {
    return new ChartPane({
      context: this.#context,
      content: this.#content,
      saved: this.#saved?.chart,
      findColumns: () => this.#kinds.find(),
      onDidChange: () => this.#save(),
      showNotice: (text) => this.#messages.showNotice(text),
    });
  }

  #createPivot(): PivotPane {
    return new PivotPane({
      context: this.#context,
      content: this.#content,
      saved: this.#saved?.pivot,
      shown: () => this.#result,
      findColumns: () => this.#kinds.find(),
      createPart: (context, shown) => new ResultPane(context, shown),
      onDidChange: () => this.#save(),
    });
  }

  #createGrid(): Grid {
    const { strings, rowHeight, looks, formatNumber, announce, host } = this.#context;
    return new Grid({
      strings,
      rowHeight,
      looks,
      summaries: this.#looks.summaries,
      formatNumber,
      announce,
      readRows: (range, signal) => host.askRows(this.#content.resultId, range, signal),
      actions: {
        ...this.#rows.actions,
        openValue: (place) => this.#openValue(place),
        openMenu: (place, anchor) => this.#menus.open(place, anchor),
        copy: () => this.#copy("cells"),
        toggleExact: () => this.#looks.toggleExact(),
      },
      onPickBar: (position, bar, summary) => void this.#rows.filter(position, filterOfBar(position, bar, summary)),
      onDidMove: (place) =>
        void this.#value.follow(place).catch((failure: unknown) => this.#messages.showReadFailure(failure)),
      onReadFailure: (failure) => this.#messages.showReadFailure(failure),
      onDidChange: () => {
        this.#content.shown = this.#grid.shownPositions;
        this.#columns.keep();
        this.#rows.updateSelection();
        this.#save();
      },
    });
  }

  #tick(): void {
    if (this.#result.summary.state === "loading") {
      this.#facts.show(this.#result, this.#rows.rowCount);
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
      view: this.#content.view,
      isFilterShown: this.#grid.filters.isShown,
      widths: this.#grid.chosenWidths,
      columns: this.#grid.arrangement,
      tab: this.#tab,
      pivot: this.#pivot.state,
      chart: this.#chart.state,
      cell: this.#grid.activePlace,
    });
  }

  /** Never blank: rows, their chart, or what stands in their place. */
  #showBody(): void {
    const { state, rowCount } = this.#result.summary;
    const isChart = this.#tab === "chart" && state !== "loading" && rowCount > 0;
    const isProfile = this.#tab === "profile" && state !== "loading" && rowCount > 0;
    const isPivot = this.#tab === "pivot" && state !== "loading" && rowCount > 0;
    this.#chart.show(isChart);
    this.#pivot.show(isPivot);
    this.element.classList.toggle("is-pivot", isPivot);
    this.#profile.show(isProfile);
    this.#grid.element.hidden = isChart || isPivot || isProfile || rowCount === 0;
    this.#placeholder.show(this.#result);
  }

  #showTab(tab: ResultTab): void {
    this.#hasChosenTab = true;
    this.#tab = tab;
    this.#toolbar.show(this.#result, tab);
    this.#showBody();
    this.#save();
    if (tab === "table") {
      this.#grid.render();
    }
  }

  /** An aggregate is shown as a pivot until somebody looks at it another way. */
  #suggestTab(): void {
    const { resultId, state, rowCount } = this.#result.summary;
    if (this.#saved || this.#hasAskedForTab || rowCount === 0) {
      return;
    }
    this.#hasAskedForTab = true;
    void suggestTab(this.#context.host, resultId, state).then((suggested) => {
      if (suggested && !this.#hasChosenTab && this.element.isConnected) {
        this.#pivot.suggest(suggested);
        this.#showTab("pivot");
      }
    });
  }

  #openValue(place: GridPlace): void {
    this.#value.open(place).catch((failure: unknown) => this.#messages.showReadFailure(failure));
  }

  #copy(format: CopyFormat): void {
    this.#commands.copy(this.#selected(), format);
  }

  #export(format: ExportFormat | undefined): void {
    this.#commands.export(format, this.#selected(), this.#rows.rowCount ?? 0);
  }

  #selected(): Omit<RowRange, "view"> {
    const { range } = this.#grid.selection;
    const { firstRow, lastRow } = range;
    return { first: firstRow, count: lastRow - firstRow + 1, columns: this.#grid.positionsOf(range) };
  }

  #retry(): void {
    this.#messages.showReadFailure(undefined);
    this.#grid.retry();
  }
}
