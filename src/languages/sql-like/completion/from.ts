import type { TextEdit } from "../../core/text/text-edit.ts";
import type { CompletionContext } from "./context.ts";
import { type CompletionOffer, escapeSnippet } from "./offer.ts";

/**
 * The offer of an item that brings FROM with its object, when the query has none yet (sql-like-language 10). At the end of
 * what is replaced it is part of the same insertion: edits that touch each other have no order.
 */
export function withFrom(
  offer: CompletionOffer,
  object: string | undefined,
  context: CompletionContext,
): CompletionOffer {
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
