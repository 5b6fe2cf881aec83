import type { AnalyticObject, Metric, MetricParameter, ModelSource } from "../../core/model/model-source.ts";
import { findName, findNearestNames, formatDidYouMean } from "../../core/text/find-name.ts";
import type { Problem } from "../../core/text/problem.ts";
import { createQueryProblem, withReplacements } from "../syntax/diagnostics.ts";
import { builtInFunctions, findBuiltInFunction, findPlaceholderFunction } from "../syntax/functions.ts";
import { isForeignAggregate } from "../syntax/keywords.ts";
import { isMetricCall } from "../syntax/query-kind.ts";
import type { CallArgument, FunctionCall } from "../syntax/tree.ts";
import type { ParameterArgument } from "./bound-query.ts";
import { lookUpMetric } from "./kind-by-model.ts";

interface BoundMetric {
  readonly metric: Metric;
  readonly arguments: readonly ParameterArgument[];
}

/** Binds a metric call on the FROM object; reports SL201, SL304, SL306, SL406, SL602 and SL701. */
export function bindMetric(
  model: ModelSource,
  from: AnalyticObject,
  call: FunctionCall,
  problems: Problem[],
): BoundMetric | undefined {
  const metric = lookUpMetric(model, call.name.text);
  if (!metric) {
    reportUnknown(model, from, call, problems);
    return undefined;
  }
  if (metric.id !== call.name.text) {
    problems.push(withReplacements(createQueryProblem("SL701", call.name, { name: metric.id }), [metric.id]));
  }
  if (metric.object !== from.id) {
    problems.push(createQueryProblem("SL306", call.name, { name: metric.id, owner: metric.object, object: from.id }));
    return undefined;
  }
  const values = metric.hasUnknownParameters ? [] : bindArguments(call, metric, problems);
  return values && { metric, arguments: values };
}

function reportUnknown(model: ModelSource, from: AnalyticObject, call: FunctionCall, problems: Problem[]): void {
  const name = call.name.text;
  const placeholder = findPlaceholderFunction(name);
  if (findBuiltInFunction(name)) {
    const found = `; \`${name}\` stands in the time filter`;
    problems.push(createQueryProblem("SL201", call, { expected: "A metric, an axis or a column", found }));
  } else if (placeholder) {
    const suggestion = ` ${placeholder.alternative}`;
    problems.push(createQueryProblem("SL304", call.name, { what: "function", name, suggestion }));
  } else if (isForeignAggregate(name)) {
    const suggestion = suggestMetrics(model, from);
    problems.push(createQueryProblem("SL602", call, { what: "Properties are not aggregated", suggestion }));
  } else {
    const own = [...model.metrics()].filter(({ object }) => object === from.id);
    const functions = isMetricCall(call) ? [] : builtInFunctions;
    const near = findNearestNames([...functions.map((built) => built.name), ...own.map(({ id }) => id)], name);
    const values = { what: "metric or function", name, suggestion: formatDidYouMean(near) };
    problems.push(withReplacements(createQueryProblem("SL304", call.name, values), near));
  }
}

/** Returns the phrase ` such as ...` with names of metrics of the object, for use in a message. */
function suggestMetrics(model: ModelSource, from: AnalyticObject): string {
  const [first] = [...model.metrics()].filter(({ object }) => object === from.id);
  return first ? ` such as \`${first.id}()\`` : "";
}

// Shared, since nearly every metric takes no arguments.
const noArguments: readonly ParameterArgument[] = [];

/**
 * Assigns the argument values of a metric call to the metric's parameters, by name or in declared order
 * (sql-like-language 6.1).
 */
function bindArguments(
  call: FunctionCall,
  metric: Metric,
  problems: Problem[],
): readonly ParameterArgument[] | undefined {
  if (metric.parameters.length === 0 && call.arguments.length === 0) {
    return noArguments;
  }
  const given = new Map<MetricParameter, CallArgument[]>();
  let current: MetricParameter | undefined;
  for (const argument of call.arguments) {
    if (argument.name) {
      current = findName(metric.parameters, argument.name.text)?.item;
    } else if (current?.kind !== "member" || argument.value.kind !== "string") {
      current = metric.parameters.find((parameter) => !given.has(parameter));
    }
    const values = current && given.get(current);
    const isSecondValue = values !== undefined && (current?.kind !== "member" || argument.name !== undefined);
    if (!current || isSecondValue) {
      return reportSignature(call, metric, problems);
    }
    given.set(current, [...(values ?? []), argument]);
  }
  const bound = metric.parameters.map((parameter) => bindParameter(parameter, given.get(parameter)));
  if (bound.includes("wrong")) {
    return reportSignature(call, metric, problems);
  }
  return bound.filter((value) => value !== undefined && value !== "wrong");
}

/**
 * Binds the value of one metric parameter. Returns `undefined` if the parameter keeps its default, and `wrong` if a
 * value is invalid or missing.
 */
function bindParameter(
  parameter: MetricParameter,
  values: readonly CallArgument[] | undefined,
): ParameterArgument | "wrong" | undefined {
  const [first] = values ?? [];
  if (!first || !values) {
    return parameter.default === undefined ? "wrong" : undefined;
  }
  const texts = values.flatMap(({ value }) =>
    value.kind === "string" || value.kind === "number" ? [value.value] : [],
  );
  return (texts.length === values.length ? argumentOf(parameter, texts) : undefined) ?? "wrong";
}

/** Returns the value that a metric parameter has where none is written; undefined if it has no fitting default. */
export function defaultArgument(parameter: MetricParameter): ParameterArgument | undefined {
  return parameter.default === undefined ? undefined : argumentOf(parameter, [parameter.default]);
}

/** Converts values to one of a parameter. Returns `undefined` if they are of another type than the parameter. */
function argumentOf(
  { id, kind }: MetricParameter,
  values: readonly (number | string)[],
): ParameterArgument | undefined {
  const [first] = values;
  switch (kind) {
    case "number":
      return typeof first === "number" ? { kind: "number", parameter: id, value: first } : undefined;
    case "aggregationType":
      return typeof first === "string" ? { kind: "aggregationType", parameter: id, option: first } : undefined;
    case "member": {
      const members = values.flatMap((value) => (typeof value === "string" ? [value.split(".")] : []));
      return members.length === values.length ? { kind: "members", parameter: id, members } : undefined;
    }
  }
}

function reportSignature(call: FunctionCall, metric: Metric, problems: Problem[]): undefined {
  if (call.isClosed && call.arguments.every(({ value }) => value.kind !== "hole")) {
    const words = { number: "a number", member: "one or more members", aggregationType: "an aggregation type" };
    const takes = metric.parameters.map(({ id, kind }) => `${id}, ${words[kind]}`).join("; ") || "no arguments";
    problems.push(createQueryProblem("SL406", call, { name: metric.id, takes }));
  }
  return undefined;
}
