import type { AnalyticObject, Metric, ModelSource } from "../../core/model/model-source.ts";
import { findName } from "../../core/text/find-name.ts";
import { type QueryKind, queryKind } from "../syntax/query-kind.ts";
import type { Expression, Query } from "../syntax/tree.ts";
import { resolveSegments } from "./resolve-path.ts";

/**
 * Query kind according to the model: unlike by text alone, a metric without a call counts too (sql-like-language 4.1).
 */
export function kindOf(query: Query, model: ModelSource): QueryKind {
  const from = fromObject(query, model);
  return from ? kindFrom(query, model, from) : queryKind(query);
}

/** Like `kindOf`, for a known FROM object. */
export function kindFrom(query: Query, model: ModelSource, from: AnalyticObject): QueryKind {
  for (const { expression } of query.items) {
    if (expression.kind === "call" ? lookUpMetric(model, expression.name.text) : isMetric(expression, model, from)) {
      return "aggregate";
    }
  }
  return queryKind(query);
}

function isMetric(expression: Expression, model: ModelSource, from: AnalyticObject): boolean {
  // An attribute of the same name takes precedence.
  return expression.kind === "path" && resolveSegments(model, from, expression.segments).kind === "metric";
}

/** FROM object, if the model knows it. */
export function fromObject({ from }: Query, model: ModelSource): AnalyticObject | undefined {
  const [name, ...others] = from?.object.kind === "path" ? from.object.segments : [];
  return name && others.length === 0 ? lookUpObject(model, name.text) : undefined;
}

/**
 * Metric by id; if there is no exact match, the only one that matches in another letter case. The exact match needs no
 * scan of all metrics.
 */
export function lookUpMetric(model: ModelSource, id: string): Metric | undefined {
  return model.metric(id) ?? findName(model.metrics(), id)?.item;
}

/** Analytic object by id; if there is no exact match, the only one that matches in another letter case. */
export function lookUpObject(model: ModelSource, id: string): AnalyticObject | undefined {
  return model.object(id) ?? findName(model.objects(), id)?.item;
}
