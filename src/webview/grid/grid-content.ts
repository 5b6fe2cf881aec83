import type { ResultColumn } from "../../protocol/data-worker.ts";
import type { RowView } from "../../protocol/row-view.ts";

/** What the grid shows. The grid alone writes it, its parts read it. */
export interface GridContent {
  /** Those that show, in their order. */
  columns: readonly ResultColumn[];
  /** Where each of them stands in the result. */
  positions: readonly number[];
  rowCount: number;
  view: RowView;
}
