import type { ResultState } from "../../protocol/data-worker.ts";
import { baseResultId } from "../../protocol/pivot.ts";
import type { PivotState } from "../../protocol/result-tabs-state.ts";
import type { ResultsHost } from "./results-host.ts";

/** The pivot that a result is shown as by itself; undefined where it is shown as the table it is. */
export async function suggestTab(
  host: ResultsHost,
  resultId: string,
  state: ResultState,
): Promise<PivotState | undefined> {
  if (state !== "done" || baseResultId(resultId) !== resultId) {
    return undefined;
  }
  try {
    const { request } = await host.ask("suggestPivot", { resultId });
    return request ? { request, depth: request.rows.length } : undefined;
  } catch {
    // The table is there either way.
    return undefined;
  }
}
