import { type InlayHint, InlayHintKind, MarkupKind } from "vscode-languageserver/node";
import { allInlayHints } from "../core/requests/inlay-hint-choice.ts";
import { findInlayHints } from "../sql-like/hints/inlay-hints.ts";
import type { DocumentStatement } from "../sql-like/syntax/query-document.ts";
import { type FeatureCapabilities, nameScopeOf, type ServerContext } from "./server-parts.ts";

export const inlayHintsCapabilities: FeatureCapabilities = { inlayHintProvider: true };

/**
 * Registers inlay hints for queries. They use the known names of the business model, and are refreshed when more become
 * known.
 */
export function registerInlayHints(parts: ServerContext): void {
  const { connection, documents, queries, model } = parts;
  connection.languages.inlayHint.on(async ({ textDocument: { uri }, range }, token): Promise<InlayHint[] | null> => {
    const document = documents.get(uri);
    const query = queries.get(uri);
    if (!document || !query) {
      return null;
    }
    const start = document.offsetAt(range.start);
    const end = document.offsetAt(range.end);
    const touched = query.parts.filter((placed) => placed.start <= end && endOf(placed) >= start);
    const hints = await Promise.all(
      touched.map(async ({ part, start: partStart }) => {
        const span = { start: start - partStart, end: end - partStart };
        const found = await findInlayHints(part, span, {
          ...nameScopeOf(part, parts),
          choice: parts.options().inlayHints ?? allInlayHints,
          search: model.search.bind(model),
        });
        return found.map((hint) => ({ ...hint, offset: hint.offset + partStart }));
      }),
    );
    if (token.isCancellationRequested) {
      return null;
    }
    return hints.flat().map(({ offset, label, tooltip, isBefore }) => ({
      position: document.positionAt(offset),
      label,
      kind: isBefore ? InlayHintKind.Parameter : InlayHintKind.Type,
      tooltip: { kind: MarkupKind.Markdown, value: tooltip },
      paddingLeft: !isBefore,
      paddingRight: isBefore,
    }));
  });
  model.onDidChange(() => refreshInlayHints(parts));
}

/** Asks the editor to request inlay hints again, if it supports that. */
export function refreshInlayHints({ connection, client }: ServerContext): void {
  if (client().workspace?.inlayHint?.refreshSupport) {
    void connection.languages.inlayHint.refresh();
  }
}

function endOf({ part, start }: DocumentStatement): number {
  return start + part.text.length;
}
