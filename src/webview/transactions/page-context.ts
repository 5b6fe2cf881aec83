import type { TransactionStrings } from "../../protocol/transaction-strings.ts";
import type { TransactionViewRequests } from "../../protocol/transaction-view.ts";

/** What every part of the page uses. */
export interface PageContext {
  readonly strings: TransactionStrings;
  readonly numbers: Intl.NumberFormat;
  readonly times: Intl.DateTimeFormat;
  /** Requests an action; what goes wrong with it is shown on the page. */
  do<Name extends "act" | "runAgain" | "setExtended">(
    name: Name,
    params: TransactionViewRequests[Name]["params"],
  ): Promise<void>;
  /** Says it in the live region. */
  announce(text: string): void;
}
