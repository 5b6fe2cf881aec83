import { MarkupKind } from "vscode-languageserver/node";
import { hover, needsModel } from "../sql-like/hover/hover.ts";
import { placeOf, rangeOf } from "./document-position.ts";
import { nameScopeOf } from "./name-scope.ts";
import type { Capabilities, ServerParts } from "./server-parts.ts";

export const hoverCapabilities: Capabilities = { hoverProvider: true };

/** Explains the name or keyword under the pointer. */
export function registerHover(parts: ServerParts): void {
  const { connection, model } = parts;
  connection.onHover(async ({ textDocument, position }, token) => {
    const place = placeOf(parts, textDocument.uri, position);
    if (!place) {
      return null;
    }
    if (needsModel(place.part, place.offset, nameScopeOf(place.part, parts))) {
      await model.load(place.part);
    }
    if (token.isCancellationRequested) {
      return null;
    }
    const options = { ...nameScopeOf(place.part, parts), search: model.search.bind(model) };
    const found = await hover(place.part, place.offset, options);
    if (!found || token.isCancellationRequested) {
      return null;
    }
    const contents = { kind: MarkupKind.Markdown, value: found.markdown };
    return { contents, range: rangeOf(place.document, place, found) };
  });
}
