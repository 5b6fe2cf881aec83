import type { AnalyticObject, Metric, ModelSource } from "../../core/model/model-source.ts";
import type { Problem } from "../../core/text/problem.ts";
import type { BoundQueryResult } from "../binding/bind-query.ts";
import { createQueryProblem } from "../syntax/diagnostics.ts";
import type { Query, UnsupportedExpression } from "../syntax/tree.ts";

/**
 * Words that occur in the names or formulas of metrics, by SQL aggregate function. Used to find the metric that
 * replaces a function.
 */
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

interface FittingMetric {
  readonly id: string;
  /** Whether this metric fits the SQL aggregate better than all other metrics. */
  readonly isBest: boolean;
}

/** Returns the metrics whose name or formula matches an SQL aggregate such as `AVG(Age)`, best match first. */
export function findFittingMetrics(
  metrics: readonly NamedMetric[],
  text: string,
  aggregate: UnsupportedExpression,
): FittingMetric[] {
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

/**
 * Adds advice to problems about unsupported SQL: which items of the model to use instead (sql-like-language 17, W13,
 * W15 and W33).
 */
export function addForeignSqlAdvice(
  problems: readonly Problem[],
  text: string,
  query: Query,
  result: BoundQueryResult,
  model: ModelSource,
): readonly Problem[] {
  return problems.map((problem) => adviseOn(problem, text, query, result, model));
}

function adviseOn(
  problem: Problem,
  text: string,
  query: Query,
  { object, kind }: BoundQueryResult,
  model: ModelSource,
): Problem {
  if (!object) {
    return problem;
  }
  if (problem.code === "SL602") {
    return withMetric(problem, text, query, object, model);
  }
  const clause = query.unsupported.find(({ start, end }) => start === problem.start && end === problem.end);
  if (problem.code !== "SL601" || !clause) {
    return problem;
  }
  const title = clause.title;
  if (title === "GROUP BY" && kind === "aggregate") {
    const grouping = groupingItem(text, query);
    return grouping
      ? createQueryProblem("SL601", problem, { clause: title, substitute: `${grouping} already groups the result.` })
      : problem;
  }
  const path = title === "JOIN" ? pathOfJoin(text.slice(clause.start, clause.end), object) : undefined;
  return path ? createQueryProblem("SL601", problem, { clause: title, substitute: path }) : problem;
}

function withMetric(problem: Problem, text: string, query: Query, object: AnalyticObject, model: ModelSource): Problem {
  const aggregate = query.items
    .map(({ expression }) => expression)
    .find(({ start, end }) => start === problem.start && end === problem.end);
  if (aggregate?.kind !== "unsupported" || !aggregate.standsForMetric) {
    return problem;
  }
  const own = [...model.metrics()].filter((metric) => metric.object === object.id && metric.parameters.length === 0);
  const [best] = findFittingMetrics(own, text, aggregate);
  const values = { what: "Properties are not aggregated", suggestion: best ? ` such as \`${best.id}()\`` : "" };
  return createQueryProblem("SL602", problem, values);
}

/** Returns the text of the first SELECT item that groups rows, as short as possible. */
function groupingItem(text: string, { items }: Query): string | undefined {
  for (const { expression } of items) {
    const [first] = expression.kind === "call" ? expression.arguments : [];
    if (expression.kind === "call" && first && expression.name.text.toLowerCase() === "level") {
      return `\`level(${text.slice(first.start, first.end)}, …)\``;
    }
    if (expression.kind === "path") {
      return `\`${text.slice(expression.start, expression.end)}\``;
    }
  }
  return undefined;
}

function pathOfJoin(clause: string, object: AnalyticObject): string | undefined {
  const joined = /\bJOIN\s+(\w+)/i.exec(clause)?.[1];
  const reference = object.references.find(({ target }) => target === joined);
  return reference && `Reach \`${joined}\` through \`${object.id}.${reference.id}\`.`;
}
