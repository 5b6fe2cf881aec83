import type { ChartSpecFile } from "../../protocol/chart.ts";
import type { ResultSummary } from "../../protocol/data-worker.ts";
import { fillText } from "../../protocol/fill-text.ts";
import { isTabCommand, type ResultsViewCommand, type ShownResult } from "../../protocol/results-view.ts";
import { defaultRowView, isRowView } from "../../protocol/row-view.ts";
import { element } from "../element.ts";
import { Grid } from "../grid/grid.ts";
import type { GridPosition } from "../grid/grid-selection.ts";
import { createFilterOfBar } from "./column-summaries.ts";
import { ColumnKindFinder } from "./kind-finder.ts";
import type { PageContext } from "./page-context.ts";
import { PaneColumns } from "./pane-columns.ts";
import { PaneCommands } from "./pane-commands.ts";
import type { PaneContent } from "./pane-content.ts";
import { PaneDisplay } from "./pane-display.ts";
import { PaneMemory } from "./pane-memory.ts";
import { PaneMenus } from "./pane-menus.ts";
import { PaneMessages, RowsPlaceholder } from "./pane-messages.ts";
import { PaneRows } from "./pane-rows.ts";
import { PaneTabs } from "./pane-tabs.ts";
import { PaneTree } from "./pane-tree.ts";
import { createPeopleItems } from "./people-item.ts";
import { formatRowCount, ResultHeader } from "./result-header.ts";
import { Toolbar } from "./toolbar.ts";
import { ValuePane } from "./value-pane.ts";

const tickMs = 250;

/** Pane of one result, with header, toolbar, and the table or another tab. */
export class ResultPane {
  readonly element = element("section", { class: "pane" });
  readonly #context: PageContext;
  readonly #content: PaneContent;
  readonly #memory: PaneMemory;
  readonly #commands: PaneCommands;
  readonly #rows: PaneRows;
  readonly #tree: PaneTree;
  readonly #kinds: ColumnKindFinder;
  readonly #header: ResultHeader;
  readonly #toolbar: Toolbar;
  readonly #messages: PaneMessages;
  readonly #placeholder: RowsPlaceholder;
  readonly #grid: Grid;
  readonly #menus: PaneMenus;
  readonly #value: ValuePane;
  readonly #tabs: PaneTabs;
  readonly #columns: PaneColumns;
  readonly #display: PaneDisplay;
  readonly #timer: number;
  #result: ShownResult;

  constructor(context: PageContext, result: ShownResult) {
    this.#context = context;
    this.#result = result;
    const { strings, language } = context;
    const { resultId } = result.summary;
    this.#memory = new PaneMemory(context, resultId);
    const { saved } = this.#memory;
    this.#content = {
      resultId,
      columns: [],
      shown: [],
      view: isRowView(saved?.view) ? saved.view : defaultRowView,
    };
    this.#commands = new PaneCommands(
      context,
      this.#content,
      () => this.#grid,
      (text) => this.#messages.showNotice(text),
    );
    const cancel = () => this.#commands.cancel();
    const rerun = () => this.#commands.rerun();
    this.#rows = this.#createRows();
    this.#tree = new PaneTree(context, this.#content, this.#rows, () => this.#grid);
    this.#kinds = new ColumnKindFinder(context.host, this.#content, (columns) => {
      this.#content.columns = columns;
      this.#grid.setKinds(columns);
    });
    this.#header = new ResultHeader(context);
    const copyText = (text: string) => this.#commands.copyText(text);
    const correctConnection = (action: "edit" | "signIn") => this.#commands.correctConnection(action);
    this.#messages = new PaneMessages(strings, { rerun, copyText, retry: () => this.#retry(), correctConnection });
    this.#placeholder = new RowsPlaceholder(strings, language, {
      cancel,
      rerun,
      copyText,
      goTo: (place) => this.#commands.goTo(place),
      correctConnection,
    });
    this.#display = new PaneDisplay(context, this.#content, () => this.#grid);
    this.#grid = this.#createGrid();
    this.#columns = new PaneColumns(context, this.#content, this.#grid);
    this.#menus = new PaneMenus(strings, this.#content, this.#grid, {
      sort: (sort) => this.#rows.sort(sort),
      openValue: (location) => this.#openValue(location, false),
      openRow: (location) => this.#openValue(location, true),
      copy: (format) => this.#commands.copy(format),
      copyText: (text) => this.#commands.copyText(text),
      columnItems: (position) => [
        ...this.#rows.menuItems(position),
        ...this.#columns.menuItems(position),
        this.#display.summariesItem(),
      ],
      cellItems: (location) => [
        ...createPeopleItems(context, this.#content, this.#result, location, (text) => this.#messages.showNotice(text)),
        ...this.#rows.cellItems(location),
        ...this.#tree.menuItems(location),
        this.#display.exactItem(),
      ],
    });
    this.#value = new ValuePane(context, this.#content, this.#grid, this.#commands, (failure) =>
      this.#messages.showReadFailure(failure),
    );
    this.#tabs = this.#createTabs();
    this.#toolbar = this.#createToolbar({ cancel, rerun });
    const { element: placeholder } = this.#placeholder;
    this.element.append(
      element("header", { class: "bar" }, this.#toolbar.element),
      this.#messages.element,
      this.#rows.filterBar.element,
      this.#rows.findBar.element,
      element(
        "div",
        { class: "content" },
        this.#grid.element,
        this.#rows.emptyState,
        placeholder,
        ...this.#tabs.elements,
        this.#value.element,
      ),
      this.#rows.status,
    );
    this.element.addEventListener("keydown", (event) => this.#leaveOnEscape(event));
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
      this.#grid.setColumns(summary.columns, this.#content.view, this.#memory.saved?.widths ?? {});
      this.#content.shown = this.#grid.columns.shown;
      void this.#columns.restore(this.#memory.saved?.columns);
      this.#rows.restore(this.#memory.saved?.isFilterShown === true);
    }
    this.#rows.show(summary);
    this.#tree.show();
    this.#grid.setRowCount(this.#rows.rowCount ?? 0);
    this.#memory.restore(summary, this.#grid);
    this.#header.show(result, this.#rows.rowCount);
    this.#toolbar.show(result, this.#tabs.tab);
    this.#messages.show(result);
    this.#showBody();
    if (summary.state !== "loading") {
      const isNamed = hasMemberNames(summary) && !hasMemberNames(before.summary);
      if (isNamed) {
        this.#kinds.forget();
        void this.#kinds.find().then((columns) => this.#tabs.redraw(columns));
      }
      void this.#kinds.find().then(() => this.#display.showSummaries());
      this.#tabs.suggest(summary);
      if (before.summary.state === "loading") {
        this.#context.announce(formatRowCount(summary.rowCount, this.#context.strings, this.#context.formatNumber));
      }
    }
  }

  run(command: ResultsViewCommand): void {
    if (isTabCommand(command)) {
      this.#tabs.run(command);
      return;
    }
    if (this.#tabs.tab === "pivot") {
      this.#tabs.runInPivot(command);
      return;
    }
    switch (command) {
      case "exportCsv":
        this.#commands.export("csv", this.#rows.rowCount ?? 0);
        return;
      case "export":
        this.#commands.export(undefined, this.#rows.rowCount ?? 0);
        return;
      case "focusGrid":
        this.#grid.navigation.focus();
        if (this.#grid.element.hidden) {
          this.#toolbar.focus();
        }
        return;
      case "nextResult":
      case "previousResult":
        return;
      case "chooseColumns":
        this.#columns.choose();
        return;
      case "fitColumns":
        this.#columns.fitAll().catch((failure: unknown) => this.#messages.showReadFailure(failure));
        return;
      case "toggleExactValues":
        this.#display.toggleExact();
        return;
      case "toggleFilters":
      case "clearFilters":
      case "copyCondition":
      case "find":
        this.#rows.run(command);
        return;
      default:
        this.#commands.copy(command);
    }
  }

  showExportProgress(rowCount: number): void {
    const { strings, formatNumber } = this.#context;
    const all = formatNumber(this.#result.summary.rowCount);
    this.#messages.showNotice(fillText(strings.exporting, formatNumber(rowCount), all));
  }

  /** Buttons for the rows. For the table of a pivot, the outer pane shows them in its toolbar. */
  get tools(): HTMLElement {
    return this.#toolbar.tools;
  }

  /** Uses the changed text of the user's chart spec file. */
  setChartFile(file: ChartSpecFile): void {
    this.#tabs.setChartFile(file);
  }

  dispose(): void {
    window.clearInterval(this.#timer);
    this.#rows.dispose();
    this.#tabs.dispose();
    this.#columns.dispose();
    this.#display.dispose();
    this.#toolbar.dispose();
    this.#grid.dispose();
    this.element.remove();
  }

  #createRows(): PaneRows {
    return new PaneRows(this.#context, this.#content, () => this.#grid, {
      onDidChange: (isOtherView) => {
        this.#grid.setRowCount(this.#rows.rowCount ?? 0);
        this.#grid.setColumns(this.#content.columns, this.#content.view, {});
        if (isOtherView) {
          this.#grid.navigation.select(this.#grid.navigation.active);
        }
        this.#header.show(this.#result, this.#rows.rowCount);
        this.#showBody();
        this.#save();
      },
      onFailure: (failure) => this.#messages.showReadFailure(failure),
      copyText: (text) => this.#commands.copyText(text),
    });
  }

  #createToolbar(ofRun: { cancel(): void; rerun(): void }): Toolbar {
    const { strings, openInResults } = this.#context;
    const { resultId } = this.#content;
    return new Toolbar(
      strings,
      {
        ...ofRun,
        showTab: (tab) => this.#tabs.choose(tab),
        copy: (format) => this.#commands.copy(format),
        export: () => this.#commands.export(undefined, this.#rows.rowCount ?? 0),
        pin: (isPinned) => this.#commands.pin(isPinned),
        toggleFilters: () => this.#rows.toggleFilters(),
        find: () => this.#rows.findBar.open(),
        copyFacts: () => this.#commands.copyText(this.#header.text),
        ...(openInResults && { openInResults: () => openInResults(resultId) }),
      },
      { facts: this.#header.element, treeTools: this.#tree.buttons, pivotTools: this.#tabs.pivotTools },
    );
  }

  #createTabs(): PaneTabs {
    return new PaneTabs({
      context: this.#context,
      content: this.#content,
      saved: this.#memory.saved,
      shown: () => this.#result,
      findColumns: () => this.#kinds.find(),
      createNestedPane: (context, shown) => new ResultPane(context, shown),
      showNotice: (text) => this.#messages.showNotice(text),
      onDidChoose: (tab) => {
        this.#toolbar.show(this.#result, tab);
        this.#showBody();
        this.#save();
        if (tab === "table") {
          this.#grid.render();
        }
      },
      onDidChange: () => {
        this.#memory.touch();
        this.#save();
      },
      onDidChangeTools: () => this.#toolbar.fitSoon(),
    });
  }

  #createGrid(): Grid {
    const { strings, rowHeight, formatter, formatNumber, announce, host } = this.#context;
    return new Grid({
      strings,
      rowHeight,
      formatter,
      summaries: this.#display.summaries,
      formatNumber,
      announce,
      readRows: (range, signal) => host.requestRows(this.#content.resultId, range, signal),
      actions: {
        ...this.#rows.actions,
        ...this.#tree.actions,
        openValue: (location) => this.#openValue(location),
        openMenu: (location, anchor) => this.#menus.open(location, anchor),
        copy: () => this.#commands.copy("cells"),
        toggleExact: () => this.#display.toggleExact(),
      },
      onPickBar: (position, bar, summary) =>
        void this.#rows.filter(position, createFilterOfBar(position, bar, summary)),
      onDidMove: (location) =>
        void this.#value.follow(location).catch((failure: unknown) => this.#messages.showReadFailure(failure)),
      onReadFailure: (failure) => this.#messages.showReadFailure(failure),
      onDidChange: () => {
        this.#content.shown = this.#grid.columns.shown;
        this.#columns.store();
        this.#rows.updateSelection();
        this.#save();
      },
    });
  }

  #tick(): void {
    if (this.#result.summary.state === "loading") {
      this.#header.show(this.#result, this.#rows.rowCount);
      this.#showBody();
    }
  }

  #save(): void {
    this.#memory.save(this.#content, this.#grid, this.#tabs);
  }

  /** Shows the table, another tab or a placeholder, so that the pane is never blank. */
  #showBody(): void {
    const { summary } = this.#result;
    const shown = this.#tabs.show(summary);
    this.element.dataset["view"] = shown;
    this.#grid.element.hidden = shown !== "table" || summary.rowCount === 0;
    this.#placeholder.show(this.#result);
  }

  /** Closes the value beside the rows, or else goes back to the editor, where nothing in the pane takes Escape itself. */
  #leaveOnEscape(event: KeyboardEvent): void {
    const isTaken = event.defaultPrevented || event.target instanceof HTMLInputElement;
    if (isTaken || event.key !== "Escape" || event.shiftKey || event.ctrlKey || event.metaKey) {
      return;
    }
    event.preventDefault();
    if (this.#value.isOpen) {
      this.#value.close();
      this.#grid.navigation.focus();
    } else {
      this.#context.host.request("focusEditor", {}).catch(() => undefined);
    }
  }

  #openValue(location: GridPosition, isRow?: boolean): void {
    this.#value.open(location, isRow).catch((failure: unknown) => this.#messages.showReadFailure(failure));
  }

  #retry(): void {
    this.#messages.showReadFailure(undefined);
    this.#grid.retry();
  }
}

function hasMemberNames({ columns }: ResultSummary): boolean {
  return columns.some(({ memberNames }) => memberNames !== undefined);
}
