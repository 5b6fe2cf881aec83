import { formatConceptCondition, formatMemberCondition } from "../../core/model/query-forms.ts";
import { valueTypeOf } from "../../core/model/value-type.ts";
import { comparisons } from "../syntax/operators.ts";
import { isWordToken } from "../syntax/token.ts";
import { createNameSuggestion } from "./items.ts";
import type { ModelName } from "./model-name.ts";
import { suggestQuotedTexts } from "./quotes.ts";
import { type CompletionScope, findNameAtPathEnd } from "./scope.ts";
import { type CompletionSuggestion, createKeywordSuggestions, createSuggestion, escapeSnippet } from "./suggestion.ts";
import { suggestTimeFilter } from "./time.ts";

/** Returns completion items for the start of a condition: after WHERE, AND, OR, NOT or an opening bracket. */
export async function suggestConditions(scope: CompletionScope, isConjunct: boolean): Promise<CompletionSuggestion[]> {
  const { context, names, object } = scope;
  const [concepts, dimensions, properties, references] = await Promise.all([
    names.of("concept", object),
    names.of("dimension", object),
    names.of("property", object),
    names.references(object),
  ]);
  const ranked = [
    ...withRank(concepts, 20),
    ...withRank(dimensions, 30),
    ...withRank(properties, 40),
    ...withRank(references, 50),
  ];
  const own = object === undefined ? [] : [await names.find("object", undefined, object)];
  return [
    // Under OR, NOT and brackets a time filter is an error, so it is offered last.
    ...(context.hasTimeFilter ? [] : await suggestTimeFilter(scope, isConjunct ? 0 : 90)),
    ...ranked.map(({ name, rank }) => conditionOffer(name, rank, scope)),
    ...own.flatMap((name) => (name ? [createNameSuggestion(name, 60, { snippet: `${escapeSnippet(name.id)}.` })] : [])),
    createSuggestion("NOT", "keyword", 70),
  ];
}

function withRank(list: readonly ModelName[], rank: number) {
  return list.map((name) => ({ name, rank }));
}

/**
 * Creates the completion item for a name in a condition. It inserts the name with its usual operator and value, or the
 * name alone if an operator already follows.
 */
function conditionOffer(name: ModelName, rank: number, { context }: CompletionScope): CompletionSuggestion {
  const { after } = context;
  const isCompared =
    isWordToken(after, "IN", "BETWEEN", "IS", "NOT") ||
    (after?.kind === "sign" && (comparisons[after.text] !== undefined || after.text === "."));
  const id = escapeSnippet(name.id);
  if (isCompared) {
    return createNameSuggestion(name, rank, { snippet: id });
  }
  switch (name.kind) {
    case "concept":
      return createNameSuggestion(name, rank, { snippet: formatConceptCondition(id) });
    case "dimension":
      return createNameSuggestion(name, rank, { snippet: formatMemberCondition(id, '"$1"') });
    default:
      return createNameSuggestion(name, rank);
  }
}

/** Returns completion items for the operators that fit the type of the attribute at the end of a path. */
export async function suggestOperators(
  scope: CompletionScope,
  path: readonly string[],
  isNegated: boolean,
): Promise<CompletionSuggestion[]> {
  if (isNegated) {
    return createKeywordSuggestions("IN", "BETWEEN");
  }
  const name = await findNameAtPathEnd(scope, path, ["concept", "dimension", "property"]);
  switch (name?.kind) {
    case "concept":
      return createKeywordSuggestions("= TRUE", "= FALSE", "!= TRUE", "AND", "OR");
    case "dimension":
      return [
        createSuggestion('IN ("")', "keyword", 0, { snippet: 'IN ("$1")', leadsOn: true }),
        createSuggestion('NOT IN ("")', "keyword", 1, { snippet: 'NOT IN ("$1")', leadsOn: true }),
        createSuggestion("=", "keyword", 2),
        createSuggestion("!=", "keyword", 3),
      ];
    case "property":
      return isOrdered(name)
        ? createKeywordSuggestions(...ordering, ...sets)
        : createKeywordSuggestions(...equality, ...sets);
    default:
      return createKeywordSuggestions(...equality, ...sets);
  }
}

const equality = ["=", "!="];
const ordering = [...equality, "<", "<=", ">", ">="];
const sets = ["IN", "NOT IN", "BETWEEN", "IS NULL", "IS NOT NULL"];

function isOrdered({ type }: ModelName): boolean {
  const valueType = type === undefined ? undefined : valueTypeOf(type);
  return valueType === "number" || valueType === "date";
}

/**
 * Returns completion items for the values that an attribute can be compared with: dimension members, TRUE and FALSE, or
 * a date.
 */
export async function suggestComparedValues(
  scope: CompletionScope,
  path: readonly string[],
  list: "none" | "missing" | "inside",
  given: readonly string[],
): Promise<CompletionSuggestion[]> {
  const { context, names } = scope;
  if (list === "missing") {
    return [
      createSuggestion('("")', "value", 0, { snippet: '("$1")', detail: "Values to choose from", leadsOn: true }),
    ];
  }
  const name = await findNameAtPathEnd(scope, path, ["dimension", "concept", "property"]);
  if (name?.kind === "property") {
    const type = name.type === undefined ? undefined : valueTypeOf(name.type);
    if (context.quote !== undefined) {
      return [];
    }
    if (type === "date") {
      return [
        createSuggestion('date("")', "function", 0, { snippet: 'date("$1")', detail: "An instant", leadsOn: true }),
      ];
    }
    return type === "boolean" ? createKeywordSuggestions("TRUE", "FALSE") : [];
  }
  if (name?.kind === "concept") {
    return context.quote === undefined ? createKeywordSuggestions("TRUE", "FALSE") : [];
  }
  const dimension = name?.id ?? path.at(-1);
  const members = await names.members(dimension, name?.object);
  const isInQuotes = context.quote !== undefined && !context.isOpen;
  const parents = isInQuotes ? parentsOf(members.map((member) => member.path ?? member.id)) : undefined;
  return members.flatMap((member, index) => {
    const text = member.path ?? member.id;
    const rank = index + (given.includes(text) ? members.length : 0);
    // Offered with its children only once: accepting it again selects it.
    const hasMore = context.prefix !== text && parents?.has(text);
    return suggestQuotedTexts(context, text, "member", rank, {
      detail: member.displayName,
      ...(hasMore && { leadsOn: true }),
      ...(name && scope.object !== undefined && { member: { object: scope.object, path, text } }),
    });
  });
}

/** Returns the parents of the given member paths, without duplicates. */
function parentsOf(paths: readonly string[]): ReadonlySet<string> {
  return new Set(paths.map((path) => path.slice(0, Math.max(0, path.lastIndexOf(".")))));
}

/** Returns completion items after a dot: the names on the object that the preceding path leads to. */
export async function suggestPathSegments(
  scope: CompletionScope,
  path: readonly string[],
  use: "item" | "level" | "condition",
): Promise<CompletionSuggestion[]> {
  const { names, timeColumn } = scope;
  const isTime = path.length === 1 && path[0]?.toLowerCase() === timeColumn.toLowerCase();
  const object = isTime ? undefined : await names.targetObject(scope.object, path);
  if (object === undefined) {
    return [];
  }
  const [references, properties, dimensions, concepts] = await Promise.all([
    names.references(object),
    use === "level" ? [] : names.of("property", object),
    names.of("dimension", object),
    use === "level" ? [] : names.of("concept", object),
  ]);
  const ranked = [
    ...withRank(references, 10),
    ...withRank(properties, 20),
    ...withRank(dimensions, 30),
    ...withRank(concepts, 40),
  ];
  return ranked.map(({ name, rank }) =>
    use === "condition" ? conditionOffer(name, rank, scope) : createNameSuggestion(name, rank, afterName(name, scope)),
  );
}

/**
 * Returns the optional fields of the completion item for a name. If a dot already follows a reference, the item inserts
 * the name without a dot.
 */
function afterName({ kind, id }: ModelName, { context: { after } }: CompletionScope) {
  return kind === "reference" && after?.kind === "sign" && after.text === "." ? { snippet: escapeSnippet(id) } : {};
}
