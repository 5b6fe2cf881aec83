import type { ModelEntry, ModelSearch, ModelSearchResult } from "../../src/languages/core/model/model-requests.ts";
import { appendixMembers, appendixMetrics, appendixObjects } from "./appendix-model.ts";

type KindedEntry = ModelEntry & { readonly kind: ModelSearch["kind"]; readonly dimension?: string };

const entries: readonly KindedEntry[] = [
  ...appendixMetrics.map((metric): KindedEntry => ({ kind: "metric", ...metric })),
  ...appendixObjects.flatMap(({ id, displayName, kind, properties, dimensions, concepts, references }) => [
    { kind: "analyticObject" as const, id, displayName, objectKind: kind.toUpperCase(), references },
    ...properties.map((one) => ({ kind: "property" as const, ...one, dataType: one.type, object: id })),
    ...concepts.map((one) => ({ kind: "concept" as const, ...one, object: id })),
    ...dimensions.map((one) => ({
      id: one.id,
      displayName: one.displayName,
      kind: "dimension" as const,
      object: id,
      levels: (one.levels ?? []).map((level) => level.id),
      dimensionKind: one.kind,
    })),
    ...dimensions.flatMap((dimension) =>
      (appendixMembers.memberPaths(id, dimension.id) ?? []).map((names) => ({
        kind: "member" as const,
        id: names.at(-1) ?? "",
        displayName: names.at(-1) ?? "",
        object: id,
        dimension: dimension.id,
        path: names.join("."),
        names,
      })),
    ),
  ]),
];

/** What an editor answers to a search when its connection has the model of sql-like-language appendix A. */
export function answerFromAppendix({ kind, prefix, names, object, dimension }: ModelSearch): ModelSearchResult {
  // A service gives more than what is called exactly so.
  const wanted = (names ?? [prefix]).map((name) => name.toLowerCase());
  const found = entries.filter(
    (entry) =>
      entry.kind === kind &&
      (object === undefined || entry.object === object) &&
      (dimension === undefined || entry.dimension === dimension) &&
      wanted.some((name) => entry.id.toLowerCase().includes(name)),
  );
  return { entries: found, isComplete: true };
}
