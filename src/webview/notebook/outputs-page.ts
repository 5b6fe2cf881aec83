import { Channel, type Packet } from "../../protocol/channel.ts";
import { isOutputAnswer, isOutputItem, type OutputRequests } from "../../protocol/notebook-output.ts";
import type { ResultDisplaySettings } from "../../protocol/result-columns.ts";
import {
  type EventsToResultsView,
  isResultsEvent,
  type RequestsFromResultsView,
  type ResultViewState,
} from "../../protocol/results-view.ts";
import { element } from "../element.ts";
import { failureMessageOf } from "../failure-text.ts";
import { ResultsHost } from "../results/results-host.ts";
import { type OutputParts, ResultOutput } from "./result-output.ts";

type NoMessages = Record<never, never>;
type States = Record<string, ResultViewState>;

/** Renders the cell outputs of one notebook editor. */
export class OutputsPage {
  readonly #context: RendererContext;
  readonly #folder: string;
  readonly #channel: Channel<RequestsFromResultsView & OutputRequests, NoMessages, NoMessages, EventsToResultsView>;
  readonly #outputs = new Map<string, ResultOutput>();
  #parts: Promise<OutputParts> | undefined;
  #states: States;

  /** `folder` is the URL of the folder that contains this script, its styles and the charts. */
  constructor(context: RendererContext, folder: string) {
    this.#context = context;
    this.#folder = folder;
    this.#states = { ...(context.getState() as States | undefined) };
    this.#channel = new Channel<RequestsFromResultsView & OutputRequests, NoMessages, NoMessages, EventsToResultsView>({
      port: { post: (packet: Packet) => context.postMessage?.(packet) },
      handlers: {},
      listeners: {
        changed: (value) => isResultsEvent.changed(value) && this.#each((output) => output.change(value)),
        chartSpecChanged: (value) =>
          isResultsEvent.chartSpecChanged(value) && this.#each((output) => output.setChartFile(value)),
        exportProgress: (value) =>
          isResultsEvent.exportProgress(value) && this.#each((output) => output.showExportProgress(value)),
        displaySettings: (value) => isResultsEvent.displaySettings(value) && this.#setDisplaySettings(value),
      },
    });
    context.onDidReceiveMessage?.((message) => this.#channel.receive(message));
    for (const file of ["codicon.css", "notebook.css"]) {
      document.head.append(element("link", { rel: "stylesheet", href: folder + file }));
    }
  }

  render(item: OutputItemData, container: HTMLElement): void {
    this.dispose(item.id);
    const value = item.json();
    if (!isOutputItem(value)) {
      container.textContent = "This output cannot be shown by this version of the extension.";
      return;
    }
    const output = new ResultOutput(value);
    this.#outputs.set(item.id, output);
    container.replaceChildren(output.element);
    this.#start().then(
      (parts) => output.draw(parts),
      (error: unknown) => output.fail(failureMessageOf(error)),
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

  /** Redraws all outputs, because all their parts depend on the display settings. */
  #setDisplaySettings(displaySettings: ResultDisplaySettings): void {
    this.#parts = this.#parts?.then((parts) => ({ ...parts, displaySettings }));
    void this.#parts?.then((parts) => this.#each((output) => void output.draw(parts)));
  }

  #start(): Promise<OutputParts> {
    this.#parts ??= this.#request("outputReady", {}).then(({ displaySettings, strings, language }) => ({
      displaySettings,
      strings,
      language,
      host: new ResultsHost(this.#channel, strings),
      scriptUris: { chart: `${this.#folder}chart.js`, dialogs: `${this.#folder}dialogs.js` },
      request: (name, params) => this.#request(name, params),
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

  async #request<Name extends keyof OutputRequests>(
    name: Name,
    params: OutputRequests[Name]["params"],
  ): Promise<OutputRequests[Name]["result"]> {
    const request = this.#channel.request.bind(this.#channel) as (name: string, params: unknown) => Promise<unknown>;
    const answer = await request(name, params);
    const isAnswer: (value: unknown) => value is OutputRequests[Name]["result"] = isOutputAnswer[name];
    if (!isAnswer(answer)) {
      throw new Error(`The response to "${name}" is not in the expected format.`);
    }
    return answer;
  }
}

/** The methods of VS Code's renderer API that the notebook renderer uses. */
export interface RendererContext {
  postMessage?(message: unknown): void;
  onDidReceiveMessage?(listener: (message: unknown) => void): { dispose(): void };
  getState(): unknown;
  setState(state: unknown): void;
}

/** One item of a cell output. */
interface OutputItemData {
  readonly id: string;
  json(): unknown;
}

export interface OutputRenderer {
  renderOutputItem(item: OutputItemData, container: HTMLElement): void;
  /** Disposes of one output. Without `id`, disposes of all outputs. */
  disposeOutputItem(id?: string): void;
}
