import { MarkupKind } from "vscode-languageserver/node";
import { hover, hoverNeedsModel } from "../sql-like/hover/hover.ts";
import { documentPositionAt, rangeOf } from "./document-position.ts";
import { type FeatureCapabilities, nameScopeOf, type ServerContext } from "./server-parts.ts";

export const hoverCapabilities: FeatureCapabilities = { hoverProvider: true };

/** Registers the hover that explains the name or keyword under the mouse pointer. */
export function registerHover(parts: ServerContext): void {
  const { connection, model } = parts;
  connection.onHover(async ({ textDocument, position }, token) => {
    const location = documentPositionAt(parts, textDocument.uri, position);
    if (!location) {
      return null;
    }
    if (hoverNeedsModel(location.part, location.offset, nameScopeOf(location.part, parts))) {
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
