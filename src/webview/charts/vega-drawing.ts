import { type Loader, None, parse, View } from "vega";
import { expressionInterpreter } from "vega-interpreter";
import { compile, type TopLevelSpec } from "vega-lite";

/** Refuses everything: a chart has its data with it. */
const noLoader: Loader = {
  load: () => Promise.reject(new Error("A chart loads nothing.")),
  sanitize: () => Promise.reject(new Error("A chart links nowhere.")),
  http: () => Promise.reject(new Error("A chart loads nothing.")),
  file: () => Promise.reject(new Error("A chart loads nothing.")),
};

/** One spec as it is drawn. */
export class VegaDrawing {
  readonly #runtime: ReturnType<typeof parse>;
  readonly #view: View;

  /** Throws what the compiler says of a spec that cannot be drawn. */
  constructor(spec: TopLevelSpec, container: HTMLElement) {
    // The page's policy forbids eval: expressions are interpreted.
    this.#runtime = parse(compile(spec).spec, undefined, { ast: true });
    this.#view = new View(this.#runtime, { ...viewOptions, container, hover: true });
  }

  async run(): Promise<void> {
    await this.#view.runAsync();
  }

  /** The picture on a background, as text. */
  async svg(background: string): Promise<string> {
    return await this.#copy(background, (view) => view.toSVG());
  }

  /** The picture on a background at twice its size, as base64. */
  async png(background: string): Promise<string> {
    const address = await this.#copy(background, (view) => view.toImageURL("png", 2));
    return address.slice(address.indexOf(",") + 1);
  }

  dispose(): void {
    this.#view.finalize();
  }

  /** Another view, so that the one on the page stays as it is. */
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
