import type { TextEdit as LspTextEdit, Range } from "vscode-languageserver/node";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { TextEdit } from "../core/text/span.ts";
import { endsStatement, formatDocument } from "../sql-like/format/format.ts";
import { indentLine } from "../sql-like/format/indent.ts";
import { locate, rangeOf } from "./document-position.ts";
import type { Capabilities, ServerParts } from "./server-parts.ts";

export const formattingCapabilities: Capabilities = {
  documentFormattingProvider: true,
  documentRangeFormattingProvider: true,
  documentOnTypeFormattingProvider: { firstTriggerCharacter: ";", moreTriggerCharacter: ["\n"] },
};

/**
 * Registers formatting of documents and ranges. On typing, formats the statement that a `;` completes and the
 * indentation of a new line.
 */
export function registerFormatting(parts: ServerParts): void {
  const { connection, documents, queries } = parts;
  const format = (uri: string, range?: Range): LspTextEdit[] | null => {
    const document = documents.get(uri);
    const query = queries.get(uri);
    if (!document || !query) {
      return null;
    }
    const span = range && { start: document.offsetAt(range.start), end: document.offsetAt(range.end) };
    return formatDocument(query, span).map((edit) => editOf(document, edit));
  };
  connection.onDocumentFormatting(({ textDocument }) => format(textDocument.uri));
  connection.onDocumentRangeFormatting(({ textDocument, range }) => format(textDocument.uri, range));
  connection.onDocumentOnTypeFormatting(({ textDocument, position, ch }) => {
    const location = locate(parts, textDocument.uri, position);
    if (!location) {
      return null;
    }
    if (ch === "\n") {
      return indentLine(location.part, location.offset).map((edit) => editOf(location.document, edit, location.start));
    }
    // Offset of the typed `;` itself; the next part begins after it.
    const typed = location.start + location.offset - 1;
    const placed = queries.get(textDocument.uri)?.partAt(typed);
    const at = location.document.positionAt(typed);
    return placed && endsStatement(placed.part, typed - placed.start)
      ? format(textDocument.uri, { start: at, end: at })
      : [];
  });
}

function editOf(document: TextDocument, { text, ...span }: TextEdit, start = 0): LspTextEdit {
  return { range: rangeOf(document, { start }, span), newText: text };
}
