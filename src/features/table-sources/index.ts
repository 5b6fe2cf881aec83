import * as vscode from "vscode";
import { commandIds } from "../../host/command-ids.ts";
import { registerCommand, showFailure } from "../../host/commands.ts";
import { TextDocuments } from "../../host/text-documents.ts";
import { disableErrorLinks } from "../../host/untrusted-text.ts";
import { tableDefinitionScheme } from "../../languages/core/model/table-document.ts";
import type { DefinitionStore } from "./definition-store.ts";
import { listUploads } from "./stored-uploads-model.ts";
import type { TableSourceServices } from "./table-source-services.ts";
import type { TableSourcesController } from "./table-sources-controller.ts";

/** File system of definitions: flat, and implemented by a store that is loaded with the first document. */
export class DefinitionFiles implements vscode.FileSystemProvider {
  readonly #store: () => Promise<DefinitionStore>;
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;

  constructor(store: () => Promise<DefinitionStore>) {
    this.#store = store;
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
    await this.#withStore((store) => store.write(uri, content));
  }

  /** Converts errors, because VS Code displays their messages, which may contain text from the service. */
  async #withStore<Value>(work: (store: DefinitionStore) => Promise<Value>): Promise<Value> {
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

/** Registers definitions of table sources as documents, and the commands on tables and their rows. */
export function register(services: TableSourceServices): vscode.Disposable {
  const { log } = services;
  const texts = new TextDocuments("workforce-table-text", vscode.l10n.t("Run the command again to see this text."));
  let loading: Promise<TableSourcesController> | undefined;
  const loadController = (): Promise<TableSourcesController> => {
    loading ??= import("./table-sources-controller.ts").then(
      ({ TableSourcesController }) => new TableSourcesController(services, texts),
    );
    // A failed load is retried at the next use.
    loading.catch(() => {
      loading = undefined;
    });
    return loading;
  };
  // Interrupted uploads of another window are reported even if the user opens no view.
  const timer = setTimeout(() => {
    if (listUploads(services.context.workspaceState).length > 0) {
      loadController()
        .then((loaded) => loaded.notifyInterrupted())
        .catch((error: unknown) => showFailure(log, error));
    }
  }, 0);
  const files = new DefinitionFiles(async () => (await loadController()).definitions);
  return vscode.Disposable.from(
    texts,
    { dispose: () => clearTimeout(timer) },
    vscode.workspace.registerFileSystemProvider(tableDefinitionScheme, files, { isCaseSensitive: true }),
    registerCommand(log, commandIds.newTableSource, async (item) => (await loadController()).create(item)),
    registerCommand(log, commandIds.editTableSource, async (item) => (await loadController()).edit(item)),
    registerCommand(log, commandIds.compareTableSource, async (item) => (await loadController()).compare(item)),
    registerCommand(log, commandIds.deleteTableSource, async (item) => (await loadController()).remove(item)),
    registerCommand(log, commandIds.showTableMetadata, async (item) => (await loadController()).showMetadata(item)),
    registerCommand(log, commandIds.lookAtTableAsOf, async (item) => (await loadController()).showTableAsOf(item)),
    registerCommand(log, commandIds.resetTable, async (item) => (await loadController()).reset(item)),
    registerCommand(log, commandIds.showViews, async (item) => (await loadController()).showViews(item)),
    registerCommand(log, commandIds.regenerateView, async (item) => (await loadController()).regenerate(item)),
    registerCommand(log, commandIds.uploadIntoTable, async (item) => (await loadController()).upload(item)),
    { dispose: () => void loading?.then((loaded) => loaded.dispose()) },
  );
}
