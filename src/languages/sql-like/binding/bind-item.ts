import type { AnalyticObject, Dimension, ModelSource } from "../../core/model/model-source.ts";
import { findName, findNearestNames } from "../../core/text/find-name.ts";
import type { Problem } from "../../core/text/problem.ts";
import { isSameWordIgnoringCase } from "../../core/text/same-word.ts";
import { createQueryProblem, withReplacements } from "../syntax/diagnostics.ts";
import { obsoletePeriods } from "../syntax/keywords.ts";
import type { QueryKind } from "../syntax/query-kind.ts";
import { findTimeColumnName } from "../syntax/time-column.ts";
import type { Expression, FunctionCall, NamePath, Query, SelectItem } from "../syntax/tree.ts";
import { isInCall, predicatesOf } from "../syntax/walk.ts";
import { bindMetric } from "./bind-metric.ts";
import { bindPath } from "./bind-path.ts";
import { type BoundPath, isConceptPath, isDimensionPath, isPropertyPath } from "./bound-condition.ts";
import type { BoundAttribute, BoundLevel } from "./bound-query.ts";
import { isCallOf, reportInvalidArguments } from "./time-arguments.ts";

export interface SelectItemScope {
  readonly model: ModelSource;
  readonly from: AnalyticObject;
  readonly kind: QueryKind;
  readonly timeColumn: string;
  readonly problems: Problem[];
}

/** Binds one item of the SELECT list. Reports the item's errors and returns `undefined` if there are any. */
export function bindSelectItem({ expression }: SelectItem, scope: SelectItemScope): BoundAttribute | undefined {
  const { model, from, problems } = scope;
  if (findTimeColumnName(expression, scope.timeColumn)) {
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
      problems.push(createQueryProblem("SL201", expression, { expected: "A metric, an axis or a column", found }));
      return undefined;
    }
    default:
      return undefined;
  }
}

function bindAttribute(path: NamePath, { model, from, kind, problems }: SelectItemScope): BoundAttribute | undefined {
  const bound = bindPath(model, from, path, kind === "aggregate" ? "dimension" : "property", problems);
  if (!bound) {
    return undefined;
  }
  if ("kind" in bound) {
    const { metric } = bound;
    problems.push(createQueryProblem("SL302", path, { name: metric.id }));
    if (metric.object !== from.id) {
      problems.push(createQueryProblem("SL306", path, { name: metric.id, owner: metric.object, object: from.id }));
    }
    return undefined;
  }
  if (kind === "list") {
    reportMultiValue(path, bound, problems);
  } else if (bound.attribute.kind === "property") {
    const advice = "an aggregate query groups by dimensions and concepts";
    problems.push(createQueryProblem("SL310", path, { name: bound.attribute.property.id, what: "property", advice }));
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

function reportMultiValue(path: NamePath, bound: BoundPath, problems: Problem[]): void {
  const reference = bound.references.find(({ isMultiValue }) => isMultiValue);
  if (reference) {
    problems.push(createQueryProblem("SL705", path, { name: reference.id }));
  }
}

/**
 * Whether a SELECT item is the `period(...)` call that belongs to the obsolete `intervalFrom(...)` of the query
 * (sql-like-language 5.2).
 */
export function isObsoletePeriod({ expression }: SelectItem, query: Query): boolean {
  if (!isCallOf("period", expression) || !query.where) {
    return false;
  }
  return predicatesOf(query.where.condition).some(
    ({ predicate }) =>
      predicate.kind === "in" &&
      isInCall(predicate.values) &&
      isSameWordIgnoringCase(predicate.values.name.text, obsoletePeriods),
  );
}

/** Binds `level(dimension, "level id")`; reports SL307, SL308, SL406, SL703 and problems of the path. */
function bindLevel(
  model: ModelSource,
  from: AnalyticObject,
  call: FunctionCall,
  problems: Problem[],
): BoundAttribute | undefined {
  const first = call.arguments[0]?.value;
  const second = call.arguments[1]?.value;
  const path = first?.kind === "path" ? bindPath(model, from, first, "dimension", problems) : undefined;
  const isDimension = path !== undefined && !("kind" in path) && isDimensionPath(path);
  const isLevel = second?.kind === "string" || second?.kind === "number";
  const isMisused = first?.kind !== "path" || (path !== undefined && !isDimension);
  if (call.arguments.length !== 2 || !isLevel || isMisused) {
    reportInvalidArguments(call, problems);
    return undefined;
  }
  if (!isDimension) {
    return undefined;
  }
  const level = findLevel(path.attribute.dimension, second, problems);
  return level && { kind: "level", path, level };
}

function findLevel(dimension: Dimension, written: Expression, problems: Problem[]): BoundLevel | undefined {
  if (dimension.kind === "range" || dimension.levels?.length === 0) {
    problems.push(createQueryProblem("SL308", written, { dimension: dimension.id }));
    return undefined;
  }
  if (written.kind === "number") {
    const level = dimension.levels?.find(({ depth }) => depth === written.value);
    if (dimension.levels && !level) {
      reportUnknown(dimension, written.text, written, problems);
      return undefined;
    }
    const suggestion = level ? `, "${level.id}"` : "";
    problems.push(withReplacements(createQueryProblem("SL703", written, { suggestion }), level ? [level.id] : []));
    return level ?? { depth: written.value };
  }
  const id = written.kind === "string" ? written.value : "";
  if (!dimension.levels) {
    return { id };
  }
  const found = findName(dimension.levels, id);
  if (!found) {
    reportUnknown(dimension, id, written, problems);
    return undefined;
  }
  if (!found.isExact) {
    problems.push(withReplacements(createQueryProblem("SL701", written, { name: found.item.id }), [found.item.id]));
  }
  return found.item;
}

function reportUnknown(dimension: Dimension, level: string, written: Expression, problems: Problem[]): void {
  const known = dimension.levels ?? [];
  const levels = known.map(({ id }) => `\`${id}\``).join(", ");
  const ids = known.map(({ id }) => id);
  const called = known.filter(({ displayName }) => displayName.toLowerCase() === level.toLowerCase());
  const likely = called.length > 0 ? called.map(({ id }) => id) : findNearestNames(ids, level, 1);
  const problem = createQueryProblem("SL307", written, { dimension: dimension.id, level, levels });
  problems.push(withReplacements(problem, likely.length > 0 ? likely : ids));
}
