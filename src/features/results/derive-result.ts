import type { ResultSummary } from "../../protocol/data-worker.ts";
import type { ResultOriginLabels } from "../../protocol/results-view.ts";
import type { ResultListModel } from "./result-list-model.ts";

interface DeriveServices {
  readonly results: ResultListModel;
  readonly reveal: () => Promise<void>;
}

/**
 * Shows a result that the data worker computes from other results. It is shown as loading and can be cancelled. An
 * error is shown with the result and rethrown.
 */
export async function deriveResult(
  resultId: string,
  origin: ResultOriginLabels,
  { results, reveal }: DeriveServices,
  derive: (label: string, signal: AbortSignal) => Promise<ResultSummary>,
  rerun: () => Promise<void>,
): Promise<void> {
  const controller = new AbortController();
  const { label } = results.begin(resultId, origin, {
    cancel: () => controller.abort(new DOMException("The work was cancelled.", "AbortError")),
    // The failure is shown with the new result.
    rerun: () => void rerun().catch(() => undefined),
  });
  await reveal();
  try {
    results.update(await derive(label, controller.signal));
  } catch (error) {
    if (controller.signal.aborted) {
      results.fail(resultId, "cancelled", undefined);
      return;
    }
    results.fail(resultId, "failed", error instanceof Error ? error.message : String(error));
    throw error;
  }
}
