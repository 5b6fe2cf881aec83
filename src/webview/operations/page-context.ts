import type { OperationsStrings } from "../../protocol/operations-strings.ts";
import type { Amounts } from "./amounts.ts";
import type { OperationsHost } from "./operations-host.ts";

/** Services shared by all parts of the page. */
export interface PageContext {
  readonly host: OperationsHost;
  readonly strings: OperationsStrings;
  readonly amounts: Amounts;
  /** Announces a text in the live region. */
  announce(text: string): void;
  /** Shows a failure of anything other than a call. */
  report(failure: unknown): void;
}
