import { type DocumentSymbol, SymbolKind } from "vscode-languageserver/node";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { type OutlineEntry, outlineOf } from "../sql-like/structure/outline.ts";
import type { PlacedPart } from "../sql-like/syntax/query-document.ts";
import { rangeOf } from "./document-position.ts";
import type { Capabilities, ServerParts } from "./server-parts.ts";

export const outlineCapabilities: Capabilities = { documentSymbolProvider: { label: "Workforce" } };

/** Document outline: statements with their clauses and items. */
export function registerOutline({ connection, documents, queries }: ServerParts): void {
  connection.onDocumentSymbol(({ textDocument: { uri } }) => {
    const document = documents.get(uri);
    const query = queries.get(uri);
    return document && query
      ? query.parts.flatMap((placed) => outlineOf(placed).map((entry) => symbolOf(document, placed, entry)))
      : null;
  });
}

export const symbolKinds: Readonly<Record<OutlineEntry["kind"], SymbolKind>> = {
  aggregate: SymbolKind.Function,
  list: SymbolKind.Array,
  shell: SymbolKind.Event,
  clause: SymbolKind.Namespace,
  object: SymbolKind.Class,
  metric: SymbolKind.Method,
  column: SymbolKind.Field,
  condition: SymbolKind.Boolean,
};

function symbolOf(document: TextDocument, placed: PlacedPart, entry: OutlineEntry): DocumentSymbol {
  return {
    name: entry.title,
    detail: entry.detail,
    kind: symbolKinds[entry.kind],
    range: rangeOf(document, placed, entry),
    selectionRange: rangeOf(document, placed, entry.name),
    children: entry.children.map((child) => symbolOf(document, placed, child)),
  };
}
