import type { ResultOriginLabels, ShownResult } from "../../protocol/results-view.ts";

/** Where a result of differences comes from; of two places it has what they share. */
export function compareOrigin(
  left: ResultOriginLabels,
  right: ResultOriginLabels,
  keys: readonly string[],
  tolerance: string,
): ResultOriginLabels {
  const shared = (one: string | undefined, other: string | undefined) => (one === other ? one : undefined);
  const places = left.connection === right.connection ? left.connection : `${left.connection}, ${right.connection}`;
  return {
    title: `${left.title} → ${right.title}`,
    query: `Differences from ${left.title} to ${right.title}, by ${keys.join(", ")}, tolerance ${tolerance}`,
    isComparison: true,
    connection: places,
    tenant: shared(left.tenant, right.tenant),
    project: shared(left.project, right.project),
  };
}

/** Whether a text is no number that differences can be held against. */
export function toleranceProblem(text: string): boolean {
  return !/^\d{1,18}(\.\d{1,18})?$/.test(text.trim());
}

/** Whether an earlier result is of a run of the same statement at the same place. */
export function isEarlierRun(result: ShownResult, of: ShownResult): boolean {
  const facts = ({ origin: { query, connectionId, tenant, project } }: ShownResult) =>
    JSON.stringify([query, connectionId, tenant, project]);
  return result.startedAtMs < of.startedAtMs && facts(result) === facts(of);
}

/** The results to compare one with: earlier runs of the same statement first, in both parts the newest first. */
export function comparable(results: readonly ShownResult[], right: ShownResult): readonly ShownResult[] {
  const others = results
    .filter((result) => result !== right && result.summary.columns.length > 0)
    .toSorted((one, other) => other.startedAtMs - one.startedAtMs);
  const isEarlier = (result: ShownResult) => isEarlierRun(result, right);
  return [...others.filter(isEarlier), ...others.filter((result) => !isEarlier(result))];
}
