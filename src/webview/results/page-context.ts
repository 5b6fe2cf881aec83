import type { ResultsStrings } from "../../protocol/results-strings.ts";
import type { ResultViewState } from "../../protocol/results-view.ts";
import type { CellFormatter } from "../grid/cell-display.ts";
import type { ScriptSource } from "../page-scripts.ts";
import type { ResultsHost } from "./results-host.ts";

/** Services that all parts of the page share. */
export interface PageContext extends ScriptSource {
  readonly host: ResultsHost;
  readonly strings: ResultsStrings;
  readonly language: string;
  readonly rowHeight: number;
  readonly hasSummaries: boolean;
  /**
   * Number of columns at the start that contain the row labels of a pivot. They are frozen unless the user chose
   * otherwise.
   */
  readonly labelColumns?: number;
  readonly formatter: CellFormatter;
  formatNumber(value: number): string;
  /** Announces a text to screen readers in the page's live region. */
  announce(text: string): void;
  loadState(resultId: string): ResultViewState | undefined;
  saveState(resultId: string, state: ResultViewState): void;
  /** Opens a notebook's result in the results view. Undefined in the results view itself. */
  readonly openInResults?: (resultId: string) => void;
}
