import { getLocation, type Node } from "jsonc-parser";
import { findLeadingComments, findOptionComments } from "../../core/text/option-comments.ts";
import type { Span } from "../../core/text/span.ts";
import {
  optionValuesOf,
  type QueryOption,
  type QueryOptionTable,
  queryKindOfOptions,
  queryOptionSets,
} from "../checks/option-table.ts";
import type { QueryKind } from "../syntax/query-kind.ts";

/** Completion item for the name or a value of a query option. */
export interface OptionSuggestion {
  readonly kind: "options" | "option" | "value";
  readonly label: string;
  /** Plain text to insert in place of the span `replace`. */
  readonly text: string;
  readonly documentation?: string;
}

interface OptionOffers {
  /** Completion items, most likely first. */
  readonly offers: readonly OptionSuggestion[];
  /** Span that an accepted item replaces, in offsets of the document text. */
  readonly replace: Span;
}

/**
 * Returns completion items for an option comment before a query; `undefined` outside of such comments
 * (sql-like-language 11.4).
 */
export function suggestOptions(text: string, offset: number, kind: QueryKind): OptionOffers | undefined {
  const comment = findOptionComments(text).find(({ json }) => json.start <= offset && offset <= json.end);
  const meant = comment && queryKindOfOptions(comment.name.text);
  if (comment && meant) {
    const { start, end } = comment.json;
    return offersInJson(text.slice(start, end), offset - start, start, queryOptionSets[meant].options);
  }
  return offersOfName(text, offset, kind);
}

/**
 * Returns completion items for the name of an option set, as in `-- li|` with the cursor at `|`. The set for this kind
 * of query comes first.
 */
function offersOfName(text: string, offset: number, kind: QueryKind): OptionOffers | undefined {
  const comment = findLeadingComments(text).find(({ start, end }) => start + 2 <= offset && offset <= end);
  const written = comment && /^(?:--|\/\*)[ \t]*(\w*)$/.exec(text.slice(comment.start, offset));
  if (!written) {
    return undefined;
  }
  const [, word = ""] = written;
  const behind = /^\w*/.exec(text.slice(offset))?.[0] ?? "";
  const { aggregate, list } = queryOptionSets;
  const sets = kind === "aggregate" ? [aggregate, list] : [list, aggregate];
  return {
    offers: sets.map(({ name }) => ({ kind: "options", label: name, text: `${name}: {}` })),
    replace: { start: offset - word.length, end: offset + behind.length },
  };
}

function offersInJson(
  json: string,
  offset: number,
  start: number,
  options: QueryOptionTable,
): OptionOffers | undefined {
  const { path, isAtPropertyKey, previousNode } = getLocation(json, offset);
  const isInside = previousNode && previousNode.offset <= offset && offset <= previousNode.offset + previousNode.length;
  const word = isInside ? spanOf(previousNode) : wordAt(json, offset);
  const replace = { start: start + word.start, end: start + word.end };
  const names = path.filter((step) => typeof step === "string");
  if (isAtPropertyKey) {
    const table = tableAt(options, names.slice(0, -1));
    return table && { offers: nameOffers(table, /^\s*:/.test(json.slice(word.end))), replace };
  }
  const table = tableAt(options, names.slice(0, -1));
  const option = names.length > 0 ? table?.[names.at(-1) ?? ""] : undefined;
  return option && { offers: valueOffers(option), replace };
}

function spanOf({ offset, length }: Node): Span {
  return { start: offset, end: offset + length };
}

/** Returns the span of letters and quotes around an offset, used where the JSON tree has no node. */
function wordAt(json: string, offset: number): Span {
  const before = /["\w]*$/.exec(json.slice(0, offset))?.[0].length ?? 0;
  const behind = /^["\w]*/.exec(json.slice(offset))?.[0].length ?? 0;
  return { start: offset - before, end: offset + behind };
}

/** Returns the table of options inside the nested fields that `path` names; undefined if there is none. */
function tableAt(options: QueryOptionTable, path: readonly string[]): QueryOptionTable | undefined {
  let table: QueryOptionTable | undefined = options;
  for (const name of path) {
    const type: QueryOption["type"] | undefined = table && Object.hasOwn(table, name) ? table[name]?.type : undefined;
    table = type?.kind === "object" ? type.fields : undefined;
  }
  return table;
}

function nameOffers(table: QueryOptionTable, hasValue: boolean): OptionSuggestion[] {
  return Object.entries(table).map(([name, option]) => ({
    kind: "option",
    label: name,
    text: hasValue ? `"${name}"` : `"${name}": ${optionValuesOf(option)[0] ?? ""}`,
    documentation: option.description,
  }));
}

function valueOffers(option: QueryOption): OptionSuggestion[] {
  return optionValuesOf(option).map((value) => ({
    kind: "value",
    label: value,
    text: value,
    documentation: option.description,
  }));
}
