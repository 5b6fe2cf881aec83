import { type CompletionItem, CompletionItemKind, type CompletionList } from "vscode-languageserver/node";
import { type OptionOffer, optionOffers } from "../sql-like/completion/option-offers.ts";
import { queryKind } from "../sql-like/syntax/query-kind.ts";
import { type Place, rangeOf } from "./places.ts";

const itemKinds: Readonly<Record<OptionOffer["kind"], CompletionItemKind>> = {
  options: CompletionItemKind.Struct,
  option: CompletionItemKind.Property,
  value: CompletionItemKind.Value,
};

/** Names and values of options in a comment before a query; `undefined` when the place is in no such comment. */
export function optionCompletion(place: Place): CompletionList | undefined {
  const query = place.part.statements.find(({ kind }) => kind === "query");
  const kind = query?.kind === "query" ? queryKind(query) : "list";
  const found = optionOffers(place.part.text, place.offset, kind);
  if (!found) {
    return undefined;
  }
  const range = rangeOf(place.document, place, found.replace);
  const written = place.document.getText(range);
  const items = found.offers.map(
    ({ kind: sort, label, text, documentation }, index): CompletionItem => ({
      label,
      kind: itemKinds[sort],
      textEdit: { range, newText: text },
      // What is filtered begins as the text that it replaces does.
      filterText: written.startsWith('"') && !label.startsWith('"') ? `"${label}` : label,
      sortText: String(index).padStart(4, "0"),
      ...(documentation !== undefined && { documentation }),
    }),
  );
  return { isIncomplete: false, items };
}
