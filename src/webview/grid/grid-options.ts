import type { TreeNode } from "../../protocol/data-worker.ts";
import type { ColumnSummary, SummaryBar } from "../../protocol/result-columns.ts";
import type { ResultsStrings } from "../../protocol/results-strings.ts";
import type { CellFormatter } from "./cell-display.ts";
import type { GridPosition } from "./grid-selection.ts";
import type { HeaderSummaries } from "./header-summary.ts";
import type { RowReader } from "./window-loader.ts";

export interface GridOptions {
  readonly strings: ResultsStrings;
  readonly rowHeight: number;
  readonly formatter: CellFormatter;
  /** Column summaries to show in the headers. Undefined for none. */
  readonly summaries?: HeaderSummaries;
  readonly readRows: RowReader;
  readonly actions: GridActions;
  formatNumber(value: number): string;
  /** Announces a text to screen readers in the page's live region. */
  announce(text: string): void;
  /** Called with an error when rows could not be read, and with undefined when reading works again. */
  onReadFailure(failure: unknown): void;
  /** Called when the active cell, selection, widths or column arrangement changed. */
  onDidChange(): void;
  /** Called when another cell became active. The column is a position in the result. */
  onDidMove?(location: GridPosition): void;
  onPickBar?(position: number, bar: SummaryBar, summary: ColumnSummary): void;
}

/** Actions that the grid's keyboard and pointer handlers trigger outside the grid. */
export interface GridActions {
  /** Sorts by a column. If `isAdding` is true, keeps the other sort columns. */
  sort(column: number, isAdding: boolean): void;
  openValue(location: GridPosition): void;
  /** Opens the context menu of a cell. Row -1 means the column's header. */
  openMenu(location: GridPosition, anchor: HTMLElement): void;
  copy(): void;
  /** Applies the text in the filter field of a column. */
  filter(column: number, text: string): void;
  /** Opens the filter dialog of a column, by default under the column's header. */
  openFilter(column: number, anchor: HTMLElement | undefined): void;
  toggleFilters(): void;
  find(): void;
  findAgain(direction: "next" | "previous"): void;
  /** Switches between exact and localized display of values. */
  toggleExact(): void;
  /** Expands or collapses a member of a hierarchy. */
  toggleMember(node: TreeNode): void;
  /** Activates the parent member of a row. */
  goToParent(location: GridPosition, level: number): void;
}
