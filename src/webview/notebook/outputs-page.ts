import { Channel, type Packet } from "../../protocol/channel.ts";
import { isOutputAnswer, isOutputItem, type OutputAsks } from "../../protocol/notebook-output.ts";
import type { ResultLooks } from "../../protocol/result-columns.ts";
import {
  isResultsTell,
  type ResultsViewAsks,
  type ResultsViewTells,
  type ResultViewState,
} from "../../protocol/results-view.ts";
import { element } from "../element.ts";
import { failureText } from "../failure-text.ts";
import { ResultsHost } from "../results/results-host.ts";
import type { OutputParts } from "./output-parts.ts";
import type { OutputItemData, RendererContext } from "./renderer-context.ts";
import { ResultOutput } from "./result-output.ts";

type Nothing = Record<never, never>;
type States = Record<string, ResultViewState>;

/** The outputs of one editor of a notebook. */
export class OutputsPage {
  readonly #context: RendererContext;
  readonly #folder: string;
  readonly #channel: Channel<ResultsViewAsks & OutputAsks, Nothing, Nothing, ResultsViewTells>;
  readonly #outputs = new Map<string, ResultOutput>();
  #parts: Promise<OutputParts> | undefined;
  #states: States;

  /** `folder` is the address of this script's folder, where styles and charts are. */
  constructor(context: RendererContext, folder: string) {
    this.#context = context;
    this.#folder = folder;
    this.#states = { ...(context.getState() as States | undefined) };
    this.#channel = new Channel<ResultsViewAsks & OutputAsks, Nothing, Nothing, ResultsViewTells>({
      port: { post: (packet: Packet) => context.postMessage?.(packet) },
      handlers: {},
      listeners: {
        changed: (value) => isResultsTell.changed(value) && this.#each((output) => output.change(value)),
        chartSpecChanged: (value) =>
          isResultsTell.chartSpecChanged(value) && this.#each((output) => output.setChartFile(value)),
        exportProgress: (value) =>
          isResultsTell.exportProgress(value) && this.#each((output) => output.showExportProgress(value)),
        looks: (value) => isResultsTell.looks(value) && this.#setLooks(value),
      },
    });
    context.onDidReceiveMessage?.((message) => this.#channel.receive(message));
    for (const file of ["codicon.css", "notebook.css"]) {
      document.head.append(element("link", { rel: "stylesheet", href: folder + file }));
    }
  }

  render(item: OutputItemData, place: HTMLElement): void {
    this.dispose(item.id);
    const value = item.json();
    if (!isOutputItem(value)) {
      place.textContent = "This output is not one that this version can show.";
      return;
    }
    const output = new ResultOutput(value);
    this.#outputs.set(item.id, output);
    place.replaceChildren(output.element);
    this.#start().then(
      (parts) => output.draw(parts),
      (error: unknown) => output.fail(failureText(error)),
    );
  }

  dispose(id?: string): void {
    for (const [known, output] of [...this.#outputs]) {
      if (id === undefined || id === known) {
        output.dispose();
        this.#outputs.delete(known);
      }
    }
  }

  #each(change: (output: ResultOutput) => void): void {
    for (const output of this.#outputs.values()) {
      change(output);
    }
  }

  /** Every part of an output is made for how it looks, so they are drawn anew. */
  #setLooks(looks: ResultLooks): void {
    this.#parts = this.#parts?.then((parts) => ({ ...parts, looks }));
    void this.#parts?.then((parts) => this.#each((output) => void output.draw(parts)));
  }

  #start(): Promise<OutputParts> {
    this.#parts ??= this.#ask("outputReady", {}).then(({ looks, strings, language }) => ({
      looks,
      strings,
      language,
      host: new ResultsHost(this.#channel, strings),
      chartUri: `${this.#folder}chart.js`,
      ask: (name, params) => this.#ask(name, params),
      loadState: (resultId) => this.#states[resultId],
      saveState: (resultId, state) => {
        this.#states = { ...this.#states, [resultId]: state };
        this.#context.setState(this.#states);
      },
    }));
    this.#parts.catch(() => {
      this.#parts = undefined;
    });
    return this.#parts;
  }

  async #ask<Name extends keyof OutputAsks>(
    name: Name,
    params: OutputAsks[Name]["params"],
  ): Promise<OutputAsks[Name]["result"]> {
    const ask = this.#channel.ask.bind(this.#channel) as (name: string, params: unknown) => Promise<unknown>;
    const answer = await ask(name, params);
    const isAnswer: (value: unknown) => value is OutputAsks[Name]["result"] = isOutputAnswer[name];
    if (!isAnswer(answer)) {
      throw new Error(`The answer to "${name}" has another form than its own.`);
    }
    return answer;
  }
}
