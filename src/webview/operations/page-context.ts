import type { OperationsStrings } from "../../protocol/operations-strings.ts";
import type { Amounts } from "./amounts.ts";
import type { OperationsHost } from "./operations-host.ts";

/** What every part of the page uses. */
export interface PageContext {
  readonly host: OperationsHost;
  readonly strings: OperationsStrings;
  readonly amounts: Amounts;
  /** Says it in the live region. */
  announce(text: string): void;
  /** Shows what went wrong with something other than a call. */
  report(failure: unknown): void;
}
