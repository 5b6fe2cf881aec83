import type { ModelSearch, ModelSearchResult } from "../../core/model/model-requests.ts";
import type {
  AnalyticObject,
  DataTimeRange,
  Metric,
  MetricParameter,
  ModelSource,
  NamedModelItem,
  Reference,
} from "../../core/model/model-source.ts";
import { escapeMarkdown, formatCodeBlock, formatInlineCode, joinParagraphs } from "../../core/text/markdown.ts";
import { describeInstant, lastDayBefore } from "../time/describe-time.ts";

const kinds: Readonly<Record<MetricParameter["kind"], string>> = {
  number: "number",
  member: "member, ...",
  aggregationType: "aggregation type",
};

/** Returns the signature of a metric, such as `employeeCountAbovePay(threshold: number)`. */
export function formatMetricSignature({ id, parameters, hasUnknownParameters }: Metric): string {
  return `${id}(${hasUnknownParameters ? "..." : parameters.map(formatParameter).join(", ")})`;
}

/** Returns a metric parameter with its type and default, such as `threshold: number = 90000`. */
export function formatParameter({ id, kind, default: value }: MetricParameter): string {
  const shown = typeof value === "string" ? `"${value}"` : value;
  return `${id}: ${kinds[kind]}${shown === undefined ? "" : ` = ${shown}`}`;
}

/** Returns a description of the values that a metric parameter accepts (sql-like-language 6.1). */
export function describeParameterValues({ kind, default: value }: MetricParameter): string {
  const rules: Readonly<Record<MetricParameter["kind"], string>> = {
    number: "A number.",
    member: "One or more members, each by its path in quotes.",
    aggregationType: "The id of an aggregation type, in quotes.",
  };
  return `${rules[kind]} ${value === undefined ? "It must be given." : "It may be left out."}`;
}

type Search = (search: ModelSearch) => Promise<ModelSearchResult>;

/** Maximum number of names of one kind that a hover lists. */
const listed = 12;

/**
 * Returns a description of a subject, event or overlay with some of its names. Searches for the names, since the model
 * may contain only names used so far.
 */
export async function describeObject(object: AnalyticObject, model: ModelSource, search: Search): Promise<string> {
  const { id, kind, description = "", dimensions, references } = object;
  const ownMetrics = [...model.metrics()].filter((metric) => metric.object === id);
  const lists = await Promise.all([
    listOf("Metrics", "metric", ownMetrics, id, search),
    listOf("Dimensions", "dimension", dimensions, id, search),
  ]);
  const leads = references.map(
    (reference) => `${formatInlineCode(reference.id)} to ${formatInlineCode(reference.target)}`,
  );
  const more = leads.length > listed ? ", ..." : "";
  return joinParagraphs(
    modelItemTitle(object, kind),
    escapeMarkdown(description),
    kind === "overlay" ? "The service may not take an overlay in FROM." : "",
    [...lists, leads.length > 0 ? `- References: ${leads.slice(0, listed).join(", ")}${more}` : ""]
      .filter((line) => line !== "")
      .join("\n"),
    dataRangeText(object),
  );
}

async function listOf(
  title: string,
  kind: "metric" | "dimension",
  known: readonly { readonly id: string }[],
  object: string,
  search: Search,
): Promise<string> {
  const { entries, isComplete } = await search({ kind, prefix: "", object });
  const found = entries.filter((entry) => entry.object === undefined || entry.object === object);
  const ids = [...new Set([...known, ...found].map(({ id }) => id))];
  if (ids.length === 0) {
    return "";
  }
  const more = ids.length > listed ? `, and ${ids.length - listed} more` : isComplete ? "" : ", ...";
  return `- ${title}: ${ids.slice(0, listed).map(formatInlineCode).join(", ")}${more}`;
}

export function describeMetric(metric: Metric, from: AnalyticObject | undefined): string {
  const { parameters, formula, description = "", object } = metric;
  const isElsewhere = from !== undefined && from.id !== object;
  return joinParagraphs(
    formatCodeBlock(formatMetricSignature(metric)),
    modelItemTitle(metric, `metric of ${formatInlineCode(object)}`),
    isElsewhere
      ? `It cannot be asked of ${formatInlineCode(from.id)}: write \`FROM\` ${formatInlineCode(object)}.`
      : "",
    escapeMarkdown(description),
    parameters
      .map((parameter) => `- ${formatInlineCode(formatParameter(parameter))} ${describeParameterValues(parameter)}`)
      .join("\n"),
    formula === undefined ? "" : `Formula: ${formatInlineCode(formula)}`,
    dataRangeText(metric),
  );
}

export function describeReference(reference: Reference, owner: AnalyticObject | undefined, model: ModelSource): string {
  const { target, isMultiValue, id, description = "" } = reference;
  const object = model.object(target);
  const leads = `It leads to ${formatInlineCode(target)}${object ? `, a${object.kind === "subject" ? "" : "n"} ${object.kind}` : ""}: write what that has behind a dot.`;
  const several = isMultiValue ? "It has several values, so that a row of a list may come several times." : "";
  return joinParagraphs(
    modelItemTitle(reference, `reference of ${formatInlineCode(owner?.id ?? id)}`),
    escapeMarkdown(description),
    `${leads} ${several}`.trim(),
  );
}

export function describeAttribute(item: NamedModelItem, owner: AnalyticObject, what: string): string {
  return joinParagraphs(
    modelItemTitle(item, `${what} of ${formatInlineCode(owner.id)}`),
    escapeMarkdown(item.description ?? ""),
  );
}

/** Returns a hover title: the display name, the id if it differs, and the kind of item. */
export function modelItemTitle({ id, displayName }: NamedModelItem, what: string): string {
  const name = escapeMarkdown(displayName.replace(/\s+/g, " ")) || escapeMarkdown(id);
  return `**${name}** ${displayName === id ? "" : `(${formatInlineCode(id)}) `}· ${what}`;
}

/**
 * Returns a text for the time range that has data. It names the last included day, because the range's end is
 * exclusive.
 */
function dataRangeText({ dataStart, dataEnd }: DataTimeRange): string {
  if (dataStart === undefined && dataEnd === undefined) {
    return "";
  }
  const from = dataStart === undefined ? "" : ` from \`${describeInstant(dataStart)}\``;
  const to = dataEnd === undefined ? "" : ` to the end of \`${describeInstant(lastDayBefore(dataEnd))}\``;
  return `Data${from}${to}.`;
}
