import type { ResultColumn } from "../../protocol/data-worker.ts";
import type { RowView } from "../../protocol/row-view.ts";

/** Content of the grid. Only the grid writes it; its parts read it. */
export interface GridContent {
  /** Visible columns, in order. */
  columns: readonly ResultColumn[];
  /** Position of each visible column in the result. */
  positions: readonly number[];
  /** Number of header lines: two if columns have group headings. */
  headLines: 1 | 2;
  rowCount: number;
  view: RowView;
}
