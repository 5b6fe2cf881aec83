import type { ResultColumn } from "../../protocol/data-worker.ts";
import type { ChartView } from "../charts/chart-port.ts";
import { element } from "../element.ts";
import { failureText } from "../failure-text.ts";
import { loadCharts } from "./chart-loader.ts";
import type { PageContext } from "./page-context.ts";
import { stateView } from "./state-view.ts";

/** The place of the chart, which is loaded when it is first shown. */
export class ChartPane {
  readonly element = element("div", { class: "chart", hidden: true });
  readonly #context: PageContext;
  readonly #resultId: string;
  readonly #findColumns: () => Promise<readonly ResultColumn[]>;
  #chart: ChartView | undefined;
  #isOpen = false;
  #isDisposed = false;

  /** `findColumns` gives the columns with their kinds. */
  constructor(context: PageContext, resultId: string, findColumns: () => Promise<readonly ResultColumn[]>) {
    this.#context = context;
    this.#resultId = resultId;
    this.#findColumns = findColumns;
  }

  show(isShown: boolean): void {
    this.element.hidden = !isShown;
    if (isShown && !this.#isOpen) {
      void this.#open();
    }
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#chart?.dispose();
  }

  async #open(): Promise<void> {
    const { strings, language, announce, host } = this.#context;
    this.#isOpen = true;
    this.element.replaceChildren(stateView("loading", strings.chartLoading, undefined));
    try {
      const [charts, columns] = await Promise.all([loadCharts(this.#context), this.#findColumns()]);
      if (this.#isDisposed) {
        return;
      }
      this.#chart = charts.create({
        container: this.element,
        strings,
        language,
        announce,
        columns,
        readData: (request, signal) => host.ask("chartData", { resultId: this.#resultId, ...request }, signal),
      });
    } catch (error) {
      this.#isOpen = false;
      const retry = { label: strings.retry, run: () => void this.#open() };
      this.element.replaceChildren(stateView("error", strings.failed, failureText(error), retry));
    }
  }
}
