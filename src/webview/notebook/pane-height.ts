import type { ResultSummary } from "../../protocol/data-worker.ts";
import type { ResultLooks } from "../../protocol/result-columns.ts";
import type { ResultTab } from "../../protocol/result-tabs-state.ts";

/** Pixels of everything but the rows: tools, headers, the line of the selection, a scroll bar. */
const frameHeight = 130;
const summaryHeight = 40;
const messageHeight = 32;
const tallest = 420;
const stateHeight = 190;

/** Pixels for a result: a few rows take little room, many scroll inside. */
export function paneHeight(
  { state, rowCount }: Pick<ResultSummary, "state" | "rowCount">,
  tab: ResultTab,
  { rowHeight, hasSummaries }: Pick<ResultLooks, "rowHeight" | "hasSummaries">,
): number {
  if (rowCount === 0) {
    return stateHeight;
  }
  if (tab !== "table") {
    return tallest;
  }
  const message = state === "done" || state === "loading" ? 0 : messageHeight;
  const wanted = frameHeight + message + (hasSummaries ? summaryHeight : 0) + rowCount * rowHeight;
  return Math.min(tallest, Math.max(stateHeight, wanted));
}
