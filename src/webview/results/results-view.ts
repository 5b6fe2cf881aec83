import { Channel, type Packet } from "../../protocol/channel.ts";
import type { ResultDisplaySettings } from "../../protocol/result-columns.ts";
import type { ResultsStrings } from "../../protocol/results-strings.ts";
import {
  type EventsToResultsView,
  isResultsEvent,
  isShownResult,
  type RequestsFromResultsView,
  type ResultViewState,
  type ShownResult,
} from "../../protocol/results-view.ts";
import { element } from "../element.ts";
import { failureText } from "../failure-text.ts";
import { CellFormatter } from "../grid/cell-display.ts";
import type { PageContext } from "./page-context.ts";
import { ResultPane } from "./result-pane.ts";
import { ResultTabs } from "./result-tabs.ts";
import { type ResultsChannel, ResultsHost } from "./results-host.ts";
import { stateView } from "./state-view.ts";

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

/** Nonce of this script. Read during its start, because browsers hide the attribute from scripts. */
const nonce = document.currentScript?.nonce ?? "";

/** The page of the results view. */
class ResultsPage {
  readonly #api: VsCodeApi;
  readonly #channel: ResultsChannel;
  readonly #extension: ResultsHost;
  readonly #results = new Map<string, ShownResult>();
  readonly #live = element("div", { class: "visually-hidden", role: "status", "aria-live": "polite" });
  readonly #host = element("div", { class: "pane-host", id: "pane" });
  readonly #strings = JSON.parse(document.body.dataset["strings"] ?? "{}") as ResultsStrings;
  readonly #tabs: ResultTabs;
  #stored: StoredPage;
  #activeId: string | undefined;
  #pane: { readonly resultId: string; readonly view: ResultPane } | undefined;
  #displaySettings: ResultDisplaySettings = { rowHeight: 22, numberFormat: "locale", hasSummaries: true };
  #formatter = this.#createFormatter();
  #saveTimer: number | undefined;

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
        command: (value) => isResultsEvent.command(value) && this.#pane?.view.run(value.command),
      },
    });
    this.#extension = new ResultsHost(this.#channel, this.#strings);
    this.#tabs = new ResultTabs(this.#strings, {
      activate: (resultId) => {
        this.#activate(resultId);
        this.#reportActive();
      },
      close: (resultId) =>
        void this.#extension.request("close", { resultId }).then(
          () => this.#remove(resultId),
          () => undefined,
        ),
    });
    document.querySelector("#results")?.append(this.#tabs.element, this.#host, this.#live);
    window.addEventListener("message", (event) => this.#channel.receive(event.data));
  }

  async start(): Promise<void> {
    try {
      await this.#load();
    } catch (error) {
      const retry = { label: this.#strings.retry, run: () => void this.start() };
      const failed = stateView("error", this.#strings.failed, failureText(error), retry);
      // An event may have added a result in the meantime.
      this.#host.replaceChildren(this.#pane?.view.element ?? failed);
    }
  }

  async #load(): Promise<void> {
    const { results, activeId, displaySettings } = await this.#extension.request("ready", {});
    this.#displaySettings = displaySettings;
    this.#formatter = this.#createFormatter();
    for (const result of results.filter(isShownResult)) {
      this.#results.set(result.summary.resultId, result);
    }
    const { activeId: stored } = this.#stored;
    this.#activeId = activeId ?? (stored && this.#results.has(stored) ? stored : [...this.#results.keys()].at(-1));
    this.#render();
    if (activeId === undefined) {
      this.#reportActive();
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
    this.#results.set(resultId, result);
    if (isNew) {
      this.#activeId = resultId;
    }
    this.#render();
    if (this.#pane?.resultId === resultId && !isNew) {
      this.#pane.view.show(result);
    }
  }

  #remove(resultId: string): void {
    this.#results.delete(resultId);
    const { [resultId]: _, ...states } = this.#stored.states;
    this.#store({ ...this.#stored, states });
    if (this.#activeId === resultId) {
      this.#activeId = [...this.#results.keys()].at(-1);
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
    this.#tabs.show([...this.#results.values()], this.#activeId);
    if (this.#stored.activeId !== this.#activeId) {
      this.#store({ ...this.#stored, activeId: this.#activeId });
    }
    const result = this.#activeId === undefined ? undefined : this.#results.get(this.#activeId);
    if (this.#pane && this.#pane.resultId !== result?.summary.resultId) {
      this.#pane.view.dispose();
      this.#pane = undefined;
    }
    if (!result) {
      this.#host.replaceChildren(stateView("table", this.#strings.noResults, this.#strings.noResultsHint));
    } else if (!this.#pane) {
      const view = new ResultPane(this.#context(), result);
      this.#pane = { resultId: result.summary.resultId, view };
      this.#host.replaceChildren(view.element);
    }
    const hasTabs = this.#results.size > 1 && this.#activeId !== undefined;
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
      chartUri: document.body.dataset["chartUri"] ?? "",
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
