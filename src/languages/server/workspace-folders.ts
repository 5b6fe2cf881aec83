import {
  type Connection,
  DidChangeWorkspaceFoldersNotification,
  type InitializeParams,
} from "vscode-languageserver/node";
import type { Capabilities } from "./server-parts.ts";

export const workspaceFolderCapabilities: Capabilities = {
  workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
};

/** The folders that the editor has open, as they come and go. */
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

  /** An older editor names one folder. */
  initialize({ workspaceFolders, rootUri }: InitializeParams): void {
    this.#uris = workspaceFolders?.map(({ uri }) => uri) ?? (rootUri ? [rootUri] : []);
  }
}
