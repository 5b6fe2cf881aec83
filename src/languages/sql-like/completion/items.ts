import { formatLevelCall, formatMetricCall } from "../../core/model/query-forms.ts";
import type { TextEdit } from "../../core/text/span.ts";
import { isMetricCall } from "../syntax/query-kind.ts";
import { findTimeColumnName } from "../syntax/time-column.ts";
import { isSignToken } from "../syntax/token.ts";
import type { Expression } from "../syntax/tree.ts";
import type { CompletionContext } from "./context.ts";
import type { ModelName } from "./model-name.ts";
import { suggestQuotedTexts } from "./quotes.ts";
import { type CompletionScope, findNameAtPathEnd, itemPathOf, pathSegmentsOf } from "./scope.ts";
import {
  type CompletionSuggestion,
  createKeywordSuggestions,
  createSuggestion,
  escapeSnippet,
  formatSnippetChoice,
  type SuggestionExtras,
} from "./suggestion.ts";

/** Number added to the sort rank of completion items for names that the query already selects. */
const selectedRank = 100;

/** Returns completion items for a SELECT item: after SELECT or a comma of its list. */
export async function suggestSelectItems(scope: CompletionScope): Promise<CompletionSuggestion[]> {
  const { context, names, object, from, timeColumn } = scope;
  const hasMetric = scope.kind === "aggregate";
  // Without an object the list has properties of all objects, which would push metrics down.
  const propertyRank = hasMetric || object === undefined ? 30 : 5;
  const [metrics, dimensions, properties, concepts, references, objects] = await Promise.all([
    names.of("metric", object),
    names.of("dimension", object),
    names.of("property", object),
    names.of("concept", object),
    names.references(object),
    object === undefined ? names.of("object") : names.find("object", undefined, object).then((own) => own ?? []),
  ]);
  const isSelected = selectedNames(scope);
  const offers = (list: readonly ModelName[], rank: number) =>
    list.map((name) => {
      const offer = createNameSuggestion(name, rank + (isSelected(name) ? selectedRank : 0), {
        snippet: itemSnippet(name, scope),
      });
      return from === undefined ? withFrom(offer, name.kind === "object" ? name.id : name.object, context) : offer;
    });
  const level = createSuggestion("level", "function", 22, {
    detail: "All members of a level",
    snippet: isSignToken(context.after, "(") ? "level" : 'level(${1:dimension}, "${2:level}")',
  });
  const time = createSuggestion(timeColumn, "time", 60 + (isTimeSelected(scope) ? selectedRank : 0), {
    detail: "Time, as a column",
  });
  return [
    ...offers(metrics, 10),
    ...offers(dimensions, 20),
    level,
    ...offers(properties, propertyRank),
    ...offers(concepts, 40),
    ...offers(references, 50),
    ...offers([objects].flat(), 55),
    time,
  ];
}

/** Creates the completion item for a name, with the display name and the object that the name belongs to. */
export function createNameSuggestion(
  name: ModelName,
  rank: number,
  extras: SuggestionExtras = {},
): CompletionSuggestion {
  const { id, displayName, object, kind, target, type } = name;
  const details = [displayName, target ? `to ${target}` : object, kind === "property" ? type : undefined];
  const snippet = extras.snippet ?? (kind === "reference" ? `${escapeSnippet(id)}.` : escapeSnippet(id));
  return createSuggestion(id, kind, rank, {
    detail: details.filter((fact) => fact !== undefined && fact !== "").join(" · "),
    ...(displayName !== id && { filter: `${id} ${displayName}` }),
    ...(/\.$|["']\$1["']/.test(snippet) && { leadsOn: true }),
    name,
    ...extras,
    snippet,
  });
}

/** Returns the snippet that inserts a SELECT item. It is the name alone if a bracket or a dot already follows. */
function itemSnippet({ kind, id, levels, parameters = [] }: ModelName, { context }: CompletionScope): string {
  const name = escapeSnippet(id);
  if (isSignToken(context.after, "(", ".")) {
    return name;
  }
  switch (kind) {
    case "metric": {
      const needed = parameters.filter((parameter) => parameter.default === undefined);
      return formatMetricCall(
        name,
        needed.map((parameter, index) => formatSnippetChoice(index + 1, [parameter.id])),
      );
    }
    case "dimension": {
      const ids = (levels ?? []).map((level) => level.id.replaceAll('"', '""'));
      return ids.length > 0 ? formatLevelCall(name, formatSnippetChoice(1, ids)) : name;
    }
    case "reference":
    case "object":
      return `${name}.`;
    default:
      return name;
  }
}

function selectedNames({ context }: CompletionScope): (name: ModelName) => boolean {
  const metrics = new Set<string>();
  const paths = new Set<string>();
  for (const { expression } of context.otherItems) {
    if (expression.kind === "call" && isMetricCall(expression)) {
      metrics.add(expression.name.text);
    } else {
      paths.add(itemPathOf(expression).join("."));
    }
  }
  return ({ kind, id, object }) =>
    kind === "metric" ? metrics.has(id) : paths.has(id) || (object !== undefined && paths.has(`${object}.${id}`));
}

function isTimeSelected({ context, timeColumn }: CompletionScope): boolean {
  return context.otherItems.some(({ expression }) => findTimeColumnName(expression, timeColumn) !== undefined);
}

/** Returns completion items for the text after a complete SELECT item. */
export function suggestAfterItem({ context }: CompletionScope, hasLabel: boolean): CompletionSuggestion[] {
  const hasFrom = context.query?.from !== undefined;
  const words = hasLabel ? [",", "FROM"] : ["AS", ",", "FROM"];
  return createKeywordSuggestions(...words).map((offer) =>
    hasFrom && offer.label === "FROM" ? { ...offer, rank: selectedRank } : offer,
  );
}

/** Returns completion items after AS: the display name of the SELECT item, in quotes. */
export async function suggestLabels(scope: CompletionScope): Promise<CompletionSuggestion[]> {
  const { context } = scope;
  const expression = context.item?.expression;
  if (!expression) {
    return [];
  }
  const taken = new Set(context.query?.items.filter((item) => item !== context.item).map(({ label }) => label?.value));
  const labels = new Set(await displayNames(scope, expression));
  return [...labels].flatMap((label, rank) =>
    suggestQuotedTexts(context, label, "label", rank + (taken.has(label) ? selectedRank : 0), { detail: "Label" }),
  );
}

async function displayNames(scope: CompletionScope, expression: Expression): Promise<string[]> {
  if (expression.kind === "call" && isMetricCall(expression)) {
    const metric = await scope.names.find("metric", undefined, expression.name.text);
    return [metric?.displayName ?? inWords(expression.name.text)];
  }
  if (findTimeColumnName(expression, scope.timeColumn)) {
    return [inWords(scope.timeColumn)];
  }
  const path = itemPathOf(expression);
  const id = path.at(-1);
  if (id === undefined || id === "") {
    return [];
  }
  const isCall = expression.kind === "call";
  const name = await findNameAtPathEnd(scope, path, isCall ? ["dimension"] : ["property", "dimension", "concept"]);
  const plain = name?.displayName ?? inWords(id);
  const level = isCall ? levelName(name, expression) : undefined;
  // The last reference distinguishes attributes of the same name on two objects.
  const owner = path.length > 1 && path.at(-2) !== scope.object ? [`${inWords(path.at(-2) ?? "")} ${plain}`] : [];
  return [...(level === undefined ? [] : [level]), plain, ...owner];
}

function levelName(dimension: ModelName | undefined, call: Extract<Expression, { kind: "call" }>): string | undefined {
  const level = call.arguments[1]?.value;
  return level?.kind === "string" ? dimension?.levels?.find(({ id }) => id === level.value)?.displayName : undefined;
}

function inWords(id: string): string {
  return id.replaceAll("_", " ").trim();
}

/**
 * Returns completion items after FROM: subjects, then events, then overlays. If a metric is selected, only the metric's
 * object.
 */
export async function suggestFromObjects(scope: CompletionScope): Promise<CompletionSuggestion[]> {
  const { names, metrics, context, timeColumn } = scope;
  const owner = metrics.find(({ object }) => object !== undefined)?.object;
  if (owner !== undefined) {
    const known = await names.find("object", undefined, owner);
    return [createNameSuggestion(known ?? { kind: "object", id: owner, displayName: owner }, 0)];
  }
  const kinds = ["subject", "event", "overlay"];
  const starts = context.otherItems
    .filter(({ expression }) => findTimeColumnName(expression, timeColumn) === undefined)
    .flatMap(({ expression }) => pathSegmentsOf(expression).slice(0, 1));
  const fits = (id: string) => {
    const object = names.model.object(id);
    const lists = object ? [object.properties, object.dimensions, object.concepts, object.references, [object]] : [];
    return starts.length > 0 && starts.every((start) => lists.some((list) => list.some((each) => each.id === start)));
  };
  return (await names.of("object")).map((name) => {
    const kind = kinds.indexOf(name.objectKind ?? "");
    return createNameSuggestion(name, fits(name.id) ? 0 : 10 + (kind < 0 ? kinds.length : kind));
  });
}

/**
 * Extends a completion item so that it also inserts FROM with the object if the query has no FROM (sql-like-language
 * 10). At the end of the replaced span, FROM is part of the inserted text itself, since adjacent edits have no defined
 * order.
 */
function withFrom(
  offer: CompletionSuggestion,
  object: string | undefined,
  context: CompletionContext,
): CompletionSuggestion {
  const edit = object === undefined ? undefined : fromEdit(object, context);
  if (!edit) {
    return offer;
  }
  return edit.start === context.replace.end
    ? { ...offer, snippet: `${offer.snippet}$0${escapeSnippet(edit.text)}` }
    : { ...offer, edits: [edit] };
}

function fromEdit(object: string, { query, replace, text }: CompletionContext): TextEdit | undefined {
  if (!query) {
    return undefined;
  }
  const { from, items } = query;
  if (from) {
    const isEmpty = from.object.kind === "hole" && from.end === from.keyword.end;
    return isEmpty ? { start: from.end, end: from.end, text: ` ${object}` } : undefined;
  }
  const start = Math.max(items.at(-1)?.end ?? 0, replace.end);
  const isOnLines = /[\r\n]/.test(text.slice(query.start, start));
  return { start, end: start, text: `${isOnLines ? "\n" : " "}FROM ${object}` };
}
