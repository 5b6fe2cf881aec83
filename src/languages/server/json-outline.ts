import { type DocumentSymbol, SymbolKind } from "vscode-languageserver/node";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { JsonOutlineEntry } from "../core/json/json-outline.ts";
import { rangeOf } from "./document-position.ts";

const symbolKinds: Readonly<Record<JsonOutlineEntry["kind"], SymbolKind>> = {
  input: SymbolKind.Interface,
  action: SymbolKind.Event,
  output: SymbolKind.File,
  column: SymbolKind.Field,
  upstream: SymbolKind.Interface,
};

const wholeDocument = { start: 0 };

export function jsonSymbolOf(document: TextDocument, entry: JsonOutlineEntry): DocumentSymbol {
  return {
    name: entry.title,
    detail: entry.detail,
    kind: symbolKinds[entry.kind],
    range: rangeOf(document, wholeDocument, entry),
    selectionRange: rangeOf(document, wholeDocument, entry.name),
    children: entry.children.map((child) => jsonSymbolOf(document, child)),
  };
}
