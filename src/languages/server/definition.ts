import { labelAt } from "../sql-like/structure/labels.ts";
import { placeOf, rangeOf } from "./document-position.ts";
import type { Capabilities, ServerParts } from "./server-parts.ts";

export const definitionCapabilities: Capabilities = { definitionProvider: true };

/** Goes to the definition of a label; all other names are defined in the business model. */
export function registerDefinition(parts: ServerParts): void {
  parts.connection.onDefinition(({ textDocument: { uri }, position }) => {
    const place = placeOf(parts, uri, position);
    const placed = place && labelAt(place.part, place.offset);
    return place && placed ? { uri, range: rangeOf(place.document, place, placed.label.text) } : null;
  });
}
