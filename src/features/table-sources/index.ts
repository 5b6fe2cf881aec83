import * as vscode from "vscode";
import { commandIds } from "../../host/command-ids.ts";
import { registerCommand, showFailure } from "../../host/commands.ts";
import { TextDocuments } from "../../host/text-documents.ts";
import { definitionScheme } from "../../languages/core/model/definition-document.ts";
import { DefinitionFiles } from "./definition-files.ts";
import { listUploads } from "./noted-uploads-model.ts";
import type { TableSourceServices } from "./table-source-services.ts";
import type { TableSourcesDesk } from "./table-sources-desk.ts";

/** Registers definitions of table sources as documents, and the commands on tables and their rows. */
export function register(services: TableSourceServices): vscode.Disposable {
  const { log } = services;
  const texts = new TextDocuments("workforce-table-text", vscode.l10n.t("Run the command again to see this text."));
  let loading: Promise<TableSourcesDesk> | undefined;
  const desk = (): Promise<TableSourcesDesk> => {
    loading ??= import("./table-sources-desk.ts").then(({ TableSourcesDesk: Desk }) => new Desk(services, texts));
    // What could not be loaded now may be there at the next use.
    loading.catch(() => {
      loading = undefined;
    });
    return loading;
  };
  // What was cut off with another window is told of in this one, whether or not somebody looks.
  const timer = setTimeout(() => {
    if (listUploads(services.context.workspaceState).length > 0) {
      desk()
        .then((loaded) => loaded.tellInterrupted())
        .catch((error: unknown) => showFailure(log, error));
    }
  }, 0);
  const files = new DefinitionFiles(async () => (await desk()).definitions);
  return vscode.Disposable.from(
    texts,
    { dispose: () => clearTimeout(timer) },
    vscode.workspace.registerFileSystemProvider(definitionScheme, files, { isCaseSensitive: true }),
    registerCommand(log, commandIds.newTableSource, async (item) => (await desk()).create(item)),
    registerCommand(log, commandIds.editTableSource, async (item) => (await desk()).edit(item)),
    registerCommand(log, commandIds.compareTableSource, async (item) => (await desk()).compare(item)),
    registerCommand(log, commandIds.deleteTableSource, async (item) => (await desk()).remove(item)),
    registerCommand(log, commandIds.showTableMetadata, async (item) => (await desk()).showMetadata(item)),
    registerCommand(log, commandIds.lookAtTableAsOf, async (item) => (await desk()).lookAsOf(item)),
    registerCommand(log, commandIds.resetTable, async (item) => (await desk()).reset(item)),
    registerCommand(log, commandIds.showViews, async (item) => (await desk()).showViews(item)),
    registerCommand(log, commandIds.regenerateView, async (item) => (await desk()).regenerate(item)),
    registerCommand(log, commandIds.uploadIntoTable, async (item) => (await desk()).upload(item)),
    { dispose: () => void loading?.then((loaded) => loaded.dispose()) },
  );
}
