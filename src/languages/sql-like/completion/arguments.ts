import type { MetricParameter } from "../../core/model/model-source.ts";
import { isSignToken } from "../syntax/token.ts";
import type { CompletionContext } from "./context.ts";
import { createNameSuggestion } from "./items.ts";
import type { ModelName } from "./model-name.ts";
import { suggestQuotedTexts } from "./quotes.ts";
import { type CompletionScope, findNameAtPathEnd, itemPathOf } from "./scope.ts";
import type { ArgumentSlot } from "./slot.ts";
import { type CompletionSuggestion, createKeywordSuggestions, createSuggestion, escapeSnippet } from "./suggestion.ts";
import { suggestCounts, suggestDateCalls, suggestPeriodCalls, suggestPeriodUnits } from "./time.ts";

/** Returns completion items for an argument of a call. */
export async function suggestArguments(scope: CompletionScope, slot: ArgumentSlot): Promise<CompletionSuggestion[]> {
  switch (slot.call) {
    case "level":
      return slot.index === 0 ? await dimensionOffers(scope) : slot.index === 1 ? await levelOffers(scope, slot) : [];
    case "periods":
      return await periodsArgument(scope, slot.index);
    case "period":
      return [suggestCounts(["1", "3", "6", "12"], "Units in a period"), suggestPeriodUnits()][slot.index] ?? [];
    default:
      return await parameterOffers(scope, slot);
  }
}

async function periodsArgument(scope: CompletionScope, index: number): Promise<CompletionSuggestion[]> {
  switch (index) {
    case 0:
      return await suggestDateCalls(scope, "Where the last period ends; not included itself");
    case 1:
      return suggestCounts(["12", "24", "6", "4", "1"], "Number of periods");
    case 2:
      return suggestPeriodCalls(scope.context);
    default:
      return [];
  }
}

/**
 * Returns completion items for the text that follows a complete argument or value, such as a comma or a closing
 * bracket. Empty if that text is already there.
 */
export function suggestAfterValue({ after }: CompletionContext, takesMore: boolean): CompletionSuggestion[] {
  if (isSignToken(after, ",")) {
    return [];
  }
  return createKeywordSuggestions(...(takesMore ? [","] : []), ...(isSignToken(after, ")") ? [] : [")"]));
}

/** Returns completion items for dimensions, and for references to objects with dimensions. */
async function dimensionOffers({ names, object, context }: CompletionScope): Promise<CompletionSuggestion[]> {
  const [dimensions, references] = await Promise.all([names.of("dimension", object), names.references(object)]);
  const isFollowed = context.after?.kind === "sign" && context.after.text === ".";
  const leading = references.filter(({ target }) => names.model.object(target ?? "")?.dimensions.length !== 0);
  return [
    ...dimensions.map((name) => createNameSuggestion(name, name.levels?.length === 0 ? 20 : 10)),
    ...leading.map((name) => createNameSuggestion(name, 30, isFollowed ? { snippet: escapeSnippet(name.id) } : {})),
  ];
}

/** Returns completion items for the levels of the dimension in the first argument, top level first. */
async function levelOffers(scope: CompletionScope, { first }: ArgumentSlot): Promise<CompletionSuggestion[]> {
  const dimension = await findNameAtPathEnd(scope, first, ["dimension"]);
  const taken = new Set<string>();
  for (const { expression } of scope.context.otherItems) {
    const level = expression.kind === "call" ? expression.arguments[1]?.value : undefined;
    if (level?.kind === "string" && itemPathOf(expression).join(".") === first.join(".")) {
      taken.add(level.value);
    }
  }
  return (dimension?.levels ?? []).flatMap(({ id, displayName }, rank) =>
    suggestQuotedTexts(scope.context, id, "level", rank + (taken.has(id) ? 100 : 0), {
      detail: displayName === id ? `Level of ${dimension?.displayName}` : displayName,
    }),
  );
}

/**
 * Returns completion items for the parameters of a metric: values by position, and parameter names (sql-like-language
 * 6.1).
 */
async function parameterOffers(scope: CompletionScope, slot: ArgumentSlot): Promise<CompletionSuggestion[]> {
  const metric = await scope.names.find("metric", undefined, slot.call);
  const parameters = metric?.parameters ?? [];
  const current = slot.name === undefined ? parameters[slot.index] : parameters.find(({ id }) => id === slot.name);
  const values = current ? await parameterValues(scope, current, metric) : [];
  if (slot.name !== undefined || scope.context.quote !== undefined) {
    return values;
  }
  const open = parameters.filter(
    ({ id }, index) => index >= slot.index - slot.names.length && !slot.names.includes(id),
  );
  const named = open.map((parameter, rank) =>
    createSuggestion(`${parameter.id} = `, "parameter", 50 + rank, {
      detail: [parameter.displayName, parameterKinds[parameter.kind]].join(" · "),
      filter: `${parameter.id} ${parameter.displayName}`,
      leadsOn: true,
    }),
  );
  // A metric without parameters has empty brackets.
  const end = parameters.length === 0 && slot.index === 0 ? suggestAfterValue(scope.context, false) : [];
  return [...values, ...named, ...end];
}

const parameterKinds: Readonly<Record<MetricParameter["kind"], string>> = {
  number: "a number",
  member: "one or more members",
  aggregationType: "an aggregation type",
};

async function parameterValues(
  { context, names }: CompletionScope,
  { kind, default: usual, displayName }: MetricParameter,
  metric: ModelName | undefined,
): Promise<CompletionSuggestion[]> {
  const detail = `${displayName}; used when it is left out`;
  if (kind === "number") {
    return usual === undefined || context.quote !== undefined
      ? []
      : [createSuggestion(String(usual), "value", 0, { detail })];
  }
  const current = usual === undefined ? [] : suggestQuotedTexts(context, String(usual), "value", 0, { detail });
  if (kind !== "member") {
    return current;
  }
  const members = await names.members(undefined, metric?.object);
  return [
    ...current,
    ...members.flatMap((member, index) =>
      suggestQuotedTexts(context, member.path ?? member.id, "member", index + 1, { detail: member.displayName }),
    ),
  ];
}
