import * as vscode from "vscode";
import { disableErrorLinks } from "./untrusted-text.ts";

/** Reads and writes the documents of a file system. */
interface FileStore {
  stat(uri: vscode.Uri): Promise<vscode.FileStat>;
  read(uri: vscode.Uri): Promise<Uint8Array>;
  write(uri: vscode.Uri, content: Uint8Array): Promise<void>;
}

/**
 * File system of what a service has: flat, and implemented by a store that is loaded with the first document. Only what
 * the user saves is written, because automatic saving would send half-typed text.
 */
export class ServiceFiles implements vscode.FileSystemProvider, vscode.Disposable {
  readonly #store: () => Promise<FileStore>;
  /** Why documents are about to be saved, by URI. */
  readonly #reasons = new Map<string, vscode.TextDocumentSaveReason>();
  readonly #registrations: vscode.Disposable;
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;

  /** Registers the file system for the URIs of a scheme. */
  constructor(scheme: string, store: () => Promise<FileStore>) {
    this.#store = store;
    this.#registrations = vscode.Disposable.from(
      vscode.workspace.registerFileSystemProvider(scheme, this, { isCaseSensitive: true }),
      vscode.workspace.onWillSaveTextDocument(({ document, reason }) => {
        if (document.uri.scheme === scheme) {
          this.#reasons.set(document.uri.toString(), reason);
        }
      }),
    );
  }

  dispose(): void {
    this.#registrations.dispose();
    this.#changed.dispose();
  }

  /** Reports no changes, because the service does not announce them; they are detected when a document is saved. */
  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    return await this.#withStore((store) => store.stat(uri));
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return await this.#withStore((store) => store.read(uri));
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const reason = this.#reasons.get(uri.toString());
    this.#reasons.delete(uri.toString());
    if (reason !== undefined && reason !== vscode.TextDocumentSaveReason.Manual) {
      throw vscode.FileSystemError.Unavailable(
        vscode.l10n.t("Nothing was sent: this goes to the service when you save it yourself, not by automatic saving."),
      );
    }
    await this.#withStore((store) => store.write(uri, content));
  }

  /** Has an open document read anew. */
  reload(uri: vscode.Uri): void {
    this.#changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  /** Converts errors, because VS Code displays their messages, which may contain text from the service. */
  async #withStore<Value>(work: (store: FileStore) => Promise<Value>): Promise<Value> {
    try {
      return await work(await this.#store());
    } catch (error) {
      throw disableErrorLinks(error);
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
