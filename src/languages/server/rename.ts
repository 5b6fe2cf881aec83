import { LSPErrorCodes, ResponseError } from "vscode-languageserver/node";
import { prepareRename, renameLabel } from "../sql-like/structure/rename.ts";
import { locate, rangeOf } from "./document-position.ts";
import type { Capabilities, ServerParts } from "./server-parts.ts";

export const renameCapabilities: Capabilities = { renameProvider: { prepareProvider: true } };

/** Renames labels; anything else is refused with a reason that the editor shows. */
export function registerRename(parts: ServerParts): void {
  const { connection } = parts;
  connection.onPrepareRename(({ textDocument, position }) => {
    const location = locate(parts, textDocument.uri, position);
    if (!location) {
      return null;
    }
    const prepared = prepareRename(location.part, location.offset);
    return prepared.kind === "label"
      ? { range: rangeOf(location.document, location, prepared.span), placeholder: prepared.value }
      : new ResponseError(LSPErrorCodes.RequestFailed, prepared.reason);
  });
  connection.onRenameRequest(({ textDocument: { uri }, position, newName }) => {
    const location = locate(parts, uri, position);
    if (!location) {
      return null;
    }
    const renamed = renameLabel(location.part, location.offset, newName);
    return renamed.kind === "edits"
      ? {
          changes: {
            [uri]: renamed.edits.map(({ text, ...span }) => ({
              range: rangeOf(location.document, location, span),
              newText: text,
            })),
          },
        }
      : new ResponseError(LSPErrorCodes.RequestFailed, renamed.reason);
  });
}
