import type { ChartSpecFile } from "../../protocol/chart.ts";
import type { ResultSummary } from "../../protocol/data-worker.ts";
import type { OutputItem, OutputRequests } from "../../protocol/notebook-output.ts";
import type { ResultDisplaySettings } from "../../protocol/result-columns.ts";
import type { ResultsStrings } from "../../protocol/results-strings.ts";
import type { ResultTab, ResultViewState, ShownResult } from "../../protocol/results-view.ts";
import { element } from "../element.ts";
import { failureMessageOf } from "../failure-text.ts";
import { CellFormatter } from "../grid/cell-display.ts";
import type { PageContext } from "../results/page-context.ts";
import { ResultPane } from "../results/result-pane.ts";
import type { ResultsHost } from "../results/results-host.ts";
import { createStateView } from "../results/state-view.ts";

/** Services that all cell outputs share. */
export interface OutputParts {
  readonly strings: ResultsStrings;
  readonly language: string;
  readonly displaySettings: ResultDisplaySettings;
  readonly host: ResultsHost;
  readonly scriptUris: PageContext["scriptUris"];
  request<Name extends keyof OutputRequests>(
    name: Name,
    params: OutputRequests[Name]["params"],
  ): Promise<OutputRequests[Name]["result"]>;
  loadState(resultId: string): ResultViewState | undefined;
  saveState(resultId: string, state: ResultViewState): void;
}

/** Height of everything but the rows, in pixels: title, toolbar, headers, selection line and scroll bar. */
const frameHeight = 120;
const summaryHeight = 20;
const messageHeight = 32;
const maximumHeight = 420;
const stateHeight = 190;

/** Returns the height of a result in pixels. It is small for few rows and limited for many, which scroll. */
export function computeResultHeight(
  { state, rowCount }: Pick<ResultSummary, "state" | "rowCount">,
  tab: ResultTab,
  { rowHeight, hasSummaries }: Pick<ResultDisplaySettings, "rowHeight" | "hasSummaries">,
): number {
  if (rowCount === 0) {
    return stateHeight;
  }
  if (tab !== "table") {
    return maximumHeight;
  }
  const message = state === "done" || state === "loading" ? 0 : messageHeight;
  const wanted = frameHeight + message + (hasSummaries ? summaryHeight : 0) + rowCount * rowHeight;
  return Math.min(maximumHeight, Math.max(stateHeight, wanted));
}

/** Shows one result in the output of a notebook cell, in a suitable height. */
export class ResultOutput {
  readonly element = element("section", { class: "workforce-output" });
  readonly #item: OutputItem;
  readonly #live = element("div", { class: "visually-hidden", role: "status", "aria-live": "polite" });
  #parts: OutputParts | undefined;
  #pane: ResultPane | undefined;
  #shown: ShownResult | undefined;
  #drawing = 0;

  constructor(item: OutputItem) {
    this.#item = item;
    this.element.setAttribute("aria-label", item.title ?? "");
    listenToOutputKeys(this.element, () => void this.#parts?.request("leaveOutput", {}));
    // Dialogs open beside the output, because the page of a notebook is as long as the notebook.
    this.element.addEventListener("focusin", () => {
      const top = Math.max(0, this.element.getBoundingClientRect().top);
      document.documentElement.style.setProperty("--workforce-output-top", `${Math.round(top)}px`);
    });
  }

  async draw(parts: OutputParts): Promise<void> {
    const drawing = ++this.#drawing;
    this.#parts = parts;
    try {
      const { shown } = await this.#request(parts);
      if (drawing === this.#drawing) {
        this.#show(parts, shown ?? undefined);
      }
    } catch (error) {
      const retry = { label: parts.strings.retry, run: () => void this.draw(parts) };
      this.#replace(createStateView("error", parts.strings.failed, failureMessageOf(error), retry));
    }
  }

  /** Handles the change of a result, which may be a different one. */
  change(result: ShownResult): void {
    if (result.summary.resultId === this.#shown?.summary.resultId) {
      this.#shown = result;
      this.#pane?.show(result);
      this.#fit();
    }
  }

  setChartFile(file: ChartSpecFile & { readonly resultId: string }): void {
    if (file.resultId === this.#shown?.summary.resultId) {
      this.#pane?.setChartFile(file);
    }
  }

  showExportProgress({ resultId, rowCount }: { readonly resultId: string; readonly rowCount: number }): void {
    if (resultId === this.#shown?.summary.resultId) {
      this.#pane?.showExportProgress(rowCount);
    }
  }

  fail(text: string): void {
    this.#replace(createStateView("error", text, undefined));
  }

  dispose(): void {
    this.#drawing++;
    this.#pane?.dispose();
    this.#pane = undefined;
  }

  /** Requests the result; sends back the rows saved in the notebook only if the result no longer exists. */
  async #request({ request }: OutputParts): Promise<{ readonly shown?: ShownResult | undefined }> {
    const { resultId, saved } = this.#item;
    const kept = await request("output", { resultId });
    return kept.shown || !saved ? kept : await request("output", { resultId, saved });
  }

  #show(parts: OutputParts, shown: ShownResult | undefined): void {
    this.#shown = shown;
    this.#pane?.dispose();
    this.#pane = undefined;
    const { strings } = parts;
    if (!shown) {
      const rerun = {
        label: strings.rerun,
        run: () => void parts.host.request("rerun", { resultId: this.#item.resultId }),
      };
      this.#replace(createStateView("info", strings.outputGone, strings.outputGoneHint, rerun));
      return;
    }
    const { title } = shown.origin;
    this.element.setAttribute("aria-label", title);
    this.#pane = new ResultPane(this.#context(parts), shown);
    this.element.replaceChildren(
      ...(this.#item.title === undefined ? [] : [element("p", { class: "output-title" }, this.#item.title)]),
      this.#pane.element,
      this.#live,
    );
    this.#fit(parts.loadState(shown.summary.resultId));
  }

  #replace(view: HTMLElement): void {
    this.element.style.height = "";
    this.element.replaceChildren(view);
  }

  #fit(state?: Pick<ResultViewState, "tab">): void {
    const { summary } = this.#shown ?? {};
    if (summary && this.#parts) {
      const tab = state?.tab ?? this.#parts.loadState(summary.resultId)?.tab ?? "table";
      this.element.style.height = `${computeResultHeight(summary, tab, this.#parts.displaySettings)}px`;
    }
  }

  #context(parts: OutputParts): PageContext {
    const { strings, language, displaySettings, host, scriptUris, request, loadState, saveState } = parts;
    const numbers = new Intl.NumberFormat(language);
    return {
      host,
      strings,
      language,
      rowHeight: displaySettings.rowHeight,
      hasSummaries: displaySettings.hasSummaries,
      formatter: new CellFormatter(strings, language, displaySettings.numberFormat === "exact"),
      scriptUris,
      // The policy of notebook pages allows scripts from the extension's folder without a nonce.
      nonce: "",
      formatNumber: (value) => numbers.format(value),
      announce: (text) => {
        this.#live.textContent = text;
      },
      loadState,
      saveState: (resultId, state) => {
        saveState(resultId, state);
        this.#fit(state);
      },
      openInResults: (resultId) => void request("openInResults", { resultId }),
    };
  }
}

/**
 * Stops most keys from leaving a result, because in a notebook a plain letter is a command, such as one that deletes
 * the cell. Keys with Ctrl, Alt or Meta that the result does not handle reach VS Code. An unhandled Escape leaves the
 * result.
 */
function listenToOutputKeys(output: HTMLElement, leave: () => void): void {
  output.addEventListener("keydown", (event) => {
    const isFunctionKey = /^F\d+$/.test(event.key);
    const isPlain = !event.ctrlKey && !event.altKey && !event.metaKey && !isFunctionKey;
    if (event.key === "Escape" && !event.defaultPrevented) {
      event.preventDefault();
      event.stopPropagation();
      leave();
    } else if (event.defaultPrevented || (isPlain && event.key !== "Tab" && event.key !== "Enter")) {
      event.stopPropagation();
    }
  });
}
