import type { ResultOriginFacts } from "../../protocol/results-view.ts";

/** Where a result of differences comes from; of two places it has what they share. */
export function compareOrigin(
  left: ResultOriginFacts,
  right: ResultOriginFacts,
  keys: readonly string[],
  tolerance: string,
): ResultOriginFacts {
  const shared = (one: string | undefined, other: string | undefined) => (one === other ? one : undefined);
  const places = left.connection === right.connection ? left.connection : `${left.connection}, ${right.connection}`;
  return {
    title: `${left.title} → ${right.title}`,
    query: `Differences from ${left.title} to ${right.title}, by ${keys.join(", ")}, tolerance ${tolerance}`,
    connection: places,
    tenant: shared(left.tenant, right.tenant),
    project: shared(left.project, right.project),
  };
}

/** Whether a text is no number that differences can be held against. */
export function toleranceProblem(text: string): boolean {
  return !/^\d{1,18}(\.\d{1,18})?$/.test(text.trim());
}
