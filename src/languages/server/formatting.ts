import type { TextEdit as LspTextEdit, Range } from "vscode-languageserver/node";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { type FormatRefused, formatRefusedNotification } from "../core/requests/editor-requests.ts";
import type { Span, TextEdit } from "../core/text/span.ts";
import { endsStatementAt, formatQueryDocument, unformattedStatements } from "../sql-like/format/format.ts";
import { createIndentEdits } from "../sql-like/format/indent.ts";
import { documentPositionAt, rangeOf } from "./document-position.ts";
import type { FeatureCapabilities, ServerContext } from "./server-parts.ts";

export const formattingCapabilities: FeatureCapabilities = {
  documentFormattingProvider: true,
  documentRangeFormattingProvider: true,
  documentOnTypeFormattingProvider: { firstTriggerCharacter: ";", moreTriggerCharacter: ["\n"] },
};

/**
 * Registers formatting of documents and ranges. On typing, formats the statement that a `;` completes and the
 * indentation of a new line.
 */
export function registerFormatting(parts: ServerContext): void {
  const { connection, documents, queries } = parts;
  const format = (uri: string, range?: Range, isNotifying = true): LspTextEdit[] | null => {
    const document = documents.get(uri);
    const query = queries.get(uri);
    if (!document || !query) {
      return null;
    }
    const span = range && { start: document.offsetAt(range.start), end: document.offsetAt(range.end) };
    const edits = formatQueryDocument(query, span).map((edit) => editOf(document, edit));
    if (isNotifying) {
      notifyRefused(connection, document, unformattedStatements(query, span), edits);
    }
    return edits;
  };
  connection.onDocumentFormatting(({ textDocument }) => format(textDocument.uri));
  connection.onDocumentRangeFormatting(({ textDocument, range }) => format(textDocument.uri, range));
  connection.onDocumentOnTypeFormatting(({ textDocument, position, ch }) => {
    const location = documentPositionAt(parts, textDocument.uri, position);
    if (!location) {
      return null;
    }
    if (ch === "\n") {
      return createIndentEdits(location.part, location.offset).map((edit) =>
        editOf(location.document, edit, location.start),
      );
    }
    // Offset of the typed `;` itself; the next part begins after it.
    const typed = location.start + location.offset - 1;
    const placed = queries.get(textDocument.uri)?.statementAt(typed);
    const at = location.document.positionAt(typed);
    return placed && endsStatementAt(placed.part, typed - placed.start)
      ? format(textDocument.uri, { start: at, end: at }, false)
      : [];
  });
}

/** Notifies the editor which statements the edits leave unformatted because of an error, if there are any. */
export function notifyRefused(
  connection: Pick<ServerContext["connection"], "sendNotification">,
  document: TextDocument,
  statements: readonly Span[],
  edits: readonly LspTextEdit[],
): void {
  if (statements.length > 0) {
    const params: FormatRefused = {
      uri: document.uri,
      statements: statements.map(({ start, end }) => ({ start, end })),
      changesText: edits.some(({ range, newText }) => document.getText(range) !== newText),
    };
    void connection.sendNotification(formatRefusedNotification, params);
  }
}

function editOf(document: TextDocument, { text, ...span }: TextEdit, start = 0): LspTextEdit {
  return { range: rangeOf(document, { start }, span), newText: text };
}
