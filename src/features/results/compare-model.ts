import type { ResultSummary } from "../../protocol/data-worker.ts";
import type { ResultOriginLabels, ShownResult } from "../../protocol/results-view.ts";

/** Run to compare a result with. The result of the run may be closed. */
export interface ComparedRun {
  readonly summary: Pick<ResultSummary, "resultId" | "rowCount">;
  readonly origin: ResultOriginLabels;
  readonly startedAtMs: number;
}

/**
 * Returns the origin labels of a comparison of results with these titles. Tenant and project are set only if both compared results
 * have the same.
 */
export function originOfComparison(
  left: ResultOriginLabels,
  right: ResultOriginLabels,
  [leftTitle, rightTitle]: readonly [left: string, right: string],
  keys: readonly string[],
  tolerance: string,
): ResultOriginLabels {
  const shared = (one: string | undefined, other: string | undefined) => (one === other ? one : undefined);
  const connections =
    left.connection === right.connection ? left.connection : `${left.connection}, ${right.connection}`;
  return {
    title: `${leftTitle} → ${rightTitle}`,
    query: `Differences from ${leftTitle} to ${rightTitle}, by ${keys.join(", ")}, tolerance ${tolerance}`,
    isComparison: true,
    connection: connections,
    tenant: shared(left.tenant, right.tenant),
    project: shared(left.project, right.project),
  };
}

/** Whether a text is not a valid numeric tolerance for a comparison. */
export function isInvalidTolerance(text: string): boolean {
  return !/^\d{1,18}(\.\d{1,18})?$/.test(text.trim());
}

/**
 * Whether `result` comes from an earlier run than `current`, of the same statement on the same connection, tenant and
 * project.
 */
export function isEarlierRun(result: ComparedRun, current: ComparedRun): boolean {
  const sourceKey = ({ origin: { query, connectionId, tenant, project } }: ComparedRun) =>
    JSON.stringify([query, connectionId, tenant, project]);
  return result.startedAtMs < current.startedAtMs && sourceKey(result) === sourceKey(current);
}

/**
 * Returns the results that `right` can be compared with: earlier runs of the same statement first, then the others,
 * each newest first.
 */
export function comparableResults(results: readonly ShownResult[], right: ShownResult): readonly ShownResult[] {
  const others = results
    .filter((result) => result !== right && result.summary.columns.length > 0)
    .toSorted((one, other) => other.startedAtMs - one.startedAtMs);
  const isEarlier = (result: ShownResult) => isEarlierRun(result, right);
  return [...others.filter(isEarlier), ...others.filter((result) => !isEarlier(result))];
}
