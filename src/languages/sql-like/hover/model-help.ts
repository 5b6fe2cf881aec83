import type {
  AnalyticObject,
  DataRange,
  Metric,
  ModelSource,
  Named,
  Reference,
} from "../../core/model/model-source.ts";
import { code, codeBlock, escapeMarkdown, paragraphs } from "../../core/text/markdown.ts";
import { instantText, lastDayBefore } from "../time/describe-time.ts";
import { metricSignature, parameterLabel, parameterRule } from "./metric-help.ts";

export function describeMetric(metric: Metric, from: AnalyticObject | undefined): string {
  const { parameters, formula, description = "", object } = metric;
  const isElsewhere = from !== undefined && from.id !== object;
  return paragraphs(
    codeBlock(metricSignature(metric)),
    titleOf(metric, `metric of ${code(object)}`),
    isElsewhere ? `It cannot be asked of ${code(from.id)}: write \`FROM\` ${code(object)}.` : "",
    escapeMarkdown(description),
    parameters.map((parameter) => `- ${code(parameterLabel(parameter))} ${parameterRule(parameter)}`).join("\n"),
    formula === undefined ? "" : `Formula: ${code(formula)}`,
    dataRangeText(metric),
  );
}

export function describeReference(reference: Reference, owner: AnalyticObject | undefined, model: ModelSource): string {
  const { target, isMultiValue, id, description = "" } = reference;
  const object = model.object(target);
  const leads = `It leads to ${code(target)}${object ? `, a${object.kind === "subject" ? "" : "n"} ${object.kind}` : ""}: write what that has behind a dot.`;
  const several = isMultiValue ? "It has several values, so that a row of a list may come several times." : "";
  return paragraphs(
    titleOf(reference, `reference of ${code(owner?.id ?? id)}`),
    escapeMarkdown(description),
    `${leads} ${several}`.trim(),
  );
}

export function describeAttribute(item: Named, owner: AnalyticObject, what: string): string {
  return paragraphs(titleOf(item, `${what} of ${code(owner.id)}`), escapeMarkdown(item.description ?? ""));
}

/** The display name, the id where it differs, and what it is. */
export function titleOf({ id, displayName }: Named, what: string): string {
  const name = escapeMarkdown(displayName.replace(/\s+/g, " ")) || escapeMarkdown(id);
  return `**${name}** ${displayName === id ? "" : `(${code(id)}) `}· ${what}`;
}

/** From when to when there is data, the last day spelled out because ends are exclusive. */
export function dataRangeText({ dataStart, dataEnd }: DataRange): string {
  if (dataStart === undefined && dataEnd === undefined) {
    return "";
  }
  const from = dataStart === undefined ? "" : ` from \`${instantText(dataStart)}\``;
  const to = dataEnd === undefined ? "" : ` to the end of \`${instantText(lastDayBefore(dataEnd))}\``;
  return `Data${from}${to}.`;
}
