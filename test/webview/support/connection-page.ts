import { Channel, type HandlersOf, type Packet } from "../../../src/protocol/channel.ts";
import { englishConnectionStrings } from "../../../src/protocol/connection-strings.ts";
import {
  type ConnectionOutcome,
  type ConnectionPageContent,
  type ConnectionViewRequests,
  connectionGuards,
  type EventsFromConnectionView,
  type EventsToConnectionView,
  isEditedEvent,
} from "../../../src/protocol/connection-view.ts";
import { connectionHtml } from "../../../src/protocol/page-html.ts";
import { type OpenedPage, type PageOptions, type PageSource, withPage } from "./webview-page.ts";

type Nothing = Record<never, never>;

/** The extension behind the page of a connection, as far as tests look at it. */
export class FakeConnectionHost {
  readonly channel: Channel<Nothing, ConnectionViewRequests, EventsToConnectionView, EventsFromConnectionView>;
  /** What the page asked after it was there, in order. */
  readonly asked: { readonly name: string; readonly params: unknown }[] = [];
  /** Last form that the page reported. */
  edited: EventsFromConnectionView["edited"] | undefined;
  /** Answers the next tests. */
  outcome: ConnectionOutcome | "never" = { kind: "works", message: "Acme works." };
  isStopped = false;

  constructor(content: ConnectionPageContent, post: (packet: Packet) => void) {
    const answer = (name: "test" | "save" | "saveUntested") => async (params: unknown, signal: AbortSignal) => {
      this.asked.push({ name, params });
      const { outcome } = this;
      return outcome === "never" ? await this.#untilStopped(signal) : outcome;
    };
    const handlers: HandlersOf<ConnectionViewRequests> = {
      ready: async () => content,
      test: answer("test"),
      save: answer("save"),
      saveUntested: answer("saveUntested"),
      chooseFile: async () => ({ path: "/tmp/assertion.xml" }),
      close: async () => {
        this.asked.push({ name: "close", params: {} });
        return undefined;
      },
    };
    this.channel = new Channel({
      port: { post },
      handlers,
      guards: connectionGuards,
      listeners: {
        edited: (value) => {
          this.edited = isEditedEvent(value) ? value : undefined;
        },
      },
      describe: (error) => (error instanceof Error ? { code: "test", message: error.message } : undefined),
    });
  }

  #untilStopped(signal: AbortSignal): Promise<ConnectionOutcome> {
    return new Promise((resolve) => {
      signal.addEventListener("abort", () => {
        this.isStopped = true;
        resolve({ kind: "cancelled" });
      });
    });
  }
}

export type OpenedConnection = OpenedPage<FakeConnectionHost>;

const source: PageSource = {
  script: "connection.js",
  style: "connection.css",
  html: (options) => connectionHtml({ ...options, strings: englishConnectionStrings }),
};

/** The page of a connection. */
export function withConnectionPage(
  { content, ...options }: PageOptions & { readonly content: ConnectionPageContent },
  work: (opened: OpenedConnection) => Promise<void>,
): Promise<void> {
  return withPage(
    source,
    options,
    (post) => new FakeConnectionHost(content, post),
    async (opened) => {
      await opened.page.waitForSelector("h1");
      await work(opened);
    },
  );
}
