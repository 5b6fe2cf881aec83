import { type FoldingRange, FoldingRangeKind } from "vscode-languageserver/node";
import { foldsOf } from "../sql-like/structure/folding.ts";
import { rangeOf } from "./document-position.ts";
import type { Capabilities, ServerParts } from "./server-parts.ts";

export const foldingCapabilities: Capabilities = { foldingRangeProvider: true };

/** Folding of statements, clauses, lists and comments; at most one fold starts on each line. */
export function registerFolding({ connection, documents, queries }: ServerParts): void {
  connection.onFoldingRanges(({ textDocument: { uri } }) => {
    const document = documents.get(uri);
    const query = queries.get(uri);
    if (!document || !query) {
      return null;
    }
    const folds = new Map<number, FoldingRange>();
    for (const placed of query.parts) {
      for (const { kind, ...span } of foldsOf(placed.part)) {
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
