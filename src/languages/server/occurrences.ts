import { LSPErrorCodes, ResponseError } from "vscode-languageserver/node";
import { labelAt, namedItemAt, occurrencesOf } from "../sql-like/structure/occurrences.ts";
import { prepareRename, renameLabelAt } from "../sql-like/structure/rename.ts";
import { documentPositionAt, rangeOf } from "./document-position.ts";
import type { FeatureCapabilities, ServerContext } from "./server-parts.ts";

export const highlightCapabilities: FeatureCapabilities = { documentHighlightProvider: true, referencesProvider: true };

/**
 * Registers highlighting of the name under the cursor (label, metric, object or path) where it occurs in the statement
 * or document.
 */
export function registerHighlights(parts: ServerContext): void {
  const { connection, documents, queries } = parts;
  connection.onDocumentHighlight(({ textDocument, position }) => {
    const location = documentPositionAt(parts, textDocument.uri, position);
    const thing = location && namedItemAt(location.part, location.offset);
    return location && thing
      ? occurrencesOf(location.part, thing).map((span) => ({ range: rangeOf(location.document, location, span) }))
      : null;
  });
  connection.onReferences(({ textDocument: { uri }, position, context }) => {
    const document = documents.get(uri);
    const location = documentPositionAt(parts, uri, position);
    const thing = location && namedItemAt(location.part, location.offset);
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

export const definitionCapabilities: FeatureCapabilities = { definitionProvider: true };

/** Registers "Go to Definition" for labels. All other names are defined in the business model, not in the text. */
export function registerDefinition(parts: ServerContext): void {
  parts.connection.onDefinition(({ textDocument: { uri }, position }) => {
    const location = documentPositionAt(parts, uri, position);
    const placed = location && labelAt(location.part, location.offset);
    return location && placed ? { uri, range: rangeOf(location.document, location, placed.label.text) } : null;
  });
}

export const renameCapabilities: FeatureCapabilities = { renameProvider: { prepareProvider: true } };

/** Registers renaming of labels. For any other name, the editor shows why it cannot be renamed. */
export function registerRename(parts: ServerContext): void {
  const { connection } = parts;
  connection.onPrepareRename(({ textDocument, position }) => {
    const location = documentPositionAt(parts, textDocument.uri, position);
    if (!location) {
      return null;
    }
    const prepared = prepareRename(location.part, location.offset);
    return prepared.kind === "label"
      ? { range: rangeOf(location.document, location, prepared.span), placeholder: prepared.value }
      : new ResponseError(LSPErrorCodes.RequestFailed, prepared.reason);
  });
  connection.onRenameRequest(({ textDocument: { uri }, position, newName }) => {
    const location = documentPositionAt(parts, uri, position);
    if (!location) {
      return null;
    }
    const renamed = renameLabelAt(location.part, location.offset, newName);
    return renamed.kind === "edits"
      ? {
          changes: {
            [uri]: renamed.edits.map(({ text, ...span }) => ({
              range: rangeOf(location.document, location, span),
              newText: text,
            })),
          },
        }
      : new ResponseError(LSPErrorCodes.RequestFailed, renamed.reason);
  });
}
