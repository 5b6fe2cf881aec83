import type { ResultColumn } from "../../protocol/data-worker.ts";
import type { RowView } from "../../protocol/row-view.ts";

/** What a pane shows of its result. The pane alone writes it, its parts read it. */
export interface PaneContent {
  readonly resultId: string;
  columns: readonly ResultColumn[];
  /** The positions that show, in their order. */
  shown: readonly number[];
  view: RowView;
}
