import type { ResultColumn, SortKey } from "../../protocol/data-worker.ts";

/** What the grid shows. The grid alone writes it, its parts read it. */
export interface GridContent {
  columns: readonly ResultColumn[];
  rowCount: number;
  sort: SortKey | undefined;
}
