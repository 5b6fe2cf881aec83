import { type Loader, None, parse, View } from "vega";
import { expressionInterpreter } from "vega-interpreter";
import { compile, type TopLevelSpec } from "vega-lite";

/** Loader that refuses all requests: a chart contains its data. */
const noLoader: Loader = {
  load: () => Promise.reject(new Error("A chart loads nothing.")),
  sanitize: () => Promise.reject(new Error("A chart links nowhere.")),
  http: () => Promise.reject(new Error("A chart loads nothing.")),
  file: () => Promise.reject(new Error("A chart loads nothing.")),
};

/** A drawn chart spec. */
export class VegaDrawing {
  readonly #runtime: ReturnType<typeof parse>;
  readonly #view: View;

  /** Compiles and prepares a spec. Throws the compiler's error if the spec is invalid. */
  constructor(spec: TopLevelSpec, container: HTMLElement) {
    // The page's policy forbids eval, so expressions are interpreted.
    this.#runtime = parse(compile(spec).spec, undefined, { ast: true });
    this.#view = new View(this.#runtime, { ...viewOptions, container, hover: true });
  }

  async run(): Promise<void> {
    await this.#view.runAsync();
  }

  /** Renders the chart on a background as SVG text. */
  async svg(background: string): Promise<string> {
    return await this.#copy(background, (view) => view.toSVG());
  }

  /** Renders the chart on a background as PNG in double resolution, in base64. */
  async png(background: string): Promise<string> {
    const address = await this.#copy(background, (view) => view.toImageURL("png", 2));
    return address.slice(address.indexOf(",") + 1);
  }

  dispose(): void {
    this.#view.finalize();
  }

  /** Renders in a separate view, so that the view on the page does not change. */
  async #copy<Picture>(background: string, draw: (view: View) => Promise<Picture>): Promise<Picture> {
    const view = new View(this.#runtime, viewOptions).background(background);
    try {
      return await draw(view);
    } finally {
      view.finalize();
    }
  }
}

const viewOptions = { expr: expressionInterpreter, renderer: "svg" as const, loader: noLoader, logLevel: None };
