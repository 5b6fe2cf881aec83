import type { ResultColumn } from "../../protocol/data-worker.ts";
import { fillText } from "../../protocol/fill-text.ts";
import { isPivotRequest, type PivotRequest, type PivotTable } from "../../protocol/pivot.ts";
import type { PivotState, ResultsViewCommand, ResultViewState, ShownResult } from "../../protocol/results-view.ts";
import { defaultRowView, isTreeView, type TreeView } from "../../protocol/row-view.ts";
import { element } from "../element.ts";
import { failureMessageOf } from "../failure-text.ts";
import { createPivotLabels } from "../pivot/pivot-labels.ts";
import {
  columnsWithEmptyTotals,
  expandToLevel,
  limitToExpandedLevels,
  pivotFitsColumns,
  suggestInitialPivot,
  updatePivotState,
  withValidFunctions,
} from "../pivot/pivot-model.ts";
import type { PageContext } from "./page-context.ts";
import type { PaneContent } from "./pane-content.ts";
import { PivotPanel } from "./pivot-panel.ts";
import { formatColumnCount, formatRowCount } from "./result-header.ts";
import { createStateView } from "./state-view.ts";
import { createTextButton } from "./toolbar.ts";

/** Minimum size in pixels for showing the fields beside the table. */
const minimumWidth = 560;
const minimumHeight = 260;

/** A result's pane that is shown inside another pane. */
export interface NestedPane {
  readonly element: HTMLElement;
  /** Buttons for the rows, which the outer pane shows in its toolbar. */
  readonly tools: HTMLElement;
  run(command: ResultsViewCommand): void;
  dispose(): void;
}

interface PivotPaneOptions {
  readonly context: PageContext;
  readonly content: Readonly<PaneContent>;
  readonly saved: PivotState | undefined;
  /** Returns the current result. */
  shown(): ShownResult;
  /** Returns the columns with their kinds. */
  findColumns(): Promise<readonly ResultColumn[]>;
  createNestedPane(context: PageContext, shown: ShownResult): NestedPane;
  /** Called when the pivot's state changed. */
  onDidChange(): void;
  /** Called when another table was shown, whose tools may differ. */
  onDidShow(): void;
}

/** Pivot of a result: a panel for choosing its fields, and its table. */
export class PivotPane {
  readonly element = element("div", { class: "pivot", hidden: true });
  readonly #options: PivotPaneOptions;
  /** Button that shows and hides the fields. */
  readonly #button: HTMLButtonElement;
  /** Tools of the table. */
  readonly #nestedTools = element("div", { class: "pivot-tools" });
  readonly #host = element("div", { class: "pivot-table" });
  readonly #note = element("p", { class: "pivot-note", role: "status", hidden: true });
  readonly #sizes = new ResizeObserver(() => this.#showFields());
  readonly #unsubscribe: () => void;
  #state: PivotState | undefined;
  #columns: readonly ResultColumn[] = [];
  #nested: NestedPane | undefined;
  #table: PivotTable | undefined;
  #stored: ResultViewState | undefined;
  #panel: PivotPanel | undefined;
  #pending: AbortController | undefined;
  #shownFilter = "";
  #isOpen = false;

  constructor(options: PivotPaneOptions) {
    this.#options = options;
    const { saved } = options;
    const isTree = saved?.tree === undefined || isTreeView(saved.tree);
    this.#state = saved && isPivotRequest(saved.request) && isTree ? saved : undefined;
    this.#button = createTextButton("list-selection", options.context.strings.pivotAllFields, () =>
      this.#toggleFields(),
    );
    this.#button.classList.add("fields-button");
    this.#button.disabled = true;
    // A restarted worker has lost the pivots that it computed.
    this.#unsubscribe = options.context.host.onDidLose((resultId) => {
      if (resultId === this.#table?.resultId) {
        void this.#compute();
      }
    });
  }

  /** Buttons for the fields and for the table of the pivot, which the outer pane shows in its toolbar. */
  get tools(): readonly HTMLElement[] {
    return [this.#button, this.#nestedTools];
  }

  get state(): PivotState | undefined {
    return this.#state;
  }

  /** Sets the initial pivot, unless there is a saved one. Call it before the pane is first shown. */
  suggest(state: PivotState): void {
    this.#state ??= state;
  }

  show(isShown: boolean): void {
    this.element.hidden = !isShown;
    if (!isShown) {
      return;
    }
    if (!this.#isOpen) {
      this.#isOpen = true;
      void this.#open();
    } else if (this.#table && this.#shownFilter !== this.#filterKey) {
      void this.#compute();
    }
  }

  /** Uses columns with other names of members. */
  setColumns(columns: readonly ResultColumn[]): void {
    this.#columns = columns;
    if (this.#panel) {
      void this.#compute();
    }
  }

  /** Runs a command for the active result on the table of the pivot. */
  run(command: ResultsViewCommand): void {
    this.#nested?.run(command);
  }

  dispose(): void {
    this.#pending?.abort();
    this.#unsubscribe();
    this.#sizes.disconnect();
    this.#nested?.dispose();
  }

  /** Key of the filter, because a pivot is computed from the rows that the table shows. */
  get #filterKey(): string {
    return JSON.stringify(this.#options.content.view.filter);
  }

  async #open(): Promise<void> {
    const { context, findColumns } = this.#options;
    this.element.replaceChildren(createStateView("loading", context.strings.pivotLoading, undefined));
    this.#columns = await findColumns();
    if (this.#state && pivotFitsColumns(this.#state.request, this.#columns.length)) {
      this.#state = { ...this.#state, request: withValidFunctions(this.#state.request, this.#columns) };
    } else {
      const request = suggestInitialPivot(this.#columns);
      this.#state = { request, depth: request.rows.length };
    }
    const { request, depth } = this.#state;
    const panel = new PivotPanel(context.strings, this.#columns, request, depth, {
      change: (changed, level) => {
        this.#state = updatePivotState(this.#state ?? { request, depth }, changed, level);
        this.#stored = undefined;
        this.#options.onDidChange();
        void this.#compute();
      },
      announce: context.announce,
    });
    this.#panel = panel;
    const table = element("div", { class: "pivot-content" }, this.#note, this.#host);
    this.element.replaceChildren(panel.element, table);
    this.#button.disabled = false;
    this.#sizes.observe(this.element);
    await this.#compute();
  }

  get #hasFields(): boolean {
    const { clientWidth, clientHeight } = this.element;
    return this.#state?.hasFields ?? (clientWidth >= minimumWidth && clientHeight >= minimumHeight);
  }

  #showFields(): void {
    if (this.#panel && this.element.clientWidth > 0) {
      this.#panel.element.hidden = !this.#hasFields;
      this.#button.setAttribute("aria-expanded", String(this.#hasFields));
    }
  }

  #toggleFields(): void {
    if (this.#state) {
      this.#state = { ...this.#state, hasFields: !this.#hasFields };
      this.#showFields();
      this.#options.onDidChange();
    }
  }

  async #compute(): Promise<void> {
    const { context, content } = this.#options;
    const { strings, formatNumber } = context;
    const state = this.#state;
    this.#pending?.abort();
    if (!state || state.request.values.length === 0) {
      this.#showInstead(createStateView("table", strings.pivotEmpty, strings.pivotEmptyHint));
      return;
    }
    const pending = new AbortController();
    this.#pending = pending;
    const request = limitToExpandedLevels(state.request, state.depth);
    const labels = createPivotLabels(strings, this.#columns, request);
    this.#showNote(request);
    const { resultId, view } = content;
    this.#shownFilter = this.#filterKey;
    this.#host.setAttribute("aria-busy", "true");
    if (!this.#nested) {
      this.#showInstead(createStateView("loading", strings.pivotLoading, undefined));
    }
    try {
      const table = await context.host.request(
        "pivot",
        { resultId, request, labels, filter: view.filter },
        pending.signal,
      );
      if (!pending.signal.aborted) {
        this.#showTable(table, request.rows.length);
        const rows = formatRowCount(table.rowCount, strings, formatNumber);
        const columns = formatColumnCount(table.columns.length, strings, formatNumber);
        context.announce(fillText(strings.pivotDone, rows, columns));
      }
    } catch (error) {
      if (!pending.signal.aborted) {
        const retry = { label: strings.retry, run: () => void this.#compute() };
        this.#showInstead(createStateView("error", strings.failed, failureMessageOf(error), retry));
      }
    } finally {
      if (this.#pending === pending) {
        this.#host.setAttribute("aria-busy", "false");
      }
    }
  }

  /** Shows a note that lists the metrics without totals. */
  #showNote(request: PivotRequest): void {
    const { strings } = this.#options.context;
    const { all, overPeriods } = columnsWithEmptyTotals(request, this.#columns);
    const sentenceOn = (text: string, columns: readonly number[]) =>
      columns.length === 0
        ? []
        : [fillText(text, columns.map((column) => this.#columns[column]?.name ?? "").join(", "))];
    const sentences = [
      ...sentenceOn(strings.pivotNotAdded, all),
      ...sentenceOn(strings.pivotNotOverPeriods, overPeriods),
    ];
    this.#note.hidden = sentences.length === 0;
    this.#note.textContent = sentences.join(" ");
  }

  #showTable(table: PivotTable, labelColumns: number): void {
    const { context, shown, createNestedPane } = this.#options;
    const { origin, summary: base } = shown();
    this.#nested?.dispose();
    this.#table = table;
    const { resultId, columns, rowCount } = table;
    const nestedContext: PageContext = {
      ...context,
      // What the columns of a pivot hold is not a list of values.
      hasSummaries: false,
      labelColumns,
      loadState: () => this.#stored ?? this.#firstState(table),
      saveState: (_, state) => {
        this.#stored = state;
        this.#storeTree(state.view.tree);
      },
    };
    const summary = {
      resultId,
      columns,
      rowCount,
      byteCount: 0,
      state: "done",
      message: undefined,
      label: "",
      ...(base.isAggregate && { isAggregate: true }),
    } as const;
    this.#nested = createNestedPane(nestedContext, { summary, origin, startedAtMs: 0, elapsedMs: 0 });
    this.#nested.element.classList.add("is-part");
    this.#nestedTools.replaceChildren(this.#nested.tools);
    this.#host.replaceChildren(this.#nested.element);
    this.#options.onDidShow();
  }

  /** Returns the state to restore after the table was computed again: which members of a tree are expanded. */
  #firstState({ levelCount }: PivotTable): ResultViewState | undefined {
    if (levelCount === undefined || !this.#state) {
      return undefined;
    }
    const { tree = expandToLevel(this.#state.depth) } = this.#state;
    const start = { row: 0, column: 0 };
    const view = { ...defaultRowView, tree };
    return { topRow: 0, left: 0, view, widths: {}, columns: undefined, tab: "table", cell: start };
  }

  #storeTree(tree: TreeView | undefined): void {
    if (tree && this.#state && tree !== this.#state.tree) {
      this.#state = { ...this.#state, tree };
      this.#options.onDidChange();
    }
  }

  #showInstead(view: HTMLElement): void {
    this.#nested?.dispose();
    this.#nested = undefined;
    this.#table = undefined;
    this.#nestedTools.replaceChildren();
    this.#host.replaceChildren(view);
  }
}
