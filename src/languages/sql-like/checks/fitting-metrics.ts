import type { Metric } from "../../core/model/model-source.ts";
import type { Unsupported } from "../syntax/tree.ts";

/** Words by which metrics of a kind are called. */
const aggregateWords: Readonly<Record<string, readonly string[]>> = {
  AVG: ["average", "avg", "mean"],
  COUNT: ["count", "number", "headcount"],
  MAX: ["max", "highest", "most"],
  MEDIAN: ["median"],
  MIN: ["min", "lowest", "least"],
  STDDEV: ["deviation", "stddev"],
  SUM: ["sum", "total"],
};

export type NamedMetric = Pick<Metric, "id" | "displayName" | "formula">;

export interface FittingMetric {
  readonly id: string;
  /** It fits better than every other. */
  readonly isBest: boolean;
}

/** The metrics whose name or formula fits an aggregate of SQL such as `AVG(Age)`, the best first. */
export function fittingMetrics(metrics: readonly NamedMetric[], text: string, aggregate: Unsupported): FittingMetric[] {
  const [name = ""] = /^\w+/.exec(text.slice(aggregate.start, aggregate.end)) ?? [];
  const words = aggregateWords[name.toUpperCase()] ?? [];
  const [argument] = aggregate.parts;
  const property = argument?.kind === "path" ? (argument.segments.at(-1)?.text ?? "") : "";
  const scored = metrics
    .map((metric) => ({ id: metric.id, score: likeness(metric, words, property) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
  return scored.map(({ id, score }, index) => ({ id, isBest: index === 0 && score > (scored[1]?.score ?? 0) }));
}

function likeness({ id, displayName, formula = "" }: NamedMetric, words: readonly string[], property: string): number {
  const name = `${id} ${displayName}`.toLowerCase();
  const parts = property
    .toLowerCase()
    .split("_")
    .filter((part) => part.length > 2);
  const isOfKind = words.some((word) => name.includes(word) || formula.toLowerCase().includes(word));
  const isOfProperty = property !== "" && formula.includes(property);
  return (isOfKind ? 1 : 0) + (isOfProperty ? 3 : 0) + parts.filter((part) => name.includes(part)).length * 2;
}
