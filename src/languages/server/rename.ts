import { LSPErrorCodes, ResponseError } from "vscode-languageserver/node";
import { prepareRename, renameLabel } from "../sql-like/structure/rename.ts";
import { placeOf, rangeOf } from "./document-position.ts";
import type { Capabilities, ServerParts } from "./server-parts.ts";

export const renameCapabilities: Capabilities = { renameProvider: { prepareProvider: true } };

/** Renames labels; anything else is refused with a reason that the editor shows. */
export function registerRename(parts: ServerParts): void {
  const { connection } = parts;
  connection.onPrepareRename(({ textDocument, position }) => {
    const place = placeOf(parts, textDocument.uri, position);
    if (!place) {
      return null;
    }
    const prepared = prepareRename(place.part, place.offset);
    return prepared.kind === "label"
      ? { range: rangeOf(place.document, place, prepared.span), placeholder: prepared.value }
      : new ResponseError(LSPErrorCodes.RequestFailed, prepared.reason);
  });
  connection.onRenameRequest(({ textDocument: { uri }, position, newName }) => {
    const place = placeOf(parts, uri, position);
    if (!place) {
      return null;
    }
    const renamed = renameLabel(place.part, place.offset, newName);
    return renamed.kind === "edits"
      ? {
          changes: {
            [uri]: renamed.edits.map(({ text, ...span }) => ({
              range: rangeOf(place.document, place, span),
              newText: text,
            })),
          },
        }
      : new ResponseError(LSPErrorCodes.RequestFailed, renamed.reason);
  });
}
