import type { AnalyticObject, Dimension, ModelSource } from "../../core/model/model-source.ts";
import { findName, nearestNames } from "../../core/text/find-name.ts";
import type { Problem } from "../../core/text/problem.ts";
import { createProblem, withReplacements } from "../syntax/diagnostics.ts";
import type { Call, Expression } from "../syntax/tree.ts";
import { bindPath } from "./bind-path.ts";
import { isDimensionPath } from "./bound-condition.ts";
import type { BoundAttribute, BoundLevel } from "./bound-query.ts";
import { reportArguments } from "./time-arguments.ts";

/** Binds `level(dimension, "level id")`; reports SL307, SL308, SL406, SL703 and what a path may have wrong. */
export function bindLevel(
  model: ModelSource,
  from: AnalyticObject,
  call: Call,
  problems: Problem[],
): BoundAttribute | undefined {
  const first = call.arguments[0]?.value;
  const second = call.arguments[1]?.value;
  const path = first?.kind === "path" ? bindPath(model, from, first, "dimension", problems) : undefined;
  const isDimension = path !== undefined && !("kind" in path) && isDimensionPath(path);
  const isLevel = second?.kind === "string" || second?.kind === "number";
  const isMisused = first?.kind !== "path" || (path !== undefined && !isDimension);
  if (call.arguments.length !== 2 || !isLevel || isMisused) {
    reportArguments(call, problems);
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
    problems.push(createProblem("SL308", written, { dimension: dimension.id }));
    return undefined;
  }
  if (written.kind === "number") {
    const level = dimension.levels?.find(({ depth }) => depth === written.value);
    if (dimension.levels && !level) {
      reportUnknown(dimension, written.text, written, problems);
      return undefined;
    }
    const suggestion = level ? `, "${level.id}"` : "";
    problems.push(withReplacements(createProblem("SL703", written, { suggestion }), level ? [level.id] : []));
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
    problems.push(withReplacements(createProblem("SL701", written, { name: found.item.id }), [found.item.id]));
  }
  return found.item;
}

function reportUnknown(dimension: Dimension, level: string, written: Expression, problems: Problem[]): void {
  const known = dimension.levels ?? [];
  const levels = known.map(({ id }) => `\`${id}\``).join(", ");
  const ids = known.map(({ id }) => id);
  const called = known.filter(({ displayName }) => displayName.toLowerCase() === level.toLowerCase());
  const likely = called.length > 0 ? called.map(({ id }) => id) : nearestNames(ids, level, 1);
  const problem = createProblem("SL307", written, { dimension: dimension.id, level, levels });
  problems.push(withReplacements(problem, likely.length > 0 ? likely : ids));
}
