import {
  type DocumentSymbol,
  type FoldingRange,
  FoldingRangeKind,
  type Position,
  type SelectionRange,
  SymbolKind,
} from "vscode-languageserver/node";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { foldingRangesOf } from "../sql-like/structure/folding.ts";
import { type OutlineEntry, outlineOf } from "../sql-like/structure/outline.ts";
import { selectionSpansAt } from "../sql-like/structure/selection-ranges.ts";
import type { DocumentStatement } from "../sql-like/syntax/query-document.ts";
import { documentPositionAt, rangeOf } from "./document-position.ts";
import type { FeatureCapabilities, ServerContext } from "./server-parts.ts";

export const outlineCapabilities: FeatureCapabilities = { documentSymbolProvider: { label: "Workforce" } };

/** Registers the document outline, which lists statements with their clauses and items. */
export function registerOutline({ connection, documents, queries }: ServerContext): void {
  connection.onDocumentSymbol(({ textDocument: { uri } }) => {
    const document = documents.get(uri);
    const query = queries.get(uri);
    return document && query
      ? query.parts.flatMap((placed) => outlineOf(placed).map((entry) => symbolOf(document, placed, entry)))
      : null;
  });
}

export const outlineSymbolKinds: Readonly<Record<OutlineEntry["kind"], SymbolKind>> = {
  aggregate: SymbolKind.Function,
  list: SymbolKind.Array,
  shell: SymbolKind.Event,
  clause: SymbolKind.Namespace,
  object: SymbolKind.Class,
  metric: SymbolKind.Method,
  column: SymbolKind.Field,
  condition: SymbolKind.Boolean,
};

function symbolOf(document: TextDocument, placed: DocumentStatement, entry: OutlineEntry): DocumentSymbol {
  return {
    name: entry.title,
    detail: entry.detail,
    kind: outlineSymbolKinds[entry.kind],
    range: rangeOf(document, placed, entry),
    selectionRange: rangeOf(document, placed, entry.name),
    children: entry.children.map((child) => symbolOf(document, placed, child)),
  };
}

export const foldingCapabilities: FeatureCapabilities = { foldingRangeProvider: true };

/** Registers folding of statements, clauses, lists and comments. At most one folding range starts on each line. */
export function registerFolding({ connection, documents, queries }: ServerContext): void {
  connection.onFoldingRanges(({ textDocument: { uri } }) => {
    const document = documents.get(uri);
    const query = queries.get(uri);
    if (!document || !query) {
      return null;
    }
    const folds = new Map<number, FoldingRange>();
    for (const placed of query.parts) {
      for (const { kind, ...span } of foldingRangesOf(placed.part)) {
        const { start, end } = rangeOf(document, placed, span);
        // Outer folds come first; an editor shows one fold per line.
        if (end.line > start.line && !folds.has(start.line)) {
          const comment = kind === "comment" && { kind: FoldingRangeKind.Comment };
          folds.set(start.line, { startLine: start.line, endLine: end.line, ...comment });
        }
      }
    }
    return [...folds.values()];
  });
}

export const selectionRangeCapabilities: FeatureCapabilities = { selectionRangeProvider: true };

/** Registers "Expand Selection" and "Shrink Selection", which follow the nodes of the syntax tree. */
export function registerSelectionRanges(parts: ServerContext): void {
  parts.connection.onSelectionRanges(({ textDocument, positions }) =>
    parts.queries.get(textDocument.uri)
      ? positions.map((position) => selectionAt(parts, textDocument.uri, position))
      : null,
  );
}

function selectionAt(parts: ServerContext, uri: string, position: Position): SelectionRange {
  const location = documentPositionAt(parts, uri, position);
  const spans = location ? selectionSpansAt(location.part, location.offset) : [];
  let outer: SelectionRange | undefined;
  for (const span of location ? spans.toReversed() : []) {
    outer = location && { range: rangeOf(location.document, location, span), ...(outer && { parent: outer }) };
  }
  return outer ?? { range: { start: position, end: position } };
}
