import { Channel, type HandlersOf, type Packet } from "../../../src/protocol/channel.ts";
import { reviewHtml } from "../../../src/protocol/page-html.ts";
import { englishReviewStrings } from "../../../src/protocol/review-strings.ts";
import {
  type EventsToReviewView,
  type RequestsFromReviewView,
  type ReviewUpdate,
  reviewGuards,
} from "../../../src/protocol/review-view.ts";
import { type OpenedPage, type PageOptions, type PageSource, withPage } from "./webview-page.ts";

type Nothing = Record<never, never>;

/** The extension behind the page of a review, as far as tests look at it. */
export class FakeReviewHost {
  readonly channel: Channel<Nothing, RequestsFromReviewView, EventsToReviewView, Nothing>;
  /** What the page asked after it was there, in order. */
  readonly asked: { readonly name: string; readonly params: unknown }[] = [];
  /** Set to make the next request fail. */
  failure: string | undefined;

  constructor(update: ReviewUpdate, post: (packet: Packet) => void) {
    const action = (name: keyof RequestsFromReviewView) => async (params: unknown) => {
      if (!reviewGuards[name](params)) {
        throw new Error(`The parameters of the request "${name}" are malformed.`);
      }
      this.asked.push({ name, params });
      if (this.failure !== undefined) {
        throw new Error(this.failure);
      }
      return undefined;
    };
    const handlers: HandlersOf<RequestsFromReviewView> = {
      ready: async () => update,
      answer: action("answer"),
      showTable: action("showTable"),
      openLink: action("openLink"),
      compare: action("compare"),
      copy: action("copy"),
    };
    this.channel = new Channel({
      port: { post },
      handlers,
      describe: (error) => (error instanceof Error ? { code: "test", message: error.message } : undefined),
    });
  }
}

const source: PageSource = {
  script: "review.js",
  style: "review.css",
  html: (options) => reviewHtml({ ...options, strings: englishReviewStrings }),
};

/** The page of a review. */
export function withReviewPage(
  { update, ...options }: PageOptions & { readonly update: ReviewUpdate },
  work: (opened: OpenedPage<FakeReviewHost>) => Promise<void>,
): Promise<void> {
  return withPage(
    source,
    options,
    (post) => new FakeReviewHost(update, post),
    async (opened) => {
      await opened.page.waitForSelector("h1");
      await work(opened);
    },
  );
}
