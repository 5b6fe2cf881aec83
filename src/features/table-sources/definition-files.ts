import * as vscode from "vscode";
import { linkFreeError } from "../../host/link-free.ts";
import type { DefinitionStore } from "./definition-store.ts";

/** The file system of definitions: flat, and nothing of it is loaded before the first document. */
export class DefinitionFiles implements vscode.FileSystemProvider {
  readonly #store: () => Promise<DefinitionStore>;
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;

  constructor(store: () => Promise<DefinitionStore>) {
    this.#store = store;
  }

  /** The service tells nobody of changes; they are found when a document is saved. */
  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    return await this.#ask((store) => store.stat(uri));
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return await this.#ask((store) => store.read(uri));
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    await this.#ask((store) => store.write(uri, content));
  }

  /** VS Code shows the message of what fails here, which may hold words of the service. */
  async #ask<Value>(work: (store: DefinitionStore) => Promise<Value>): Promise<Value> {
    try {
      return await work(await this.#store());
    } catch (error) {
      throw linkFreeError(error);
    }
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  delete(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }
}
