import {
  type CompletionItem,
  CompletionItemKind,
  type CompletionList,
  InsertTextFormat,
  type Range,
} from "vscode-languageserver/node";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { JsonCompletion, JsonOffer } from "../core/json/json-completion.ts";
import { rangeOf } from "./document-position.ts";

const itemKinds: Readonly<Record<JsonOffer["kind"], CompletionItemKind>> = {
  table: CompletionItemKind.Class,
  input: CompletionItemKind.Interface,
  column: CompletionItemKind.Field,
  file: CompletionItemKind.File,
  folder: CompletionItemKind.Folder,
  output: CompletionItemKind.Value,
  tenant: CompletionItemKind.EnumMember,
};

export function jsonCompletionListOf(
  document: TextDocument,
  { replace, offers, isIncomplete }: JsonCompletion,
): CompletionList {
  const range = rangeOf(document, { start: 0 }, replace);
  const isQuoted = document.getText(range).startsWith('"');
  return { isIncomplete, items: offers.map((offer, index) => itemOf(offer, range, index, isQuoted)) };
}

/** An editor compares the filter text with the text that is replaced, quotes included. */
function itemOf(
  { label, kind, text, detail, filter }: JsonOffer,
  range: Range,
  index: number,
  isQuoted: boolean,
): CompletionItem {
  return {
    label,
    kind: itemKinds[kind],
    insertTextFormat: InsertTextFormat.PlainText,
    textEdit: { range, newText: text },
    filterText: filterTextOf(filter ?? label, isQuoted),
    sortText: String(index).padStart(4, "0"),
    ...(detail !== undefined && { detail }),
  };
}

function filterTextOf(filter: string, isQuoted: boolean): string {
  return isQuoted ? JSON.stringify(filter) : filter;
}
