import type { ColumnSummary, SummaryBar } from "../../protocol/result-columns.ts";
import type { ResultsStrings } from "../../protocol/results-strings.ts";
import type { CellFormatter } from "./cell-display.ts";
import type { GridActions } from "./grid-actions.ts";
import type { GridPosition } from "./grid-selection.ts";
import type { HeaderSummaries } from "./header-summary.ts";
import type { ReadRows } from "./window-loader.ts";

export interface GridOptions {
  readonly strings: ResultsStrings;
  readonly rowHeight: number;
  readonly formatter: CellFormatter;
  /** Undefined for headers without summaries. */
  readonly summaries?: HeaderSummaries;
  readonly readRows: ReadRows;
  readonly actions: GridActions;
  formatNumber(value: number): string;
  /** Announces a text in the live region. */
  announce(text: string): void;
  /** Called when rows could not be read, and with undefined when they can be read again. */
  onReadFailure(failure: unknown): void;
  /** Called when position, selection, widths or column arrangement changed. */
  onDidChange(): void;
  /** Called when another cell became active, with its column as position in the result. */
  onDidMove?(location: GridPosition): void;
  onPickBar?(position: number, bar: SummaryBar, summary: ColumnSummary): void;
}
