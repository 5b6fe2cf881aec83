import { Channel, type HandlersOf, type Packet } from "../../../src/protocol/channel.ts";
import type { CallValues, OperationForm } from "../../../src/protocol/operation-form.ts";
import { englishOperationsStrings } from "../../../src/protocol/operations-strings.ts";
import {
  type CallOutcome,
  type CallRequest,
  type EventsToOperationsView,
  operationsGuards,
  type PastCall,
  type RequestsFromOperationsView,
} from "../../../src/protocol/operations-view.ts";
import { operationsHtml } from "../../../src/protocol/page-html.ts";
import type { ThemeName } from "./themes.ts";
import { type OpenedPage, type PageSource, withPage } from "./webview-page.ts";

type Nothing = Record<never, never>;

/** The extension behind the page of an operation, as far as tests look at it. */
export class FakeOperationsHost {
  readonly channel: Channel<Nothing, RequestsFromOperationsView, EventsToOperationsView, Nothing>;
  /** What the page asked, in order. */
  readonly asked: { readonly name: string; readonly params: unknown }[] = [];
  /** What the page is of; another one is drawn after a reload. */
  form: OperationForm;
  /** What a call gives; waits for ever when there is nothing. */
  outcome: CallOutcome | undefined;
  past: Record<string, CallValues> = {};
  wasStopped = false;

  constructor(options: OperationsPageOptions, post: (packet: Packet) => void) {
    const { form, values = {}, history = [], notice = "", unavailable = "" } = options;
    this.form = form;
    const handlers: HandlersOf<RequestsFromOperationsView> = {
      ready: async () => ({
        form: this.form,
        target: { connectionId: "local", connection: "Local", tenant: "WFF_demo" },
        values,
        history,
        notice,
        unavailable,
      }),
      send: (_params, signal) =>
        this.outcome
          ? Promise.resolve(this.outcome)
          : new Promise((_resolve, reject) => {
              signal.addEventListener("abort", () => {
                this.wasStopped = true;
                reject(signal.reason);
              });
            }),
      chooseFile: async () => ({ file: { $file: "1", name: "people.csv", size: 2048 } }),
      saveAnswer: async () => ({ isWritten: true }),
      copyAnswer: async () => undefined,
      openAnswer: async () => undefined,
      copyCurl: async () => undefined,
      openDocument: async () => undefined,
      pastValues: async ({ id }) => ({ values: this.past[id] ?? {} }),
      clearHistory: async () => {
        this.channel.notify("history", { calls: [] });
        return undefined;
      },
    };
    const stored = Object.entries(handlers).map(([name, handle]) => [
      name,
      (params: unknown, signal: AbortSignal) => {
        this.asked.push({ name, params });
        if (!operationsGuards[name as keyof RequestsFromOperationsView](params)) {
          throw new Error(`The parameters of the request "${name}" are malformed.`);
        }
        return (handle as (params: unknown, signal: AbortSignal) => Promise<unknown>)(params, signal);
      },
    ]);
    this.channel = new Channel({ port: { post }, handlers: Object.fromEntries(stored) });
  }

  /** The calls that were sent. */
  get calls(): readonly CallRequest[] {
    return this.asked.filter(({ name }) => name === "send").map(({ params }) => params as CallRequest);
  }
}

export interface OperationsPageOptions {
  readonly form: OperationForm;
  readonly values?: CallValues;
  readonly history?: readonly PastCall[];
  readonly notice?: string;
  readonly unavailable?: string;
  readonly theme?: ThemeName;
  readonly forcedColors?: "active";
}

const source: PageSource = {
  script: "operations.js",
  style: "operations.css",
  html: (options) => operationsHtml({ ...options, strings: englishOperationsStrings }),
};

/** The page of an operation. */
export function withOperationsPage(
  options: OperationsPageOptions,
  work: (opened: OpenedPage<FakeOperationsHost>) => Promise<void>,
): Promise<void> {
  return withPage(
    source,
    options,
    (post) => new FakeOperationsHost(options, post),
    async (opened) => {
      await opened.page.waitForSelector("h1");
      await work(opened);
    },
  );
}
