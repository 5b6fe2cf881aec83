import { MarkupKind } from "vscode-languageserver/node";
import { hover, needsModel } from "../sql-like/hover/hover.ts";
import { locate, rangeOf } from "./document-position.ts";
import { type Capabilities, nameScopeOf, type ServerParts } from "./server-parts.ts";

export const hoverCapabilities: Capabilities = { hoverProvider: true };

/** Registers the hover that explains the name or keyword under the mouse pointer. */
export function registerHover(parts: ServerParts): void {
  const { connection, model } = parts;
  connection.onHover(async ({ textDocument, position }, token) => {
    const location = locate(parts, textDocument.uri, position);
    if (!location) {
      return null;
    }
    if (needsModel(location.part, location.offset, nameScopeOf(location.part, parts))) {
      await model.load(location.part);
    }
    if (token.isCancellationRequested) {
      return null;
    }
    const options = { ...nameScopeOf(location.part, parts), search: model.search.bind(model) };
    const found = await hover(location.part, location.offset, options);
    if (!found || token.isCancellationRequested) {
      return null;
    }
    const contents = { kind: MarkupKind.Markdown, value: found.markdown };
    return { contents, range: rangeOf(location.document, location, found) };
  });
}
