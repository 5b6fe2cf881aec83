import * as vscode from "vscode";
import { loadOnce } from "../../base/load-once.ts";
import * as commandIds from "../../host/command-ids.ts";
import { registerCommand, showFailure } from "../../host/commands.ts";
import { ServiceFiles } from "../../host/service-files.ts";
import { TextDocuments } from "../../host/text-documents.ts";
import { tableDefinitionScheme } from "../../languages/core/model/table-document.ts";
import { listUploads } from "./stored-uploads-model.ts";
import type { TableSourceServices } from "./table-source-services.ts";
import type { TableSourcesController } from "./table-sources-controller.ts";

/** Registers definitions of table sources as documents, and the commands on tables and their rows. */
export function register(services: TableSourceServices): vscode.Disposable {
  const { log } = services;
  const texts = new TextDocuments("workforce-table-text", vscode.l10n.t("Run the command again to see this text."));
  const loadController = loadOnce<TableSourcesController>(() =>
    import("./table-sources-controller.ts").then(
      ({ TableSourcesController }) => new TableSourcesController(services, texts),
    ),
  );
  // Interrupted uploads of another window are reported even if the user opens no view.
  const timer = setTimeout(() => {
    if (listUploads(services.context.workspaceState).length > 0) {
      loadController()
        .then((loaded) => loaded.notifyInterrupted())
        .catch((error: unknown) => showFailure(log, error));
    }
  }, 0);
  return vscode.Disposable.from(
    texts,
    { dispose: () => clearTimeout(timer) },
    new ServiceFiles(tableDefinitionScheme, async () => (await loadController()).definitions),
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
    { dispose: () => loadController.ifLoaded((loaded) => loaded.dispose()) },
  );
}
