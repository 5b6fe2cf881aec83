import type { Metric } from "../../core/model/model-source.ts";
import { hasErrors } from "../../core/text/problem.ts";
import type { BoundItem, BoundQuery, ParameterArgument } from "../binding/bound-query.ts";
import { parseFormula } from "../syntax/parse-script.ts";
import { comparedValuesOf, predicatesOf } from "../syntax/walk.ts";
import { NotListableError } from "./member-conditions.ts";

type MetricItem = Extract<BoundItem, { kind: "metric" }>;

/** Formula of a metric over the records of one object: `count over Employee where Age > 50`. */
const formulaOverRecords = /^\w+(?:\s+of\s+[\w.]+)?\s+over\s+(?<object>\w+)(?:\s+where\s+(?<filter>\S[\s\S]*))?$/i;

/**
 * Returns the conditions by which a metric selects the records of its object, with the values of its parameters. Throws
 * NotListableError for a metric that is computed in another way than over the records of the query's object.
 */
export function createMetricConditions(query: BoundQuery, column: string): readonly string[] {
  const found = query.items.filter((item) => item.kind === "metric" && item.name === column);
  const [item] = found;
  if (item?.kind !== "metric" || found.length > 1) {
    throw new NotListableError(`"${column}" is not the column of one metric of the query.`);
  }
  const { metric } = item;
  const { object, filter } = formulaOverRecords.exec(metric.formula?.trim() ?? "")?.groups ?? {};
  if (object === undefined) {
    throw new NotListableError(
      metric.formula === undefined
        ? `The business model does not say what "${metric.displayName}" counts.`
        : `"${metric.displayName}" is computed from other metrics: ${metric.formula}. List the records behind one of those.`,
    );
  }
  if (object !== query.object.id) {
    throw new NotListableError(`"${metric.displayName}" counts ${object}, and the query is about ${query.object.id}.`);
  }
  return filter === undefined ? [] : [withArguments(filter, item)];
}

/** Replaces the parameters in the filter of a metric by their values, or by their defaults. */
function withArguments(filter: string, { metric, arguments: given }: MetricItem): string {
  const { condition, problems } = parseFormula(filter);
  if (hasErrors(problems)) {
    throw new NotListableError(`The query language does not know the filter of "${metric.displayName}": ${filter}.`);
  }
  const uses = predicatesOf(condition)
    .flatMap(({ predicate }) => comparedValuesOf(predicate))
    .flatMap((value) => (value.kind === "path" && value.segments.length === 1 ? [value] : []));
  let text = filter;
  for (const { start, end, segments } of [...uses].reverse()) {
    const id = segments[0]?.text ?? "";
    const parameter = metric.parameters.find((candidate) => candidate.id === id);
    if (parameter) {
      const value = numberGivenFor(metric, id, given) ?? parameter.default;
      if (typeof value !== "number") {
        throw new NotListableError(`"${metric.displayName}" has a parameter that a list cannot have: ${id}.`);
      }
      text = `${text.slice(0, start)}${value}${text.slice(end)}`;
    }
  }
  return condition.kind === "or" ? `(${text})` : text;
}

function numberGivenFor(metric: Metric, id: string, given: readonly ParameterArgument[]): number | undefined {
  const argument = given.find(({ parameter }) => parameter === id);
  if (argument && argument.kind !== "number") {
    throw new NotListableError(`"${metric.displayName}" has a parameter that a list cannot have: ${id}.`);
  }
  return argument?.value;
}
