import type { Metric } from "../../core/model/model-source.ts";
import { findName } from "../../core/text/find-name.ts";
import { escapeMarkdown, paragraphs } from "../../core/text/markdown.ts";
import { lookUpMetric } from "../binding/model-lookup.ts";
import { functionHelp, functionSignature, type ParameterHelp } from "../hover/function-help.ts";
import { metricSignature, parameterLabel, parameterRule } from "../hover/metric-help.ts";
import type { NameScope } from "../names/query-name.ts";
import { findFunction } from "../syntax/functions.ts";
import type { QueryPart } from "../syntax/query-document.ts";
import { type OpenArgument, openCallsAt } from "./open-calls.ts";

/** How the call around a place is written. */
export interface Signature {
  readonly label: string;
  /** Markdown. */
  readonly text: string;
  /** Each label stands in the label of the signature, in its order; texts are Markdown. */
  readonly parameters: readonly ParameterHelp[];
  /** Index of the parameter that the place is in; `undefined` when there is none for it. */
  readonly active: number | undefined;
}

/** The signature of the innermost function or metric that a place of a part is in the brackets of, in broken text too. */
export function signatureHelp({ text }: QueryPart, offset: number, { model }: NameScope): Signature | undefined {
  for (const call of openCallsAt(text, offset).reverse()) {
    const built = findFunction(call.name);
    const help = built && functionHelp[built.name];
    if (built && help) {
      const { parameters, summary, rule } = help;
      const label = functionSignature(built.name, help);
      const index = call.arguments.length - 1;
      return { label, text: `${summary} ${rule}`, parameters, active: index < parameters.length ? index : undefined };
    }
    const metric = lookUpMetric(model, call.name);
    if (metric) {
      return signatureOf(metric, call.arguments);
    }
  }
  return undefined;
}

function signatureOf(metric: Metric, written: readonly OpenArgument[]): Signature {
  return {
    label: metricSignature(metric),
    text: paragraphs(`**${escapeMarkdown(metric.displayName)}**`, escapeMarkdown(metric.description ?? "")),
    parameters: metric.parameters.map((parameter) => ({
      label: parameterLabel(parameter),
      text: paragraphs(
        `**${escapeMarkdown(parameter.displayName)}** ${parameterRule(parameter)}`,
        escapeMarkdown(parameter.description ?? ""),
      ),
    })),
    active: activeParameter(metric, written),
  };
}

/** The parameter of the last argument, by its name or in the declared order (sql-like-language 6.1). */
function activeParameter({ parameters }: Metric, written: readonly OpenArgument[]): number | undefined {
  const given = new Set<number>();
  let current = -1;
  for (const { name, isString, isEmpty } of written) {
    const named = name === undefined ? undefined : findName(parameters, name)?.item;
    if (name !== undefined) {
      current = named ? parameters.indexOf(named) : -1;
    } else if (parameters[current]?.kind !== "member" || !(isString || isEmpty)) {
      // A parameter for members takes texts until another value follows.
      current = parameters.findIndex((_, index) => !given.has(index));
    }
    given.add(current);
  }
  return current < 0 ? undefined : current;
}
