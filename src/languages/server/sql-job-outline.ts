import { type DocumentSymbol, type Range, SymbolKind } from "vscode-languageserver/node";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { Span } from "../core/span.ts";
import type { JobOutlineEntry } from "../sql-job/outline.ts";

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
