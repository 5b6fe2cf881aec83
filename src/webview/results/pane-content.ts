import type { ResultColumn, SortKey } from "../../protocol/data-worker.ts";

/** What a pane shows of its result. The pane alone writes it, its parts read it. */
export interface PaneContent {
  readonly resultId: string;
  columns: readonly ResultColumn[];
  sort: SortKey | undefined;
}
