import { Channel, type HandlersOf, type Packet } from "../../../src/protocol/channel.ts";
import { transactionHtml } from "../../../src/protocol/page-html.ts";
import { englishTransactionStrings } from "../../../src/protocol/transaction-strings.ts";
import {
  type EventsToTransactionView,
  type RequestsFromTransactionView,
  type TransactionSnapshot,
  transactionGuards,
} from "../../../src/protocol/transaction-view.ts";
import type { ThemeName } from "./themes.ts";
import { type OpenedPage, type PageSource, withPage } from "./webview-page.ts";

type Nothing = Record<never, never>;

/** The extension behind the page of a transaction, as far as tests look at it. */
export class FakeTransactionHost {
  readonly channel: Channel<Nothing, RequestsFromTransactionView, EventsToTransactionView, Nothing>;
  /** What the page asked after it was there, in order. */
  readonly asked: { readonly name: string; readonly params: unknown }[] = [];
  /** Set to make the next action fail. */
  failure: string | undefined;

  constructor(snapshot: TransactionSnapshot, post: (packet: Packet) => void) {
    const action = (name: keyof RequestsFromTransactionView) => async (params: unknown) => {
      if (!transactionGuards[name](params)) {
        throw new Error(`The parameters of the request "${name}" are malformed.`);
      }
      this.asked.push({ name, params });
      if (this.failure !== undefined) {
        throw new Error(this.failure);
      }
      return undefined;
    };
    const handlers: HandlersOf<RequestsFromTransactionView> = {
      ready: async () => ({
        snapshot,
        state: { connectionId: "local", transactionId: snapshot.details.transactionId },
      }),
      act: action("act"),
      runAgain: action("runAgain"),
      setExtended: action("setExtended"),
    };
    this.channel = new Channel({
      port: { post },
      handlers,
      describe: (error) => (error instanceof Error ? { code: "test", message: error.message } : undefined),
    });
  }
}

export type OpenedTransaction = OpenedPage<FakeTransactionHost>;

export interface TransactionPageOptions {
  readonly snapshot: TransactionSnapshot;
  readonly theme?: ThemeName;
  readonly forcedColors?: "active";
}

const source: PageSource = {
  script: "transaction.js",
  style: "transaction.css",
  html: (options) => transactionHtml({ ...options, strings: englishTransactionStrings }),
};

/** The page of a transaction. */
export function withTransactionPage(
  { snapshot, ...options }: TransactionPageOptions,
  work: (opened: OpenedTransaction) => Promise<void>,
): Promise<void> {
  return withPage(
    source,
    options,
    (post) => new FakeTransactionHost(snapshot, post),
    async (opened) => {
      await opened.page.waitForSelector("h1");
      await work(opened);
    },
  );
}
