import { occurrencesOf, thingAt } from "../sql-like/structure/occurrences.ts";
import { locate, rangeOf } from "./document-position.ts";
import type { Capabilities, ServerParts } from "./server-parts.ts";

export const highlightCapabilities: Capabilities = { documentHighlightProvider: true, referencesProvider: true };

/**
 * Highlights occurrences of the label, metric, object or path under the cursor, in its statement or in the whole
 * document.
 */
export function registerHighlights(parts: ServerParts): void {
  const { connection, documents, queries } = parts;
  connection.onDocumentHighlight(({ textDocument, position }) => {
    const location = locate(parts, textDocument.uri, position);
    const thing = location && thingAt(location.part, location.offset);
    return location && thing
      ? occurrencesOf(location.part, thing).map((span) => ({ range: rangeOf(location.document, location, span) }))
      : null;
  });
  connection.onReferences(({ textDocument: { uri }, position, context }) => {
    const document = documents.get(uri);
    const location = locate(parts, uri, position);
    const thing = location && thingAt(location.part, location.offset);
    if (!document || !thing) {
      return null;
    }
    const isDeclaration = ({ start, end }: { start: number; end: number }) =>
      thing.kind === "label" && start === thing.label.text.start && end === thing.label.text.end;
    return (queries.get(uri)?.parts ?? []).flatMap((placed) =>
      occurrencesOf(placed.part, thing)
        .filter((span) => context.includeDeclaration || !isDeclaration(span))
        .map((span) => ({ uri, range: rangeOf(document, placed, span) })),
    );
  });
}
