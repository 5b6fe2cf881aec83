import { type CompletionItem, CompletionItemKind, InsertTextFormat, type Range } from "vscode-languageserver/node";
import { type CompletionOffer, complete, triggerCharacters } from "../sql-like/completion.ts";
import { placeOf, rangeOf } from "./places.ts";
import type { Capabilities, ServerParts } from "./server-parts.ts";

export const completionCapabilities: Capabilities = {
  completionProvider: { triggerCharacters: [...triggerCharacters] },
};

/** Completion of the SQL-like language (sql-like-language 10). */
export function registerCompletion(parts: ServerParts): void {
  const { connection, model, options, now } = parts;
  connection.onCompletion(async ({ textDocument, position }, token) => {
    const place = placeOf(parts, textDocument.uri, position);
    if (!place) {
      return null;
    }
    const { offers, replace, isIncomplete } = await complete(place.part.text, place.offset, {
      timeColumn: options().timeColumn,
      now: now(),
      search: (search) => model.search(search),
    });
    if (token.isCancellationRequested) {
      return null;
    }
    const range = rangeOf(place.document, place, replace);
    return { isIncomplete, items: offers.map((offer, index) => itemOf(offer, range, index)) };
  });
}

const itemKinds: Readonly<Record<CompletionOffer["kind"], CompletionItemKind>> = {
  keyword: CompletionItemKind.Keyword,
  metric: CompletionItemKind.Function,
  dimension: CompletionItemKind.Enum,
  property: CompletionItemKind.Field,
  concept: CompletionItemKind.Interface,
  object: CompletionItemKind.Class,
  time: CompletionItemKind.Event,
  function: CompletionItemKind.Method,
  unit: CompletionItemKind.Unit,
  value: CompletionItemKind.Value,
  member: CompletionItemKind.EnumMember,
};

function itemOf(offer: CompletionOffer, range: Range, index: number): CompletionItem {
  const { label, kind, snippet, detail, documentation, rank } = offer;
  return {
    label,
    kind: itemKinds[kind],
    insertTextFormat: InsertTextFormat.Snippet,
    textEdit: { range, newText: snippet },
    filterText: label,
    sortText: `${String(rank).padStart(4, "0")}${String(index).padStart(4, "0")}`,
    ...(detail !== undefined && { detail }),
    ...(documentation !== undefined && { documentation }),
  };
}
