import {
  type CompletionItem,
  CompletionItemKind,
  type CompletionList,
  type DocumentSymbol,
  InsertTextFormat,
  type Range,
  SymbolKind,
} from "vscode-languageserver/node";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { Span } from "../core/span.ts";
import type { JobCompletion, JobOffer } from "../sql-job/completion.ts";
import type { JobOutlineEntry } from "../sql-job/outline.ts";

const itemKinds: Readonly<Record<JobOffer["kind"], CompletionItemKind>> = {
  table: CompletionItemKind.Class,
  input: CompletionItemKind.Interface,
  column: CompletionItemKind.Field,
  file: CompletionItemKind.File,
  folder: CompletionItemKind.Folder,
  output: CompletionItemKind.Value,
};

export function jobCompletionListOf(
  document: TextDocument,
  { replace, offers, isIncomplete }: JobCompletion,
): CompletionList {
  const range = rangeOf(document, replace);
  const isQuoted = document.getText(range).startsWith('"');
  return { isIncomplete, items: offers.map((offer, index) => itemOf(offer, range, index, isQuoted)) };
}

/** An editor compares what it replaces with the filter's text, quotes and all. */
function itemOf(
  { label, kind, text, detail }: JobOffer,
  range: Range,
  index: number,
  isQuoted: boolean,
): CompletionItem {
  return {
    label,
    kind: itemKinds[kind],
    insertTextFormat: InsertTextFormat.PlainText,
    textEdit: { range, newText: text },
    filterText: isQuoted ? text : label,
    sortText: String(index).padStart(4, "0"),
    ...(detail !== undefined && { detail }),
  };
}

const symbolKinds: Readonly<Record<JobOutlineEntry["kind"], SymbolKind>> = {
  input: SymbolKind.Interface,
  action: SymbolKind.Event,
  output: SymbolKind.File,
};

export function symbolOf(document: TextDocument, entry: JobOutlineEntry): DocumentSymbol {
  return {
    name: entry.title,
    detail: entry.detail,
    kind: symbolKinds[entry.kind],
    range: rangeOf(document, entry),
    selectionRange: rangeOf(document, entry.name),
    children: entry.children.map((child) => symbolOf(document, child)),
  };
}

function rangeOf(document: TextDocument, { start, end }: Span): Range {
  return { start: document.positionAt(start), end: document.positionAt(end) };
}
