import type { Position, SelectionRange } from "vscode-languageserver/node";
import { selectionsAt } from "../sql-like/structure/selection-ranges.ts";
import { locate, rangeOf } from "./document-position.ts";
import type { Capabilities, ServerParts } from "./server-parts.ts";

export const selectionRangeCapabilities: Capabilities = { selectionRangeProvider: true };

/** Expands and shrinks the selection along the syntax tree. */
export function registerSelectionRanges(parts: ServerParts): void {
  parts.connection.onSelectionRanges(({ textDocument, positions }) =>
    parts.queries.get(textDocument.uri)
      ? positions.map((position) => selectionAt(parts, textDocument.uri, position))
      : null,
  );
}

function selectionAt(parts: ServerParts, uri: string, position: Position): SelectionRange {
  const location = locate(parts, uri, position);
  const spans = location ? selectionsAt(location.part, location.offset) : [];
  let outer: SelectionRange | undefined;
  for (const span of location ? spans.toReversed() : []) {
    outer = location && { range: rangeOf(location.document, location, span), ...(outer && { parent: outer }) };
  }
  return outer ?? { range: { start: position, end: position } };
}
