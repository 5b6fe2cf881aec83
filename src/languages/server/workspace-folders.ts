import {
  type Connection,
  DidChangeWorkspaceFoldersNotification,
  type InitializeParams,
} from "vscode-languageserver/node";
import type { FeatureCapabilities } from "./server-parts.ts";

export const workspaceFolderCapabilities: FeatureCapabilities = {
  workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
};

/** Folders that are open in the editor. Updated as folders are added and removed. */
export class WorkspaceFolders {
  #uris: readonly string[] = [];

  constructor(connection: Connection) {
    connection.onNotification(DidChangeWorkspaceFoldersNotification.type, ({ event: { added, removed } }) => {
      const gone = new Set(removed.map(({ uri }) => uri));
      this.#uris = [...this.#uris.filter((uri) => !gone.has(uri)), ...added.map(({ uri }) => uri)];
    });
  }

  get uris(): readonly string[] {
    return this.#uris;
  }

  /** Reads the open folders from the parameters of the LSP request `initialize`. Older editors send a single folder. */
  initialize({ workspaceFolders, rootUri }: InitializeParams): void {
    this.#uris = workspaceFolders?.map(({ uri }) => uri) ?? (rootUri ? [rootUri] : []);
  }
}
