import * as vscode from "vscode";
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
    return await (await this.#store()).stat(uri);
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return await (await this.#store()).read(uri);
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    await (await this.#store()).write(uri, content);
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
