import { labelAt } from "../sql-like/structure/labels.ts";
import { locate, rangeOf } from "./document-position.ts";
import type { Capabilities, ServerParts } from "./server-parts.ts";

export const definitionCapabilities: Capabilities = { definitionProvider: true };

/** Goes to the definition of a label; all other names are defined in the business model. */
export function registerDefinition(parts: ServerParts): void {
  parts.connection.onDefinition(({ textDocument: { uri }, position }) => {
    const location = locate(parts, uri, position);
    const placed = location && labelAt(location.part, location.offset);
    return location && placed ? { uri, range: rangeOf(location.document, location, placed.label.text) } : null;
  });
}
