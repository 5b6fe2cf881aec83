import type { ResultColumn } from "../../protocol/data-worker.ts";
import type { RowView } from "../../protocol/row-view.ts";

/** What the grid shows. The grid alone writes it, its parts read it. */
export interface GridContent {
  /** Those that show, in their order. */
  columns: readonly ResultColumn[];
  /** Where each of them stands in the result. */
  positions: readonly number[];
  /** Lines of headers: two where something stands over the columns. */
  headLines: 1 | 2;
  rowCount: number;
  view: RowView;
}
