import type { Metric, MetricParameter } from "../../core/model/model-source.ts";

const kinds: Readonly<Record<MetricParameter["kind"], string>> = {
  number: "number",
  member: "member, ...",
  aggregationType: "aggregation type",
};

/** For a metric with one parameter this is `employeeCountAbovePay(threshold: number)`. */
export function metricSignature({ id, parameters, hasUnknownParameters }: Metric): string {
  return `${id}(${hasUnknownParameters ? "..." : parameters.map(parameterLabel).join(", ")})`;
}

/** For a parameter that may be left out this is `threshold: number = 90000`. */
export function parameterLabel({ id, kind, default: value }: MetricParameter): string {
  const shown = typeof value === "string" ? `"${value}"` : value;
  return `${id}: ${kinds[kind]}${shown === undefined ? "" : ` = ${shown}`}`;
}

/** What a value of a parameter looks like (sql-like-language 6.1). */
export function parameterRule({ kind, default: value }: MetricParameter): string {
  const rules: Readonly<Record<MetricParameter["kind"], string>> = {
    number: "A number.",
    member: "One or more members, each by its path in quotes.",
    aggregationType: "The id of an aggregation type, in quotes.",
  };
  return `${rules[kind]} ${value === undefined ? "It must be given." : "It may be left out."}`;
}
