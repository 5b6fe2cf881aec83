import type { MetricParameter } from "../../core/model/model-source.ts";
import { findName } from "../../core/text/find-name.ts";
import { escapeMarkdown } from "../../core/text/markdown.ts";
import { lookUpMetric } from "../binding/model-lookup.ts";
import { parameterRule } from "../hover/metric-help.ts";
import type { NameScope } from "../names/query-name.ts";
import type { Call, Query } from "../syntax/tree.ts";
import type { InlayHint } from "./inlay-hint.ts";

/** The names of the parameters of metrics before the values that are given in their order. */
export function parameterHints({ items }: Query, scope: NameScope): InlayHint[] {
  return items.flatMap(({ expression }) => (expression.kind === "call" ? hintsOf(expression, scope) : []));
}

/** Gives values to parameters as binding does (sql-like-language 6.1). */
function hintsOf(call: Call, { model }: NameScope): InlayHint[] {
  const parameters = lookUpMetric(model, call.name.text)?.parameters ?? [];
  const given = new Set<MetricParameter>();
  const hints: InlayHint[] = [];
  let current: MetricParameter | undefined;
  for (const { name, value } of call.arguments) {
    if (name) {
      current = findName(parameters, name.text)?.item;
    } else if (current?.kind !== "member" || value.kind !== "string") {
      current = parameters.find((parameter) => !given.has(parameter));
      if (current && value.kind !== "hole") {
        hints.push(hintOf(current, value.start));
      }
    }
    if (current) {
      given.add(current);
    }
  }
  return hints;
}

function hintOf(parameter: MetricParameter, offset: number): InlayHint {
  const { id, displayName, description = "" } = parameter;
  const texts = [`**${escapeMarkdown(displayName)}**`, parameterRule(parameter), escapeMarkdown(description)];
  return { offset, label: `${id} =`, tooltip: texts.join(" ").trim(), isBefore: true };
}
