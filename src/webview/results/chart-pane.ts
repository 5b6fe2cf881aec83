import {
  type ChartCommand,
  type ChartFileType,
  type ChartRequest,
  type ChartSpecFile,
  isChartRequest,
} from "../../protocol/chart.ts";
import type { ResultColumn } from "../../protocol/data-worker.ts";
import { type ColumnSummary, isUnique } from "../../protocol/result-columns.ts";
import type { ChartState } from "../../protocol/results-view.ts";
import type { ChartScript, ChartView } from "../charts/chart-port.ts";
import { isListResult, isTimeColumn, type ValueCounts, type ValueFacts } from "../charts/chart-roles.ts";
import { element } from "../element.ts";
import { failureMessageOf } from "../failure-text.ts";
import { loadScript } from "../page-scripts.ts";
import type { PageContext } from "./page-context.ts";
import type { PaneContent } from "./pane-content.ts";
import { createStateView } from "./state-view.ts";

/** Maximum number of columns whose values are counted before the first chart is drawn. */
const maximumCounted = 12;

interface ChartPaneOptions {
  readonly context: PageContext;
  readonly content: Readonly<PaneContent>;
  readonly saved: ChartState | undefined;
  /** Returns the columns with their kinds. */
  findColumns(): Promise<readonly ResultColumn[]>;
  /** Called when the chart's state changed. */
  onDidChange(): void;
  showNotice(text: string): void;
}

/** Container of a result's chart, which is loaded when the pane is first shown. */
export class ChartPane {
  readonly element = element("div", { class: "chart", hidden: true });
  readonly #options: ChartPaneOptions;
  #request: ChartRequest | undefined;
  #chart: ChartView | undefined;
  #command: ChartCommand | undefined;
  #shownView = "";
  #isOpen = false;
  #isDisposed = false;

  constructor(options: ChartPaneOptions) {
    this.#options = options;
    const { saved } = options;
    this.#request = saved && isChartRequest(saved.request) ? saved.request : undefined;
  }

  get state(): ChartState | undefined {
    return this.#request && { request: this.#request };
  }

  show(isShown: boolean): void {
    this.element.hidden = !isShown;
    if (isShown && !this.#isOpen) {
      void this.#open();
    } else if (isShown && this.#chart && this.#shownView !== this.#viewKey) {
      this.#shownView = this.#viewKey;
      this.#chart.refresh();
    }
  }

  /** Runs a command of the chart. Waits if the chart is still loading. */
  run(command: ChartCommand): void {
    if (this.#chart) {
      this.#run(command, this.#chart);
    } else {
      this.#command = command;
    }
  }

  /** Uses the changed text of the user's chart spec file. */
  setFile(file: ChartSpecFile): void {
    this.#chart?.setFile(file);
  }

  /** Forgets the chart, so that it is created anew when it is shown. */
  reset(): void {
    if (this.#chart) {
      this.#chart.dispose();
      this.#chart = undefined;
      this.#isOpen = false;
    }
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#chart?.dispose();
  }

  get #viewKey(): string {
    return JSON.stringify(this.#options.content.view.filter);
  }

  async #open(): Promise<void> {
    const { context, content, findColumns, onDidChange } = this.#options;
    const { strings, language, announce, host } = context;
    const { resultId } = content;
    this.#isOpen = true;
    this.element.replaceChildren(createStateView("loading", strings.chartLoading, undefined));
    try {
      const [charts, columns, file] = await Promise.all([
        loadScript<ChartScript>(context, "chart"),
        findColumns(),
        host.request("chartSpec", { resultId }),
      ]);
      const facts = await this.#findFacts(columns);
      if (this.#isDisposed) {
        return;
      }
      this.#shownView = this.#viewKey;
      this.#chart = charts.create({
        container: this.element,
        strings,
        language,
        announce,
        columns,
        facts,
        request: this.#request,
        file,
        // The chart uses the rows of the table.
        readData: (request, signal) => host.request("chartData", { resultId, ...request, view: content.view }, signal),
        onDidChange: (request) => {
          this.#request = request;
          onDidChange();
        },
        editSpec: (text) => this.#do(host.request("editChartSpec", { resultId, text })),
        save: (type, data) => this.#save(type, data),
        copy: (text) => this.#do(host.request("copyText", { text }).then(() => announce(strings.chartCopied))),
      });
      if (this.#command) {
        this.#run(this.#command, this.#chart);
      }
    } catch (error) {
      this.#isOpen = false;
      const retry = { label: strings.retry, run: () => void this.#open() };
      this.element.replaceChildren(createStateView("error", strings.failed, failureMessageOf(error), retry));
    }
  }

  async #findFacts(columns: readonly ResultColumn[]): Promise<ValueFacts> {
    if (isListResult(columns)) {
      return { counts: await this.#countValues(columns) };
    }
    const { context, content } = this.#options;
    const column = columns.findIndex(isTimeColumn);
    if (column < 0) {
      return {};
    }
    try {
      const { distinctCount } = await context.host.request("columnSummary", { resultId: content.resultId, column });
      return { hasOnePeriod: distinctCount === 1 };
    } catch {
      // The chart starts with lines.
      return {};
    }
  }

  /** Counts the different values in a list, for a chart that starts with something worth looking at. */
  async #countValues(columns: readonly ResultColumn[]): Promise<ValueCounts | undefined> {
    const { context, content } = this.#options;
    const distinct = new Map<number, number>();
    let rowCount = 0;
    const rowNumbers = new Set<number>();
    const numbers = [...columns.entries()].filter(([, { kind }]) => kind === "number");
    const texts = [...columns.entries()].filter(([, { kind }]) => kind === "text" || kind === "boolean");
    try {
      for (const [column] of texts.slice(0, maximumCounted)) {
        const summary = await context.host.request("columnSummary", { resultId: content.resultId, column });
        distinct.set(column, summary.distinctCount);
        rowCount = summary.rowCount;
      }
      for (const [column] of numbers.length > 1 ? numbers.slice(0, maximumCounted) : []) {
        if (!isRowNumber(await context.host.request("columnSummary", { resultId: content.resultId, column }))) {
          break;
        }
        rowNumbers.add(column);
      }
    } catch {
      // The chart starts with the first columns.
      return undefined;
    }
    return { rowCount, distinct, rowNumbers };
  }

  #run(command: ChartCommand, chart: ChartView): void {
    this.#command = undefined;
    switch (command) {
      case "copyChart":
        chart.copy();
        return;
      case "saveChart":
        chart.saveAs();
        return;
      case "editChartSpec":
        chart.editSpec();
    }
  }

  #save(type: ChartFileType, data: string): void {
    const { context, content } = this.#options;
    const { resultId } = content;
    this.#do(
      context.host.request("saveChart", { resultId, type, data }).then(({ isWritten }) => {
        if (isWritten) {
          context.announce(context.strings.chartSaved);
        }
      }),
    );
  }

  #do(work: Promise<unknown>): void {
    work.catch((error: unknown) => this.#options.showNotice(failureMessageOf(error)));
  }
}

/** Whether a column of numbers counts the rows without a gap, so that its sums and averages say nothing. */
function isRowNumber(summary: ColumnSummary): boolean {
  const { shape, bars, distinctCount } = summary;
  const range = Number(bars.at(-1)?.to) - Number(bars[0]?.from);
  return shape === "histogram" && isUnique(summary) && range === distinctCount - 1;
}
