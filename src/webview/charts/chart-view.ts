import type { ChartData, ChartFileType, ChartKind, ChartRequest, ChartSpecFile } from "../../protocol/chart.ts";
import { fillCount, fillText } from "../../protocol/fill-text.ts";
import type { ResultsStrings } from "../../protocol/results-strings.ts";
import { element, icon } from "../element.ts";
import { failureMessageOf } from "../failure-text.ts";
import { openMenu } from "../menu.ts";
import { provideScript } from "../page-scripts.ts";
import { translateFunctionName } from "../pivot/pivot-labels.ts";
import { ColumnNumberFormats } from "../values/number-formats.ts";
import { ValueFormat } from "../values/value-format.ts";
import { createChartLabels, nameMembers } from "./chart-labels.ts";
import { ChartMessages } from "./chart-messages.ts";
import type { ChartParts } from "./chart-parts.ts";
import { ChartPicker } from "./chart-picker.ts";
import type { ChartScript, ChartView, ChartViewOptions } from "./chart-port.ts";
import {
  type ChartRoles,
  findChartRoles,
  fitsChartRoles,
  suggestChartRequest,
  withValidFunction,
} from "./chart-roles.ts";
import { createChartSpec, createChartValues, createEditableSpec, createFrameFor } from "./chart-spec.ts";
import { createChartTable } from "./chart-table.ts";
import { backgroundsBehind, blendColors, readChartTheme } from "./chart-theme.ts";
import { ChartTooltip } from "./chart-tooltip.ts";
import { describeChartMeta, insertResultValues, readCustomSpec } from "./custom-spec.ts";
import { formatColor } from "./series-colors.ts";
import { maximumSeries, selectLargestSeries } from "./series-encoding.ts";
import { VegaDrawing } from "./vega-drawing.ts";

/** Smallest drawing in pixels: a plot of 120 with its axis. A lower chart scrolls. */
const [smallestWidth, smallestHeight] = [240, 138];

/** Kinds of charts with a legend of series. */
const kindsWithSeries: ReadonlySet<ChartKind> = new Set(["line", "bars", "stackedBars"]);

/** Chart of a result, beside a table of the values that it draws. */
class VegaChart implements ChartView {
  readonly #options: ChartViewOptions;
  readonly #roles: ChartRoles;
  readonly #drawing = element("div", { class: "chart-drawing" });
  readonly #note = element("p", { class: "chart-note" });
  readonly #table = element("div", { class: "chart-data", tabindex: 0, role: "region" });
  readonly #messages: ChartMessages;
  readonly #picker: ChartPicker;
  readonly #save: HTMLButtonElement;
  readonly #series: HTMLButtonElement;
  readonly #tooltip: ChartTooltip;
  readonly #numbers: ValueFormat;
  readonly #observer = new ResizeObserver(() => this.#draw());
  readonly #themeObserver = new MutationObserver(() => this.#redraw());
  #request: ChartRequest | undefined;
  #file: ChartSpecFile;
  /** The user's chart spec while it is used and valid. */
  #custom: Readonly<Record<string, unknown>> | undefined;
  #data: ChartData | undefined;
  #drawn: VegaDrawing | undefined;
  #drawnSize = "";
  /** Names of the series that the user has hidden. */
  #hidden: readonly string[] = [];
  /** Command to run once the chart is drawn. */
  #whenDrawn: (() => void) | undefined;
  #reading: AbortController | undefined;

  constructor(options: ChartViewOptions) {
    this.#options = options;
    const { strings, columns, facts, request, file } = options;
    this.#roles = findChartRoles(columns, facts.counts);
    const first =
      request && fitsChartRoles(request, this.#roles) ? request : suggestChartRequest(this.#roles, columns, facts);
    this.#request = first && withValidFunction(first, columns);
    this.#file = file;
    this.#picker = new ChartPicker(strings, columns, this.#roles, (chosen) => this.#choose(chosen));
    this.#messages = new ChartMessages(strings, () => this.#useBuiltIn());
    this.#save = tool("save", strings.chartSave, () => this.saveAs());
    this.#save.setAttribute("aria-haspopup", "menu");
    this.#series = tool("eye", strings.chartShownSeries, () => this.#openSeries());
    this.#series.setAttribute("aria-haspopup", "menu");
    this.#tooltip = new ChartTooltip(this.#drawing, () => this.#drawn?.marks ?? [], options.announce);
    this.#numbers = new ValueFormat(options.language);
    this.#table.setAttribute("aria-label", strings.chartData);
    this.#show();
  }

  setFile(file: ChartSpecFile): void {
    this.#file = file;
    this.#useFile();
  }

  refresh(): void {
    void this.#read();
  }

  editSpec(): void {
    const parts = this.#parts();
    if (!parts) {
      this.#whenDrawn = () => this.editSpec();
    } else if (this.#request) {
      const meta = describeChartMeta(this.#request, this.#options.columns);
      this.#options.editSpec(createEditableSpec(this.#request.kind, parts, meta));
    }
  }

  copy(): void {
    if (!this.#data) {
      this.#whenDrawn = () => this.copy();
    }
    this.#picture((drawn, background) => drawn.svg(background).then((text) => this.#options.copy(text)));
  }

  saveAs(): void {
    const { strings } = this.#options;
    openMenu(this.#save, strings.chartSave, [
      { label: strings.chartSavePng, icon: "file-media", run: () => this.#saveAs("png") },
      { label: strings.chartSaveSvg, icon: "file-media", run: () => this.#saveAs("svg") },
    ]);
  }

  dispose(): void {
    this.#reading?.abort();
    this.#observer.disconnect();
    this.#themeObserver.disconnect();
    this.#drawn?.dispose();
    this.#options.container.replaceChildren();
  }

  #show(): void {
    const { container, strings } = this.#options;
    if (!this.#request) {
      container.replaceChildren(element("div", { class: "state" }, element("p", {}, strings.chartNoNumbers)));
      return;
    }
    const tools = element(
      "div",
      { class: "chart-tools" },
      this.#series,
      tool("edit", strings.chartEdit, () => this.editSpec()),
      tool("copy", strings.chartCopy, () => this.copy()),
      this.#save,
    );
    const plot = element("div", { class: "chart-plot" }, this.#drawing, this.#tooltip.element);
    const figure = element("div", { class: "chart-figure" }, plot, this.#note);
    container.replaceChildren(
      element("div", { class: "chart-bar" }, this.#picker.element, tools),
      this.#messages.element,
      element("div", { class: "chart-body" }, figure, this.#table),
    );
    this.#observer.observe(this.#drawing);
    this.#themeObserver.observe(document.documentElement, { attributes: true, attributeFilter: ["style", "class"] });
    this.#themeObserver.observe(document.body, { attributes: true, attributeFilter: ["class"] });
    this.#picker.show(this.#request);
    this.#useFile();
  }

  #choose(request: ChartRequest): void {
    if (request.series !== this.#request?.series) {
      this.#hidden = [];
    }
    this.#request = request;
    this.#options.onDidChange(request);
    void this.#read();
  }

  #saveAs(type: ChartFileType): void {
    this.#picture((drawn, background) => drawn[type](background).then((data) => this.#options.save(type, data)));
  }

  /** Opens a menu to hide and show series, which a click on the legend does too. */
  #openSeries(): void {
    const items = this.#seriesNames.map((name) => ({
      label: name,
      ...(!this.#hidden.includes(name) && { icon: "check" }),
      run: () => this.#toggleSeries(name),
    }));
    openMenu(this.#series, this.#options.strings.chartShownSeries, items);
  }

  #toggleSeries(name: string): void {
    const { strings, announce } = this.#options;
    const isHidden = this.#hidden.includes(name);
    this.#hidden = isHidden ? this.#hidden.filter((other) => other !== name) : [...this.#hidden, name];
    this.#tooltip.hide();
    this.#drawn?.hide(this.#hidden).catch((error: unknown) => this.#fail(error));
    announce(fillText(isHidden ? strings.chartSeriesShown : strings.chartSeriesHidden, name));
  }

  /** Names of the drawn series; none for a chart without series. */
  get #seriesNames(): string[] {
    const { missing } = this.#options.strings;
    const hasSeries = this.#request?.series !== undefined && kindsWithSeries.has(this.#request.kind);
    return hasSeries ? [...new Set(this.#data?.marks.map(({ series }) => series ?? missing))] : [];
  }

  /** Renders an image of the chart on the editor's background, which on the page is transparent. */
  #picture(take: (drawn: VegaDrawing, background: string) => Promise<void>): void {
    if (this.#drawn) {
      const background = formatColor(blendColors(backgroundsBehind(this.#drawing)));
      take(this.#drawn, background).catch((error: unknown) => this.#messages.showFailure(failureMessageOf(error)));
    }
  }

  #useBuiltIn(): void {
    this.#file = { ...this.#file, text: undefined };
    this.#useFile();
  }

  /** Uses the user's chart spec if there is a valid one. */
  #useFile(): void {
    const { strings, columns } = this.#options;
    this.#custom = undefined;
    this.#messages.clear();
    if (typeof this.#file.text === "string") {
      const read = readCustomSpec(this.#file.text, columns, strings);
      if ("problem" in read) {
        this.#messages.showBad(this.#file.name, read.problem);
      } else {
        this.#custom = read.spec;
        this.#messages.showFile(this.#file.name);
        if (read.request) {
          this.#request = read.request;
          this.#picker.show(read.request);
        }
      }
    }
    void this.#read();
  }

  async #read(): Promise<void> {
    const { strings, readData } = this.#options;
    const request = this.#request;
    if (!request) {
      return;
    }
    this.#reading?.abort();
    const reading = new AbortController();
    this.#reading = reading;
    this.#note.textContent = strings.chartLoading;
    try {
      // The same column cannot be both axis and series.
      const data = await readData(
        request.series === request.x ? { ...request, series: undefined } : request,
        reading.signal,
      );
      if (!reading.signal.aborted) {
        this.#take(data, request);
      }
    } catch (error) {
      if (!reading.signal.aborted) {
        this.#note.textContent = failureMessageOf(error);
      }
    }
  }

  #take(received: ChartData, request: ChartRequest): void {
    const { strings, columns, language, announce } = this.#options;
    const data = { ...received, marks: nameMembers(received.marks, request, columns) };
    const { marks, seriesCount } = kindsWithSeries.has(request.kind)
      ? selectLargestSeries(data.marks, maximumSeries)
      : { ...data, seriesCount: 1 };
    this.#data = { ...data, marks };
    this.#note.textContent = this.#notesOn(data, seriesCount, request);
    const labels = createChartLabels(strings, columns, request, data, language);
    const formatNumber = this.#formatOf(data);
    this.#table.replaceChildren(createChartTable({ data, labels, strings, formatNumber }));
    this.#series.hidden = this.#custom !== undefined || this.#seriesNames.length < 2;
    announce([labels.description, groupNote(data, strings, language)].filter(Boolean).join(" "));
    this.#redraw();
    this.#whenDrawn?.();
    this.#whenDrawn = undefined;
  }

  #notesOn(data: ChartData, seriesCount: number, { kind, y, function: over }: ChartRequest) {
    const { strings, columns, language } = this.#options;
    const { marks, isCut, isComputed } = data;
    const shown = (count: number) => count.toLocaleString(language);
    const isPlaced = kind !== "histogram" && kind !== "box";
    const isLimited = over === "single" || (over === "sum" && columns[y]?.additivity === "withinPeriod");
    const isLeftOut = isPlaced && isComputed && isLimited && marks.some((mark) => mark.y === null);
    return [
      ...(isCut ? [fillText(strings.chartCut, shown(marks.length))] : []),
      ...(seriesCount > maximumSeries
        ? [fillText(strings.chartLargest, shown(maximumSeries), shown(seriesCount))]
        : []),
      ...(isComputed && isPlaced ? [fillText(strings.chartComputed, translateFunctionName(strings, over))] : []),
      ...(isLeftOut ? [fillText(strings.chartNotAdded, columns[y]?.name ?? "")] : []),
      groupNote(data, strings, language),
    ]
      .filter(Boolean)
      .join(" ");
  }

  #parts(): ChartParts | undefined {
    const { strings, columns, language } = this.#options;
    if (!this.#data || !this.#request) {
      return undefined;
    }
    return {
      data: this.#data,
      labels: createChartLabels(strings, columns, this.#request, this.#data, language),
      theme: readChartTheme(this.#drawing),
      size: {
        width: Math.max(smallestWidth, this.#drawing.clientWidth),
        height: Math.max(smallestHeight, this.#drawing.clientHeight),
      },
      strings,
      formatNumber: this.#formatOf(this.#data),
    };
  }

  /** Returns the format of the numbers in the data, the same for all. */
  #formatOf({ marks }: ChartData): (text: string) => string {
    const shapes = new ColumnNumberFormats();
    const column = { name: "", kind: "number" } as const;
    shapes.learn(
      column,
      marks.map(({ y }) => y),
    );
    return (text) => this.#numbers.write(text, column, shapes.of(column));
  }

  #redraw(): void {
    this.#drawnSize = "";
    this.#draw();
  }

  #draw(): void {
    const size = `${this.#drawing.clientWidth}x${this.#drawing.clientHeight}`;
    const parts = this.#drawing.clientWidth === 0 || this.#drawnSize === size ? undefined : this.#parts();
    if (!parts || !this.#request) {
      return;
    }
    this.#drawnSize = size;
    this.#drawn?.dispose();
    this.#drawn = undefined;
    this.#tooltip.hide();
    try {
      this.#drawn = new VegaDrawing(this.#specOf(this.#request, parts, false), {
        container: this.#drawing,
        picture: this.#specOf(this.#request, parts, true),
        hidden: this.#hidden,
        onPoint: (rows, clientX, clientY) => (rows ? this.#tooltip.show(rows, clientX, clientY) : this.#tooltip.hide()),
        onPickSeries: (series) => this.#toggleSeries(series),
      });
      this.#drawn.run().catch((error: unknown) => this.#fail(error));
    } catch (error) {
      this.#fail(error);
    }
  }

  #specOf(request: ChartRequest, parts: ChartParts, isPicture: boolean) {
    const custom = this.#custom;
    return custom
      ? {
          ...createFrameFor(custom, parts),
          ...insertResultValues(custom, createChartValues(request.kind, parts)),
        }
      : createChartSpec(request.kind, parts, isPicture);
  }

  /** Shows why the chart cannot be drawn; for a user's spec with a button to use the built-in chart. */
  #fail(error: unknown): void {
    const problem = fillText(this.#options.strings.chartSpecFailed, failureMessageOf(error));
    this.#drawing.replaceChildren();
    if (this.#custom) {
      this.#messages.showBad(this.#file.name, problem);
    } else {
      this.#messages.showFailure(problem);
    }
  }
}

/** Describes how many values of small groups are hidden or marked. */
function groupNote({ small }: ChartData, strings: ResultsStrings, language: string): string {
  if (!small || small.rowCount === 0) {
    return "";
  }
  const texts =
    small.guard.mode === "hide"
      ? ([strings.chartHiddenGroupsOne, strings.chartHiddenGroups] as const)
      : ([strings.chartMarkedGroupsOne, strings.chartMarkedGroups] as const);
  return fillCount(small.rowCount, texts, (count) => count.toLocaleString(language), String(small.guard.threshold));
}

function tool(iconName: string, label: string, run: () => void): HTMLButtonElement {
  const button = element(
    "button",
    { class: "icon-button", type: "button", title: label, "aria-label": label },
    icon(iconName),
  );
  button.addEventListener("click", run);
  return button;
}

provideScript("chart", { create: (options) => new VegaChart(options) } satisfies ChartScript);
