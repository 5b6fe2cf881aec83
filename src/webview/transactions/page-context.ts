import type { TransactionStrings } from "../../protocol/transaction-strings.ts";
import type { RequestsFromTransactionView } from "../../protocol/transaction-view.ts";

/** Services that all parts of the page share. */
export interface PageContext {
  readonly strings: TransactionStrings;
  readonly numbers: Intl.NumberFormat;
  readonly times: Intl.DateTimeFormat;
  /** Requests an action of the extension. The page shows errors. */
  do<Name extends "act" | "runAgain" | "setExtended">(
    name: Name,
    params: RequestsFromTransactionView[Name]["params"],
  ): Promise<void>;
  /** Announces a text to screen readers in the page's live region. */
  announce(text: string): void;
}
