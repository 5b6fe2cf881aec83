import { parse, View } from "vega";
import { expressionInterpreter } from "vega-interpreter";
import { compile } from "vega-lite";
import type { ChartData, ChartRequest } from "../../protocol/data-worker.ts";
import { fillText } from "../../protocol/results-strings.ts";
import { element } from "../element.ts";
import { failureText } from "../failure-text.ts";
import type { ChartGlobal, ChartView, ChartViewOptions } from "./chart-port.ts";
import { chartRoles, initialRequest } from "./chart-roles.ts";
import { type ChartWords, chartSpec } from "./chart-spec.ts";
import { chartTable } from "./chart-table.ts";
import { readChartTheme } from "./chart-theme.ts";
import { largestSeries } from "./largest-series.ts";
import { mostSeries } from "./series-encoding.ts";

const smallestHeight = 160;
const smallestWidth = 240;

/** A chart of an aggregate, with what it draws as a table beside it. */
class VegaChart implements ChartView {
  readonly #options: ChartViewOptions;
  readonly #drawing = element("div", { class: "chart-drawing" });
  readonly #note = element("p", { class: "chart-note" });
  readonly #table = element("div", { class: "chart-data", tabindex: 0, role: "region" });
  readonly #observer: ResizeObserver;
  readonly #themeObserver: MutationObserver;
  #request: ChartRequest | undefined;
  #data: ChartData | undefined;
  #view: View | undefined;
  #reading: AbortController | undefined;
  #drawn = "";

  constructor(options: ChartViewOptions) {
    this.#options = options;
    const { container, strings, columns } = options;
    const roles = chartRoles(columns);
    this.#request = initialRequest(roles);
    this.#observer = new ResizeObserver(() => this.#draw());
    this.#themeObserver = new MutationObserver(() => {
      this.#drawn = "";
      this.#draw();
    });
    this.#table.setAttribute("aria-label", strings.chartData);
    if (!this.#request) {
      container.replaceChildren(element("div", { class: "state" }, element("p", {}, strings.chartNoNumbers)));
      return;
    }
    const { metrics, axes } = roles;
    const bar = element(
      "div",
      { class: "chart-bar" },
      this.#createChoice(strings.chartMetric, metrics, this.#request.y, (y) => this.#change({ y: y ?? 0 })),
      this.#createChoice(strings.chartAxis, axes, this.#request.x, (x) => this.#change({ x: x ?? 0 })),
      this.#createChoice(strings.chartSeries, [undefined, ...axes], this.#request.series, (series) =>
        this.#change({ series }),
      ),
    );
    container.replaceChildren(
      bar,
      element(
        "div",
        { class: "chart-body" },
        element("div", { class: "chart-figure" }, this.#drawing, this.#note),
        this.#table,
      ),
    );
    this.#observer.observe(this.#drawing);
    this.#themeObserver.observe(document.documentElement, { attributes: true, attributeFilter: ["style", "class"] });
    this.#themeObserver.observe(document.body, { attributes: true, attributeFilter: ["class"] });
    void this.#read();
  }

  dispose(): void {
    this.#reading?.abort();
    this.#observer.disconnect();
    this.#themeObserver.disconnect();
    this.#view?.finalize();
    this.#options.container.replaceChildren();
  }

  #createChoice(
    label: string,
    choices: readonly (number | undefined)[],
    chosen: number | undefined,
    onChange: (column: number | undefined) => void,
  ): HTMLElement {
    const { columns, strings } = this.#options;
    const select = element("select", { class: "select" });
    for (const choice of choices) {
      const name = choice === undefined ? strings.chartNone : (columns[choice]?.name ?? "");
      select.append(element("option", { value: choice ?? "", selected: choice === chosen }, name));
    }
    select.addEventListener("change", () => onChange(select.value === "" ? undefined : Number(select.value)));
    return element("label", { class: "chart-choice" }, label, select);
  }

  #change(changed: Partial<ChartRequest>): void {
    if (this.#request) {
      this.#request = { ...this.#request, ...changed };
      void this.#read();
    }
  }

  async #read(): Promise<void> {
    const { strings, readData } = this.#options;
    if (!this.#request) {
      return;
    }
    this.#reading?.abort();
    const reading = new AbortController();
    this.#reading = reading;
    this.#note.textContent = strings.chartLoading;
    try {
      const request = this.#request;
      // A column cannot be axis and series at once.
      const data = await readData(
        request.series === request.x ? { ...request, series: undefined } : request,
        reading.signal,
      );
      if (reading.signal.aborted) {
        return;
      }
      const { marks, seriesCount } = largestSeries(data.marks, mostSeries);
      this.#data = { ...data, marks };
      this.#drawn = "";
      this.#note.textContent = this.#notesOn(data, seriesCount);
      const words = this.#words();
      this.#table.replaceChildren(chartTable(data, words, strings.missing));
      this.#options.announce(words.title);
      this.#draw();
    } catch (error) {
      if (!reading.signal.aborted) {
        this.#note.textContent = failureText(error);
      }
    }
  }

  #notesOn({ marks, isCut, isSum }: ChartData, seriesCount: number): string {
    const { strings, language } = this.#options;
    const shown = (count: number) => count.toLocaleString(language);
    return [
      ...(isCut ? [fillText(strings.chartCut, shown(marks.length))] : []),
      ...(seriesCount > mostSeries ? [fillText(strings.chartLargest, shown(mostSeries), shown(seriesCount))] : []),
      ...(isSum ? [strings.chartSum] : []),
    ].join(" ");
  }

  #words(): ChartWords {
    const { columns, strings } = this.#options;
    const name = (column: number | undefined) => (column === undefined ? undefined : columns[column]?.name);
    const x = name(this.#request?.x) ?? "";
    const y = name(this.#request?.y) ?? "";
    const series = this.#request?.series === this.#request?.x ? undefined : name(this.#request?.series);
    const title =
      series === undefined ? fillText(strings.chartTitle, y, x) : fillText(strings.chartTitleSeries, y, x, series);
    return { x, y, series, title };
  }

  #draw(): void {
    const width = Math.max(smallestWidth, this.#drawing.clientWidth);
    const height = Math.max(smallestHeight, this.#drawing.clientHeight);
    const key = `${width}x${height}`;
    if (!this.#data || this.#drawn === key || this.#drawing.clientWidth === 0) {
      return;
    }
    this.#drawn = key;
    const { strings } = this.#options;
    const theme = readChartTheme(this.#drawing);
    const spec = chartSpec(this.#data, this.#words(), theme, { width, height }, strings.missing);
    this.#view?.finalize();
    // The page's policy forbids eval: expressions are interpreted.
    const runtime = parse(compile(spec).spec, undefined, { ast: true });
    const view = new View(runtime, {
      expr: expressionInterpreter,
      renderer: "svg",
      container: this.#drawing,
      hover: true,
    });
    this.#view = view;
    void view.runAsync();
  }
}

(globalThis as ChartGlobal).workforceCharts = { create: (options) => new VegaChart(options) };
