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
  readonly looks: CellFormatter;
  /** Left out for headers without summaries. */
  readonly summaries?: HeaderSummaries;
  readonly readRows: ReadRows;
  readonly actions: GridActions;
  formatNumber(value: number): string;
  /** For the live region. */
  announce(text: string): void;
  /** Rows could not be read; undefined when they can again. */
  onReadFailure(failure: unknown): void;
  /** Position, selection, widths or the arrangement of columns changed. */
  onDidChange(): void;
  /** Another cell became the active one; its column is given by position. */
  onDidMove?(place: GridPosition): void;
  onPickBar?(position: number, bar: SummaryBar, summary: ColumnSummary): void;
}
