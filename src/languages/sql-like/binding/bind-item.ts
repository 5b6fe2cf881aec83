import type { AnalyticObject, ModelSource } from "../../core/model/model-source.ts";
import type { Problem } from "../../core/text/problem.ts";
import { isSameWord } from "../../core/text/same-word.ts";
import { createProblem } from "../syntax/diagnostics.ts";
import { obsoletePeriods } from "../syntax/keywords.ts";
import type { QueryKind } from "../syntax/query-kind.ts";
import { timeColumnName } from "../syntax/time-column.ts";
import type { Item, Path, Query } from "../syntax/tree.ts";
import { isCall, predicatesOf } from "../syntax/walk.ts";
import { bindLevel } from "./bind-level.ts";
import { bindMetric } from "./bind-metric.ts";
import { bindPath } from "./bind-path.ts";
import { type BoundPath, isConceptPath, isDimensionPath, isPropertyPath } from "./bound-condition.ts";
import type { BoundAttribute } from "./bound-query.ts";
import { isCallOf } from "./time-arguments.ts";

export interface ItemScope {
  readonly model: ModelSource;
  readonly from: AnalyticObject;
  readonly kind: QueryKind;
  readonly timeColumn: string;
  readonly problems: Problem[];
}

/** Binds one item of SELECT; `undefined` when it has errors, which are reported. */
export function bindItem({ expression }: Item, scope: ItemScope): BoundAttribute | undefined {
  const { model, from, problems } = scope;
  if (timeColumnName(expression, scope.timeColumn)) {
    return { kind: "time" };
  }
  switch (expression.kind) {
    case "call": {
      if (isCallOf("level", expression)) {
        return bindLevel(model, from, expression, problems);
      }
      const metric = bindMetric(model, from, expression, problems);
      return metric && { kind: "metric", ...metric };
    }
    case "path":
      return bindAttribute(expression, scope);
    case "string":
    case "number":
    case "boolean": {
      const found = ", not a value";
      problems.push(createProblem("SL201", expression, { expected: "A metric, an axis or a column", found }));
      return undefined;
    }
    default:
      return undefined;
  }
}

function bindAttribute(path: Path, { model, from, kind, problems }: ItemScope): BoundAttribute | undefined {
  const bound = bindPath(model, from, path, kind === "aggregate" ? "dimension" : "property", problems);
  if (!bound) {
    return undefined;
  }
  if ("kind" in bound) {
    const { metric } = bound;
    problems.push(createProblem("SL302", path, { name: metric.id }));
    if (metric.object !== from.id) {
      problems.push(createProblem("SL306", path, { name: metric.id, owner: metric.object, object: from.id }));
    }
    return undefined;
  }
  if (kind === "list") {
    reportMultiValue(path, bound, problems);
  } else if (bound.attribute.kind === "property") {
    const advice = "an aggregate query groups by dimensions and concepts";
    problems.push(createProblem("SL310", path, { name: bound.attribute.property.id, what: "property", advice }));
    return undefined;
  }
  return withAttribute(bound);
}

function withAttribute(path: BoundPath): BoundAttribute | undefined {
  if (isDimensionPath(path)) {
    return { kind: "dimension", path };
  }
  if (isConceptPath(path)) {
    return { kind: "concept", path };
  }
  return isPropertyPath(path) ? { kind: "property", path } : undefined;
}

function reportMultiValue(path: Path, bound: BoundPath, problems: Problem[]): void {
  const reference = bound.references.find(({ isMultiValue }) => isMultiValue);
  if (reference) {
    problems.push(createProblem("SL705", path, { name: reference.id }));
  }
}

/** Whether an item is the `period(...)` that the old `intervalFrom(...)` of the same query needs (sql-like-language 5.2). */
export function isOldPeriod({ expression }: Item, query: Query): boolean {
  if (!isCallOf("period", expression) || !query.where) {
    return false;
  }
  return predicatesOf(query.where.condition).some(
    ({ predicate }) =>
      predicate.kind === "in" && isCall(predicate.values) && isSameWord(predicate.values.name.text, obsoletePeriods),
  );
}
