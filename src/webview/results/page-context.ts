import type { ResultsStrings } from "../../protocol/results-strings.ts";
import type { ResultViewState } from "../../protocol/results-view.ts";
import type { CellFormatter } from "../grid/cell-display.ts";
import type { ResultsHost } from "./results-host.ts";

/** Services shared by all parts of the page. */
export interface PageContext {
  readonly host: ResultsHost;
  readonly strings: ResultsStrings;
  readonly language: string;
  readonly rowHeight: number;
  readonly hasSummaries: boolean;
  /** Number of leading columns with the row labels of a pivot, which are frozen unless the user chose otherwise. */
  readonly labelColumns?: number;
  readonly formatter: CellFormatter;
  readonly chartUri: string;
  readonly nonce: string;
  formatNumber(value: number): string;
  /** Announces a text in the live region. */
  announce(text: string): void;
  loadState(resultId: string): ResultViewState | undefined;
  saveState(resultId: string, state: ResultViewState): void;
  /** Opens a notebook's result in the results view; undefined on the page of that view. */
  readonly openInResults?: (resultId: string) => void;
}
