import type { ChartSpecFile } from "../../protocol/chart.ts";
import type { ResultColumn, ResultState, ResultSummary } from "../../protocol/data-worker.ts";
import { baseResultId } from "../../protocol/pivot.ts";
import type {
  PivotState,
  ResultsViewCommand,
  ResultTab,
  ResultViewState,
  ShownResult,
  TabCommand,
} from "../../protocol/results-view.ts";
import { ChartPane } from "./chart-pane.ts";
import type { PageContext } from "./page-context.ts";
import type { PaneContent } from "./pane-content.ts";
import { type NestedPane, PivotPane } from "./pivot-pane.ts";
import { ProfilePane } from "./profile-pane.ts";
import type { ResultsHost } from "./results-host.ts";

interface PaneTabsOptions {
  readonly context: PageContext;
  readonly content: PaneContent;
  readonly saved: ResultViewState | undefined;
  /** Returns the current result. */
  shown(): ShownResult;
  /** Returns the columns with their kinds. */
  findColumns(): Promise<readonly ResultColumn[]>;
  createNestedPane(context: PageContext, shown: ShownResult): NestedPane;
  showNotice(text: string): void;
  /** Called when another tab was chosen. */
  onDidChoose(tab: ResultTab): void;
  /** Called when the stored state of a tab changed. */
  onDidChange(): void;
  /** Called when the tools of the pivot changed. */
  onDidChangeTools(): void;
}

/** Tabs of a result: its table, and views that are computed from it. */
export class PaneTabs {
  readonly #options: PaneTabsOptions;
  readonly #chart: ChartPane;
  readonly #pivot: PivotPane;
  readonly #profile: ProfilePane;
  #tab: ResultTab;
  #hasRequested = false;
  #hasChosen = false;

  constructor(options: PaneTabsOptions) {
    this.#options = options;
    const { context, content, saved, shown, findColumns, createNestedPane, showNotice, onDidChange, onDidChangeTools } =
      options;
    this.#tab = saved?.tab ?? "table";
    this.#chart = new ChartPane({ context, content, saved: saved?.chart, findColumns, onDidChange, showNotice });
    this.#pivot = new PivotPane({
      context,
      content,
      saved: saved?.pivot,
      shown,
      findColumns,
      createNestedPane,
      onDidChange,
      onDidShow: onDidChangeTools,
    });
    this.#profile = new ProfilePane(context, content, findColumns);
  }

  get elements(): readonly HTMLElement[] {
    return [this.#chart.element, this.#pivot.element, this.#profile.element];
  }

  /** Buttons of the pivot, for the toolbar of the pane. */
  get pivotTools(): readonly HTMLElement[] {
    return this.#pivot.tools;
  }

  get tab(): ResultTab {
    return this.#tab;
  }

  get state(): Pick<ResultViewState, "tab" | "pivot" | "chart"> {
    return { tab: this.#tab, pivot: this.#pivot.state, chart: this.#chart.state };
  }

  choose(tab: ResultTab): void {
    this.#hasChosen = true;
    this.#tab = tab;
    this.#options.onDidChoose(tab);
  }

  run(command: TabCommand): void {
    switch (command) {
      case "showTable":
        this.choose("table");
        return;
      case "showPivot":
        this.choose("pivot");
        return;
      case "showChart":
        this.choose("chart");
        return;
      case "showProfile":
        this.choose("profile");
        return;
      default:
        this.choose("chart");
        this.#chart.run(command);
    }
  }

  /** Runs a command for the active result on the table of the pivot. */
  runInPivot(command: ResultsViewCommand): void {
    this.#pivot.run(command);
  }

  /** Shows the chosen tab and returns it. Shows the table while other views cannot be computed. */
  show({ state, rowCount }: ResultSummary): ResultTab {
    const shown = state !== "loading" && rowCount > 0 ? this.#tab : "table";
    this.#chart.show(shown === "chart");
    this.#pivot.show(shown === "pivot");
    this.#profile.show(shown === "profile");
    return shown;
  }

  /** Draws what was computed from the columns anew, after the names of their members have come. */
  redraw(columns: readonly ResultColumn[]): void {
    this.#chart.reset();
    this.#profile.reset();
    this.#pivot.setColumns(columns);
    this.show(this.#options.shown().summary);
  }

  /** Shows an aggregate as a pivot, and a data file or several rows of an answer as a chart, until the user chooses another tab. */
  suggest({ resultId, state, rowCount }: ResultSummary): void {
    const { context, saved, shown } = this.#options;
    if (saved || this.#hasRequested || rowCount === 0) {
      return;
    }
    this.#hasRequested = true;
    const { isFile, answer } = shown().origin;
    if (isFile || (answer !== undefined && rowCount > 1)) {
      if (state === "done" && !this.#hasChosen) {
        this.choose("chart");
      }
      return;
    }
    void suggestTab(context.host, resultId, state).then((suggested) => {
      if (suggested && !this.#hasChosen && this.#pivot.element.isConnected) {
        this.#pivot.suggest(suggested);
        this.choose("pivot");
      }
    });
  }

  /** Uses the changed text of the user's chart spec file. */
  setChartFile(file: ChartSpecFile): void {
    this.#chart.setFile(file);
  }

  dispose(): void {
    this.#chart.dispose();
    this.#pivot.dispose();
    this.#profile.dispose();
  }
}

/** Returns the pivot as which a result is shown initially; undefined if it is shown as a table. */
async function suggestTab(host: ResultsHost, resultId: string, state: ResultState): Promise<PivotState | undefined> {
  if (state !== "done" || baseResultId(resultId) !== resultId) {
    return undefined;
  }
  try {
    const { request } = await host.request("suggestPivot", { resultId });
    return request ? { request, depth: request.rows.length } : undefined;
  } catch {
    // The table is shown in any case.
    return undefined;
  }
}
