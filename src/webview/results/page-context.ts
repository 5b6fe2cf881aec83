import type { ResultsStrings } from "../../protocol/results-strings.ts";
import type { ResultViewState } from "../../protocol/results-view.ts";
import type { CellFormatter } from "../grid/cell-display.ts";
import type { ResultsHost } from "./results-host.ts";

/** What every part of the page uses. */
export interface PageContext {
  readonly host: ResultsHost;
  readonly strings: ResultsStrings;
  readonly language: string;
  readonly rowHeight: number;
  readonly hasSummaries: boolean;
  readonly looks: CellFormatter;
  readonly chartUri: string;
  readonly nonce: string;
  formatNumber(value: number): string;
  /** Says it in the live region. */
  announce(text: string): void;
  loadState(resultId: string): ResultViewState | undefined;
  saveState(resultId: string, state: ResultViewState): void;
  /** Shows a result of another place among the results; undefined where it already is. */
  readonly openInResults?: (resultId: string) => void;
}
