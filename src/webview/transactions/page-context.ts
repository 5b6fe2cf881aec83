import type { TransactionStrings } from "../../protocol/transaction-strings.ts";
import type { RequestsFromTransactionView } from "../../protocol/transaction-view.ts";

/** Services shared by all parts of the page. */
export interface PageContext {
  readonly strings: TransactionStrings;
  readonly numbers: Intl.NumberFormat;
  readonly times: Intl.DateTimeFormat;
  /** Requests an action; failures are shown on the page. */
  do<Name extends "act" | "runAgain" | "setExtended">(
    name: Name,
    params: RequestsFromTransactionView[Name]["params"],
  ): Promise<void>;
  /** Announces a text in the live region. */
  announce(text: string): void;
}
