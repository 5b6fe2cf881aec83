import { Channel, type Packet } from "../../protocol/channel.ts";
import type { ResultDisplaySettings } from "../../protocol/result-columns.ts";
import type { ResultsStrings } from "../../protocol/results-strings.ts";
import {
  type EventsToResultsView,
  isResultsEvent,
  isShownResult,
  type RequestsFromResultsView,
  type ResultsViewCommand,
  type ResultViewState,
  type ShownResult,
} from "../../protocol/results-view.ts";
import { defaultRowView } from "../../protocol/row-view.ts";
import { element } from "../element.ts";
import { failureMessageOf } from "../failure-text.ts";
import { CellFormatter } from "../grid/cell-display.ts";
import type { PageContext } from "./page-context.ts";
import { ResultPane } from "./result-pane.ts";
import { ResultTabs, resultsWithTab } from "./result-tabs.ts";
import { type ResultsChannel, ResultsHost } from "./results-host.ts";
import { createStateView } from "./state-view.ts";

interface VsCodeApi {
  postMessage(message: Packet): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

/** State of the page that survives a reload of the window, with the state of each result by id. */
interface StoredPage {
  readonly activeId: string | undefined;
  readonly states: Readonly<Record<string, ResultViewState>>;
}

/** Display state, except the tab, of a result that the user has not yet scrolled, sorted or arranged. */
const defaultState: Omit<ResultViewState, "tab"> = {
  topRow: 0,
  left: 0,
  view: defaultRowView,
  widths: {},
  columns: undefined,
  cell: { row: 0, column: 0 },
};

/** Nonce of this script. Read during its start, because browsers hide the attribute from scripts. */
const nonce = document.currentScript?.nonce ?? "";

/** The page of the results view. */
class ResultsPage {
  readonly #api: VsCodeApi;
  readonly #channel: ResultsChannel;
  readonly #extension: ResultsHost;
  #results = new Map<string, ShownResult>();
  readonly #live = element("div", { class: "visually-hidden", role: "status", "aria-live": "polite" });
  readonly #host = element("div", { class: "pane-host", id: "pane" });
  readonly #strings = JSON.parse(document.body.dataset["strings"] ?? "{}") as ResultsStrings;
  readonly #tabs: ResultTabs;
  #stored: StoredPage;
  #activeId: string | undefined;
  #pane: { readonly resultId: string; readonly view: ResultPane } | undefined;
  #displaySettings: ResultDisplaySettings = { rowHeight: 20, numberFormat: "locale", hasSummaries: true };
  #formatter = this.#createFormatter();
  #saveTimer: number | undefined;
  /** Whether the grid is to have the focus once the results are loaded. */
  #isFocusAwaited = false;

  constructor(api: VsCodeApi) {
    this.#api = api;
    this.#stored = { activeId: undefined, states: {}, ...(api.getState() as StoredPage | undefined) };
    this.#channel = new Channel<
      RequestsFromResultsView,
      Record<never, never>,
      Record<never, never>,
      EventsToResultsView
    >({
      port: { post: (packet) => api.postMessage(packet) },
      handlers: {},
      listeners: {
        changed: (value) => isResultsEvent.changed(value) && this.#change(value),
        closed: (value) => isResultsEvent.closed(value) && this.#remove(value.resultId),
        activate: (value) => isResultsEvent.activate(value) && this.#activate(value.resultId),
        exportProgress: (value) =>
          isResultsEvent.exportProgress(value) &&
          this.#pane?.resultId === value.resultId &&
          this.#pane.view.showExportProgress(value.rowCount),
        chartSpecChanged: (value) =>
          isResultsEvent.chartSpecChanged(value) &&
          this.#pane?.resultId === value.resultId &&
          this.#pane.view.setChartFile(value),
        displaySettings: (value) => isResultsEvent.displaySettings(value) && this.#setDisplaySettings(value),
        command: (value) => isResultsEvent.command(value) && this.#run(value.command),
      },
    });
    this.#extension = new ResultsHost(this.#channel, this.#strings);
    const ignoreFailure = (work: Promise<unknown>) => void work.catch(() => undefined);
    this.#tabs = new ResultTabs(this.#strings, document.documentElement.lang || "en", {
      activate: (resultId) => {
        this.#activate(resultId);
        this.#reportActive();
      },
      close: (resultIds) => {
        for (const resultId of resultIds) {
          ignoreFailure(this.#extension.request("close", { resultId }).then(() => this.#remove(resultId)));
        }
      },
      pin: (resultId, isPinned) => ignoreFailure(this.#extension.request("pin", { resultId, isPinned })),
      rename: (resultId) => ignoreFailure(this.#extension.request("rename", { resultId })),
      compareWithPrevious: (resultId) => ignoreFailure(this.#extension.request("compareWithPrevious", { resultId })),
      focusEditor: () => ignoreFailure(this.#extension.request("focusEditor", {})),
    });
    document.querySelector("#results")?.append(this.#tabs.element, this.#host, this.#live);
    // VS Code receives the keys that reach the window, and would go to the next editor.
    document.body.addEventListener("keydown", (event) => {
      const command = { PageDown: "nextResult", PageUp: "previousResult" } as const;
      const isResultKey = (event.ctrlKey || event.metaKey) && (event.key === "PageDown" || event.key === "PageUp");
      if (isResultKey && !event.altKey && !event.shiftKey) {
        event.preventDefault();
        event.stopPropagation();
        this.#run(command[event.key as keyof typeof command]);
      }
    });
    window.addEventListener("message", (event) => this.#channel.receive(event.data));
  }

  async start(): Promise<void> {
    try {
      await this.#load();
    } catch (error) {
      const retry = { label: this.#strings.retry, run: () => void this.start() };
      const failed = createStateView("error", this.#strings.failed, failureMessageOf(error), retry);
      // An event may have added a result in the meantime.
      this.#host.replaceChildren(this.#pane?.view.element ?? failed);
    }
  }

  async #load(): Promise<void> {
    const { results, activeId, displaySettings } = await this.#extension.request("ready", {});
    this.#displaySettings = displaySettings;
    this.#formatter = this.#createFormatter();
    const listed = results.filter(isShownResult).map((result) => [result.summary.resultId, result] as const);
    // Events may have added results meanwhile, which are the newest.
    const later = [...this.#results].filter(([resultId]) => !listed.some(([known]) => known === resultId));
    this.#results = new Map([...listed, ...later]);
    const { activeId: stored } = this.#stored;
    this.#activeId = activeId ?? (stored && this.#results.has(stored) ? stored : [...this.#results.keys()].at(-1));
    this.#render();
    if (activeId === undefined) {
      this.#reportActive();
    }
    if (this.#isFocusAwaited) {
      this.#isFocusAwaited = false;
      this.#run("focusGrid");
    }
  }

  /** Reports the visible result, because the extension knows only those that it activated itself. */
  #reportActive(): void {
    const { resultId } = this.#pane ?? {};
    if (resultId !== undefined) {
      this.#extension.request("setActive", { resultId }).catch(() => undefined);
    }
  }

  /** Recreates the pane, because all its parts depend on the settings. The new one restores the position. */
  #setDisplaySettings(displaySettings: ResultDisplaySettings): void {
    if (JSON.stringify(displaySettings) !== JSON.stringify(this.#displaySettings)) {
      this.#displaySettings = displaySettings;
      this.#formatter = this.#createFormatter();
      this.#pane?.view.dispose();
      this.#pane = undefined;
      this.#render();
    }
  }

  #createFormatter(): CellFormatter {
    return new CellFormatter(
      this.#strings,
      document.documentElement.lang || "en",
      this.#displaySettings.numberFormat === "exact",
    );
  }

  #change(result: ShownResult): void {
    const { resultId } = result.summary;
    const isNew = !this.#results.has(resultId);
    if (isNew) {
      this.#add(result);
      this.#activeId = resultId;
    } else {
      this.#results.set(resultId, result);
    }
    this.#render();
    if (this.#pane?.resultId === resultId && !isNew) {
      this.#pane.view.show(result);
    }
  }

  /** Adds a result at the end, or before those whose tab it takes, with the part of the pane that they show. */
  #add(result: ShownResult): void {
    const { replacedIds = [], summary } = result;
    const entries = [...this.#results];
    const place = entries.findIndex(([resultId]) => replacedIds.includes(resultId));
    this.#results = new Map(entries.toSpliced(place < 0 ? entries.length : place, 0, [summary.resultId, result]));
    const before = replacedIds.findLast((resultId) => (this.#results.get(resultId)?.summary.rowCount ?? 0) > 0);
    const tab = before === undefined ? undefined : this.#stored.states[before]?.tab;
    if (tab === "table" || tab === "chart" || tab === "profile") {
      const states = { ...this.#stored.states, [summary.resultId]: { ...defaultState, tab } };
      this.#store({ ...this.#stored, states });
    }
  }

  #run(command: ResultsViewCommand): void {
    if (command !== "nextResult" && command !== "previousResult") {
      // VS Code loads a page anew when it is shown again.
      this.#isFocusAwaited = command === "focusGrid" && !this.#pane;
      this.#pane?.view.run(command);
      return;
    }
    const ids = this.#withTab.map(({ summary }) => summary.resultId);
    const index = ids.indexOf(this.#activeId ?? "") + (command === "nextResult" ? 1 : -1);
    const next = ids.at(index % ids.length);
    if (next !== undefined) {
      const isInTabs = this.#tabs.element.contains(document.activeElement);
      this.#activate(next);
      this.#reportActive();
      if (!isInTabs) {
        this.#pane?.view.run("focusGrid");
      }
    }
  }

  get #withTab(): readonly ShownResult[] {
    return resultsWithTab([...this.#results.values()]);
  }

  #remove(resultId: string): void {
    this.#results.delete(resultId);
    const { [resultId]: _, ...states } = this.#stored.states;
    this.#store({ ...this.#stored, states });
    if (this.#activeId === resultId) {
      this.#activeId = this.#withTab.at(-1)?.summary.resultId;
    }
    this.#render();
  }

  #activate(resultId: string): void {
    if (this.#results.has(resultId)) {
      this.#activeId = resultId;
      this.#render();
    }
  }

  #render(): void {
    const withTab = this.#withTab;
    this.#tabs.show(withTab, this.#activeId);
    if (this.#stored.activeId !== this.#activeId) {
      this.#store({ ...this.#stored, activeId: this.#activeId });
    }
    const result = this.#activeId === undefined ? undefined : this.#results.get(this.#activeId);
    if (this.#pane && this.#pane.resultId !== result?.summary.resultId) {
      this.#pane.view.dispose();
      this.#pane = undefined;
    }
    if (!result) {
      this.#host.replaceChildren(createStateView("table", this.#strings.noResults, this.#strings.noResultsHint));
    } else if (!this.#pane) {
      const view = new ResultPane(this.#context(), result);
      this.#pane = { resultId: result.summary.resultId, view };
      this.#host.replaceChildren(view.element);
    }
    const hasTabs = withTab.length > 1 && this.#activeId !== undefined;
    for (const [name, value] of [
      ["role", "tabpanel"],
      ["aria-labelledby", `tab-${this.#activeId}`],
    ] as const) {
      if (hasTabs) {
        this.#host.setAttribute(name, value);
      } else {
        this.#host.removeAttribute(name);
      }
    }
  }

  #store(stored: StoredPage): void {
    this.#stored = stored;
    // Later changes do not postpone saving, because the page may be removed at any moment.
    this.#saveTimer ??= window.setTimeout(() => {
      this.#saveTimer = undefined;
      this.#api.setState(this.#stored);
    }, 100);
  }

  #context(): PageContext {
    const language = document.documentElement.lang || "en";
    const numbers = new Intl.NumberFormat(language);
    return {
      host: this.#extension,
      strings: this.#strings,
      language,
      rowHeight: this.#displaySettings.rowHeight,
      hasSummaries: this.#displaySettings.hasSummaries,
      formatter: this.#formatter,
      scriptUris: {
        chart: document.body.dataset["chartUri"] ?? "",
        dialogs: document.body.dataset["dialogsUri"] ?? "",
      },
      nonce,
      formatNumber: (value) => numbers.format(value),
      announce: (text) => {
        this.#live.textContent = text;
      },
      loadState: (resultId) => this.#stored.states[resultId],
      saveState: (resultId, state) =>
        this.#store({ ...this.#stored, states: { ...this.#stored.states, [resultId]: state } }),
    };
  }
}

void new ResultsPage(acquireVsCodeApi()).start();
