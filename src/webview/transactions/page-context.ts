import type { TransactionStrings } from "../../protocol/transaction-strings.ts";
import type { TransactionViewAsks } from "../../protocol/transaction-view.ts";

/** What every part of the page uses. */
export interface PageContext {
  readonly strings: TransactionStrings;
  readonly numbers: Intl.NumberFormat;
  readonly times: Intl.DateTimeFormat;
  /** Asks for a deed; what goes wrong with it is shown on the page. */
  do<Name extends "act" | "runAgain" | "setExtended">(
    name: Name,
    params: TransactionViewAsks[Name]["params"],
  ): Promise<void>;
  /** Says it in the live region. */
  announce(text: string): void;
}
