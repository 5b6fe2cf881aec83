import type { ResultColumn } from "../../protocol/data-worker.ts";
import type { RowView } from "../../protocol/row-view.ts";

/** Data that the grid shows. Only the class `Grid` changes it. */
export interface GridContent {
  /** Visible columns, in order. */
  columns: readonly ResultColumn[];
  /** Position in the result of each visible column. */
  positions: readonly number[];
  /** Number of header lines. It is two if columns have group headings. */
  headLines: 1 | 2;
  rowCount: number;
  view: RowView;
  /** Whether another order or filter of the rows was requested and is not shown yet. */
  isArranging: boolean;
}
