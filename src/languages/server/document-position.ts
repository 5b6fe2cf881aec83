import type { Position, Range } from "vscode-languageserver/node";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { Span } from "../core/text/span.ts";
import type { DocumentStatement, ParsedStatementText } from "../sql-like/syntax/query-document.ts";
import type { ServerContext } from "./server-parts.ts";

/** Position in an open document, with the statement that contains it. */
export interface DocumentPosition {
  readonly document: TextDocument;
  readonly part: ParsedStatementText;
  /** Offset in the document at which the text of the statement starts. */
  readonly start: number;
  /** Offset of the position, relative to the start of the statement's text. */
  readonly offset: number;
}

/**
 * Finds the statement at a position in a document. Undefined if the document is not open or not in the SQL-like
 * language.
 */
export function documentPositionAt(
  { documents, queries }: ServerContext,
  uri: string,
  position: Position,
): DocumentPosition | undefined {
  const document = documents.get(uri);
  const query = queries.get(uri);
  if (!document || !query) {
    return undefined;
  }
  const offset = document.offsetAt(position);
  const { part, start } = query.statementAt(offset);
  return { document, part, start, offset: offset - start };
}

/** Converts a span that is relative to a statement to an LSP range of its document. */
export function rangeOf(document: TextDocument, { start }: Pick<DocumentStatement, "start">, span: Span): Range {
  return { start: document.positionAt(start + span.start), end: document.positionAt(start + span.end) };
}
