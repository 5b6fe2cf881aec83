import type { Position, Range } from "vscode-languageserver/node";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { Span } from "../core/text/span.ts";
import type { PlacedPart, QueryPart } from "../sql-like/syntax/query-document.ts";
import type { ServerParts } from "./server-parts.ts";

/** Position in an open document, resolved to the statement part that contains it. */
export interface DocumentPosition {
  readonly document: TextDocument;
  readonly part: QueryPart;
  /** Offset of the part in the document. */
  readonly start: number;
  /** Offset of the position from the start of the statement's text. */
  readonly offset: number;
}

/** `undefined` when the document is not open or not in the SQL-like language. */
export function locate(
  { documents, queries }: ServerParts,
  uri: string,
  position: Position,
): DocumentPosition | undefined {
  const document = documents.get(uri);
  const query = queries.get(uri);
  if (!document || !query) {
    return undefined;
  }
  const offset = document.offsetAt(position);
  const { part, start } = query.partAt(offset);
  return { document, part, start, offset: offset - start };
}

/** Converts a span of a part to a range of its document. */
export function rangeOf(document: TextDocument, { start }: Pick<PlacedPart, "start">, span: Span): Range {
  return { start: document.positionAt(start + span.start), end: document.positionAt(start + span.end) };
}
