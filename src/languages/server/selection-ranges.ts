import type { Position, SelectionRange } from "vscode-languageserver/node";
import { selectionsAt } from "../sql-like/structure/selection-ranges.ts";
import { placeOf, rangeOf } from "./document-position.ts";
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
  const place = placeOf(parts, uri, position);
  const spans = place ? selectionsAt(place.part, place.offset) : [];
  let outer: SelectionRange | undefined;
  for (const span of place ? spans.toReversed() : []) {
    outer = place && { range: rangeOf(place.document, place, span), ...(outer && { parent: outer }) };
  }
  return outer ?? { range: { start: position, end: position } };
}
