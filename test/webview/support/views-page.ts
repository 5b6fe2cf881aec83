import { Channel, type HandlersOf, type Packet } from "../../../src/protocol/channel.ts";
import { viewGraphHtml } from "../../../src/protocol/page-html.ts";
import { englishViewGraphStrings } from "../../../src/protocol/view-graph-strings.ts";
import {
  type EventsToViewGraph,
  type RequestsFromViewGraph,
  type ViewGraphSnapshot,
  viewGraphGuards,
} from "../../../src/protocol/view-graph-view.ts";
import { type OpenedPage, type PageOptions, type PageSource, withPage } from "./webview-page.ts";

type Nothing = Record<never, never>;

/** The extension behind the graph of views, as far as tests look at it. */
export class FakeViewsHost {
  readonly channel: Channel<Nothing, RequestsFromViewGraph, EventsToViewGraph, Nothing>;
  /** Ids whose definitions the page opened, in order. */
  readonly opened: string[] = [];

  constructor(snapshot: ViewGraphSnapshot, post: (packet: Packet) => void) {
    const handlers: HandlersOf<RequestsFromViewGraph> = {
      ready: async () => snapshot,
      open: async ({ id }) => {
        this.opened.push(id);
        return undefined;
      },
    };
    this.channel = new Channel({ port: { post }, guards: viewGraphGuards, handlers });
  }
}

const source: PageSource = {
  script: "views.js",
  style: "views.css",
  html: (options) => viewGraphHtml({ ...options, strings: englishViewGraphStrings }),
};

/** The page with the graph of materialized views. */
export function withViewsPage(
  { snapshot, ...options }: PageOptions & { readonly snapshot: ViewGraphSnapshot },
  work: (opened: OpenedPage<FakeViewsHost>) => Promise<void>,
): Promise<void> {
  return withPage(
    source,
    options,
    (post) => new FakeViewsHost(snapshot, post),
    async (opened) => {
      await opened.page.waitForSelector("h1");
      await work(opened);
    },
  );
}
