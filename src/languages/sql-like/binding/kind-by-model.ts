import type { AnalyticObject, Metric, ModelSource } from "../../core/model/model-source.ts";
import { findName } from "../../core/text/find-name.ts";
import { type QueryKind, queryKind } from "../syntax/query-kind.ts";
import type { Expression, Query } from "../syntax/tree.ts";
import { resolveSegments } from "./resolve-path.ts";

/**
 * Returns the query kind (aggregate or list) according to the model. Unlike the text-based check, it also detects
 * metrics that are written without call brackets (sql-like-language 4.1).
 */
export function queryKindByModel(query: Query, model: ModelSource): QueryKind {
  const from = findFromObject(query, model);
  return from ? queryKindOnObject(query, model, from) : queryKind(query);
}

/** Returns the query kind as `kindOf` does, for a FROM object that is already resolved. */
export function queryKindOnObject(query: Query, model: ModelSource, from: AnalyticObject): QueryKind {
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

/** Returns the object of the FROM clause; undefined if the model does not contain it. */
export function findFromObject({ from }: Query, model: ModelSource): AnalyticObject | undefined {
  const [name, ...others] = from?.object.kind === "path" ? from.object.segments : [];
  return name && others.length === 0 ? lookUpObject(model, name.text) : undefined;
}

/**
 * Finds a metric by id. Prefers an exact match, which needs no scan of all metrics; otherwise returns the only
 * case-insensitive match.
 */
export function lookUpMetric(model: ModelSource, id: string): Metric | undefined {
  return model.metric(id) ?? findName(model.metrics(), id)?.item;
}

/** Finds an analytic object by id. Prefers an exact match; otherwise returns the only case-insensitive match. */
export function lookUpObject(model: ModelSource, id: string): AnalyticObject | undefined {
  return model.object(id) ?? findName(model.objects(), id)?.item;
}
