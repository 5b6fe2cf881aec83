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
  /** Undefined for headers without summaries. */
  readonly summaries?: HeaderSummaries;
  readonly readRows: RowReader;
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

/** Actions that keyboard and pointer trigger in the owner of the grid. */
export interface GridActions {
  /** Sorts by a column; `isAdding` keeps the existing sort columns. */
  sort(column: number, isAdding: boolean): void;
  openValue(location: GridPosition): void;
  /** Opens a context menu; row -1 means the menu of the column. */
  openMenu(location: GridPosition, anchor: HTMLElement): void;
  copy(): void;
  /** Applies the text of a column's filter field. */
  filter(column: number, text: string): void;
  /** Opens the filter of a column, under its header unless another anchor is given. */
  openFilter(column: number, anchor: HTMLElement | undefined): void;
  toggleFilters(): void;
  find(): void;
  findAgain(direction: "next" | "previous"): void;
  /** Switches between exact and localized values. */
  toggleExact(): void;
  /** Expands or collapses a member of a tree. */
  toggleMember(node: TreeNode): void;
  /** Moves the focus back to where the user came from. */
  leave(): void;
  /** Goes to the parent member of a row. */
  goToParent(location: GridPosition, level: number): void;
}
