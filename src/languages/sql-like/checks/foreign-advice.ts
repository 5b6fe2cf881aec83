import type { AnalyticObject, ModelSource } from "../../core/model/model-source.ts";
import type { Problem } from "../../core/text/problem.ts";
import type { BoundQueryResult } from "../binding/bind-query.ts";
import { createProblem } from "../syntax/diagnostics.ts";
import type { Query } from "../syntax/tree.ts";
import { fittingMetrics } from "./fitting-metrics.ts";

/** Says in terms of the model what to write in place of SQL that the language does not have (sql-like-language 17, W13, W15 and W33). */
export function withAdvice(
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
      ? createProblem("SL601", problem, { clause: title, substitute: `${grouping} already groups the result.` })
      : problem;
  }
  const path = title === "JOIN" ? pathOfJoin(text.slice(clause.start, clause.end), object) : undefined;
  return path ? createProblem("SL601", problem, { clause: title, substitute: path }) : problem;
}

function withMetric(problem: Problem, text: string, query: Query, object: AnalyticObject, model: ModelSource): Problem {
  const aggregate = query.items
    .map(({ expression }) => expression)
    .find(({ start, end }) => start === problem.start && end === problem.end);
  if (aggregate?.kind !== "unsupported" || !aggregate.standsForMetric) {
    return problem;
  }
  const own = [...model.metrics()].filter((metric) => metric.object === object.id && metric.parameters.length === 0);
  const [best] = fittingMetrics(own, text, aggregate);
  const values = { what: "Properties are not aggregated", suggestion: best ? ` such as \`${best.id}()\`` : "" };
  return createProblem("SL602", problem, values);
}

/** The first item that groups, as short as it can be told. */
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
