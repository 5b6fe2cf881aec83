import type { AnalyticObject, ModelSource } from "../core/model-source.ts";
import { lookUpMetric, lookUpObject } from "./model-lookup.ts";
import { type QueryKind, queryKind } from "./query-kind.ts";
import { resolvePath } from "./resolve-path.ts";
import type { Query } from "./tree.ts";

/** The kind of a query as the model says it: a bare metric counts too (sql-like-language 4.1). */
export function kindOf(query: Query, model: ModelSource): QueryKind {
  const from = fromObject(query, model);
  const hasMetric =
    from !== undefined &&
    query.items.some(({ expression }) => {
      if (expression.kind === "call") {
        return lookUpMetric(model, expression.name.text) !== undefined;
      }
      const segments = expression.kind === "path" ? expression.segments.map(({ text }) => text) : [];
      return segments.length > 0 && resolvePath(model, from.id, segments).kind === "metric";
    });
  return hasMetric ? "aggregate" : queryKind(query);
}

/** The object after FROM, when the model knows it. */
export function fromObject({ from }: Query, model: ModelSource): AnalyticObject | undefined {
  const [name, ...others] = from?.object.kind === "path" ? from.object.segments : [];
  return name && others.length === 0 ? lookUpObject(model, name.text) : undefined;
}
