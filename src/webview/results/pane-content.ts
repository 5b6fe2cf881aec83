import type { ResultColumn } from "../../protocol/data-worker.ts";
import type { RowView } from "../../protocol/row-view.ts";

/** Data that the pane of a result shows. Only the class `ResultPane` changes it. */
export interface PaneContent {
  readonly resultId: string;
  columns: readonly ResultColumn[];
  /** Positions of the visible columns, in order. */
  shown: readonly number[];
  view: RowView;
}
