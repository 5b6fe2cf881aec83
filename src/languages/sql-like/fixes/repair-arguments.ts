import { quoteStringLiteral } from "../../core/model/query-forms.ts";
import { findName } from "../../core/text/find-name.ts";
import { resolvePath } from "../binding/resolve-path.ts";
import { isCallOf } from "../binding/time-arguments.ts";
import type { Expression, FunctionCall } from "../syntax/tree.ts";
import { findPeriodUnit } from "../time/units.ts";
import { callsIn } from "./find-node.ts";
import { createReplacementFix, type FixFactory, type FixScope, type QueryFix } from "./fix.ts";

/** Creates fixes that correct the arguments of a function or metric call, reusing the given ones (SL406). */
export const repairArguments: FixFactory = (scope) => {
  const { problem, query } = scope;
  const call = query && callsIn(query).find(({ start, end }) => start === problem.start && end === problem.end);
  if (!call) {
    return [];
  }
  const name = call.name.text.toLowerCase();
  const makers: Readonly<Record<string, (scope: FixScope, call: FunctionCall) => readonly QueryFix[]>> = {
    date: repairDate,
    period: repairPeriod,
    periods: repairPeriods,
    level: repairLevel,
  };
  const make = Object.hasOwn(makers, name) ? makers[name] : repairMetric;
  return make?.(scope, call) ?? [];
};

function textOf({ text }: FixScope, { start, end }: Expression): string {
  return text.slice(start, end);
}

function written(scope: FixScope, call: FunctionCall, texts: readonly string[], isPreferred = true): QueryFix {
  const name = scope.text.slice(call.name.start, call.name.end);
  return createReplacementFix(scope, call, `${name}(${texts.join(", ")})`, isPreferred);
}

/** Creates a fix that adds the missing quotes in `date(2024-01-31)`. */
function repairDate(scope: FixScope, call: FunctionCall): readonly QueryFix[] {
  const inside = scope.text.slice(call.open + 1, call.end - 1).trim();
  return inside === "" ? [] : [written(scope, call, [quoteStringLiteral(inside.replace(/["']/g, ""))])];
}

/** Creates a fix that puts the arguments of `period` in order: count, then unit. A missing count becomes 1. */
function repairPeriod(scope: FixScope, call: FunctionCall): readonly QueryFix[] {
  const values = call.arguments.map(({ value }) => value);
  const count = values.find(({ kind }) => kind === "number");
  const unit = values.find((value) => value.kind === "path" && findPeriodUnit(textOf(scope, value)) !== undefined);
  return [written(scope, call, [count ? textOf(scope, count) : "1", unit ? textOf(scope, unit) : "Month"])];
}

/**
 * Creates a fix that puts the arguments of `periods` in order: date, count, period. A missing count becomes 1, a
 * missing period one month.
 */
function repairPeriods(scope: FixScope, call: FunctionCall): readonly QueryFix[] {
  const values = call.arguments.map(({ value }) => value);
  const date = values.find((value) => isCallOf("date", value));
  const text = values.find((value) => value.kind === "string");
  const count = values.find(({ kind }) => kind === "number");
  const period = values.find((value) => isCallOf("period", value));
  const unit = values.find((value) => value.kind === "path" && findPeriodUnit(textOf(scope, value)) !== undefined);
  const first = date ? textOf(scope, date) : text && `date(${textOf(scope, text)})`;
  const last = period ? textOf(scope, period) : `period(1, ${unit ? textOf(scope, unit) : "Month"})`;
  return first === undefined ? [] : [written(scope, call, [first, count ? textOf(scope, count) : "1", last])];
}

/**
 * Creates one fix per level of the dimension in a `level` call. If the path is not a dimension, the fix replaces the
 * call by the path.
 */
function repairLevel(scope: FixScope, call: FunctionCall): readonly QueryFix[] {
  const { model, object } = scope;
  const [first, second] = call.arguments.map(({ value }) => value);
  if (first?.kind !== "path" || !object) {
    return [];
  }
  const name = textOf(scope, first);
  const segments = first.segments.map(({ text }) => text);
  const resolution = resolvePath(model, object.id, segments, "dimension");
  const attribute = resolution.kind === "path" ? resolution.path.attribute : undefined;
  if (attribute?.kind !== "dimension") {
    return [createReplacementFix(scope, call, name, true)];
  }
  const levels = attribute.dimension.levels ?? [];
  const meant = second?.kind === "path" ? findName(levels, textOf(scope, second)) : undefined;
  const offered = meant ? [meant.item] : levels;
  return offered
    .slice(0, 8)
    .map(({ id }) => written(scope, call, [name, quoteStringLiteral(id)], offered.length === 1));
}

/** Creates a fix that removes the arguments which a metric does not accept. */
function repairMetric(scope: FixScope, call: FunctionCall): readonly QueryFix[] {
  const metric = findName(scope.model.metrics(), call.name.text)?.item;
  if (!metric || call.arguments.length <= metric.parameters.length) {
    return [];
  }
  const kept = call.arguments.slice(0, metric.parameters.length).map(({ start, end }) => scope.text.slice(start, end));
  return [written(scope, call, kept)];
}
