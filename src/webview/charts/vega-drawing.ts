import { type Item, type LegendEncode, type Loader, None, parse, type Spec, View } from "vega";
import { expressionInterpreter } from "vega-interpreter";
import { compile, type TopLevelSpec } from "vega-lite";
import { type DrawnMark, findDrawnMarks, type TooltipRows } from "./drawn-marks.ts";

/** Loader that refuses all requests: a chart contains its data. */
const noLoader: Loader = {
  load: () => Promise.reject(new Error("A chart loads nothing.")),
  sanitize: () => Promise.reject(new Error("A chart links nowhere.")),
  http: () => Promise.reject(new Error("A chart loads nothing.")),
  file: () => Promise.reject(new Error("A chart loads nothing.")),
};

interface DrawingOptions {
  readonly container: HTMLElement;
  /** Spec of saved and copied pictures, which stand without the page around. */
  readonly picture: TopLevelSpec;
  /** Series that are not drawn. */
  readonly hidden: readonly string[];
  /** Called with the contents of the tooltip at a place in the window, undefined when there is none any more. */
  onPoint(rows: TooltipRows | undefined, clientX: number, clientY: number): void;
  /** Called with a series whose entry in the legend was clicked. */
  onPickSeries(series: string): void;
}

/** A chart drawn by Vega. */
export class VegaDrawing {
  readonly #options: DrawingOptions;
  readonly #view: View;
  #hidden: readonly string[];

  /** Compiles a chart spec. Throws the compiler's error if the spec is invalid. */
  constructor(spec: TopLevelSpec, options: DrawingOptions) {
    this.#options = options;
    this.#hidden = options.hidden;
    this.#view = new View(runtimeOf(spec, options.hidden), {
      ...viewOptions,
      container: options.container,
      hover: true,
      // Without an event when the view ends.
      tooltip: (_handler: unknown, event: MouseEvent | null, _item: Item | null, value: unknown) => {
        const rows = typeof value === "object" && value !== null ? (value as TooltipRows) : undefined;
        options.onPoint(rows, event?.clientX ?? 0, event?.clientY ?? 0);
      },
    });
    this.#view.addEventListener("click", (_event, item) => {
      const { role = "" } = item?.mark ?? {};
      if (item && legendRoles.has(role)) {
        options.onPickSeries(String((item.datum as { value?: unknown }).value));
      }
    });
  }

  async run(): Promise<void> {
    await this.#view.runAsync();
  }

  /** Returns the marks that have a tooltip, from the start of the axis to its end. */
  get marks(): readonly DrawnMark[] {
    return findDrawnMarks(this.#view);
  }

  /** Draws all series except the given ones. */
  async hide(hidden: readonly string[]): Promise<void> {
    this.#hidden = hidden;
    await this.#view.signal(hiddenSignal, hidden).runAsync();
  }

  /** Renders the chart as SVG text, on a background colour. */
  async svg(background: string): Promise<string> {
    return await this.#copy(background, (view) => view.toSVG());
  }

  /** Renders the chart as PNG in base64, on a background colour and in double resolution. */
  async png(background: string): Promise<string> {
    const address = await this.#copy(background, (view) => view.toImageURL("png", 2));
    return address.slice(address.indexOf(",") + 1);
  }

  dispose(): void {
    this.#view.finalize();
  }

  /** Renders in a separate view, so that the view on the page does not change. */
  async #copy<Picture>(background: string, draw: (view: View) => Promise<Picture>): Promise<Picture> {
    const view = new View(runtimeOf(this.#options.picture, this.#hidden), viewOptions).background(background);
    try {
      return await draw(view);
    } finally {
      view.finalize();
    }
  }
}

const viewOptions = { expr: expressionInterpreter, renderer: "svg" as const, loader: noLoader, logLevel: None };

const hiddenSignal = "hiddenSeries";
const legendRoles: ReadonlySet<string> = new Set(["legend-symbol", "legend-label"]);

function runtimeOf(spec: TopLevelSpec, hidden: readonly string[]): ReturnType<typeof parse> {
  // The page's policy forbids eval, so expressions are interpreted.
  return parse(withHiddenSeries(compile(spec).spec, hidden), undefined, { ast: true });
}

/** Adds to a spec that series can be hidden by their entries in the legend. */
function withHiddenSeries(spec: Spec, hidden: readonly string[]): Spec {
  const isHidden = `indexof(${hiddenSignal}, datum.value) >= 0`;
  const clickable = (part: LegendEncode["symbols"]): LegendEncode["symbols"] => ({
    ...part,
    interactive: true,
    update: { ...part?.update, opacity: [{ test: isHidden, value: 0.3 }, { value: 1 }], cursor: { value: "pointer" } },
  });
  return {
    ...spec,
    signals: [...(spec.signals ?? []), { name: hiddenSignal, value: hidden }],
    data: (spec.data ?? []).map((source) =>
      "values" in source
        ? {
            ...source,
            transform: [
              ...(source.transform ?? []),
              { type: "filter" as const, expr: `indexof(${hiddenSignal}, datum.series) < 0` },
            ],
          }
        : source,
    ),
    legends: (spec.legends ?? []).map((legend) =>
      legend.type === "gradient"
        ? legend
        : {
            ...legend,
            encode: {
              ...legend.encode,
              symbols: clickable(legend.encode?.symbols),
              labels: clickable(legend.encode?.labels),
            },
          },
    ),
  } as Spec;
}
