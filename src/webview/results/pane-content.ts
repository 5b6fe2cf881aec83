import type { ResultColumn } from "../../protocol/data-worker.ts";
import type { RowView } from "../../protocol/row-view.ts";

/** Content of a pane. Only the pane writes it; its parts read it. */
export interface PaneContent {
  readonly resultId: string;
  columns: readonly ResultColumn[];
  /** Positions of the visible columns, in order. */
  shown: readonly number[];
  view: RowView;
}
