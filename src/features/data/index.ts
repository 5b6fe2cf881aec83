import * as vscode from "vscode";
import { loadOnce } from "../../base/load-once.ts";
import { setMissingContexts } from "../../host/availability.ts";
import * as commandIds from "../../host/command-ids.ts";
import { registerCommand } from "../../host/commands.ts";
import type { CommandId } from "../../host/contributions.ts";
import type { JobChainEnd, JobEndAction } from "../../host/job-chain.ts";
import { ServiceFiles } from "../../host/service-files.ts";
import type { TenantBranch, TenantTarget } from "../../host/tenant-branch.ts";
import { TextDocuments } from "../../host/text-documents.ts";
import type { DataController } from "./data-controller.ts";
import { connectorSettingsScheme, type DataEntry, dataBranchId } from "./data-entry.ts";
import { isAnyGroupOffered } from "./data-operations-model.ts";
import type { DataServices } from "./data-services.ts";
import { ExtractionTasks, extractionTaskType } from "./extraction-tasks.ts";

/** Functions of the feature that other features use. */
interface DataFunctions {
  readonly branch: TenantBranch<vscode.TreeItem>;
  /** Reloads the data of a tenant in the explorer tree. */
  refresh(target: TenantTarget): void;
  /** Reloads what a chain of jobs may have changed, and returns what can be done with a data version that it made. */
  endActions(end: JobChainEnd): Promise<readonly JobEndAction[]>;
}

/** Registers the data of tenants: its branch of the explorer tree and its commands. */
export function register(given: Omit<DataServices, "reports">): vscode.Disposable & DataFunctions {
  const missingReport = vscode.l10n.t("Run the command again to see this report.");
  const services = { ...given, reports: new TextDocuments("workforce-data-report", missingReport) };
  const { log, connections } = services;
  const settingsFiles = new ServiceFiles(connectorSettingsScheme, async () => (await loadController()).settings);
  const loadController = loadOnce<DataController>(() =>
    import("./data-controller.ts").then(
      (loaded) => new loaded.DataController(services, (uri) => settingsFiles.reload(uri)),
    ),
  );
  const offer = () =>
    setMissingContexts(connections.missingOperations(connections.displayedTarget.connectionId), {
      "data.hasNoLoadSchema": "getLoadSchema",
      "data.hasNoProcessing": "runProcessingJob",
      "data.hasNoConnectors": "listDataConnectors",
    });
  offer();
  const onItem = (id: CommandId) =>
    registerCommand(log, id, async (item, selected) => (await loadController()).run(id, item, selected));
  const disposable = vscode.Disposable.from(
    services.reports,
    connections.onDidChange(offer),
    onItem(commandIds.newLoadCsv),
    onItem(commandIds.processNow),
    onItem(commandIds.excludeUploads),
    onItem(commandIds.includeUploads),
    onItem(commandIds.downloadOriginal),
    onItem(commandIds.openProblemFile),
    onItem(commandIds.publishDataVersion),
    onItem(commandIds.disableDataVersion),
    onItem(commandIds.compareDataVersion),
    onItem(commandIds.commitIntake),
    onItem(commandIds.rollBackIntake),
    onItem(commandIds.generatePgpKey),
    onItem(commandIds.savePgpKey),
    onItem(commandIds.copyKeyFingerprint),
    onItem(commandIds.deletePgpKey),
    onItem(commandIds.newConnectorCredential),
    onItem(commandIds.deleteConnectorCredential),
    onItem(commandIds.assignConnectorCredentials),
    onItem(commandIds.extractNow),
    onItem(commandIds.editConnectorSettings),
    settingsFiles,
    vscode.tasks.registerTaskProvider(
      extractionTaskType,
      new ExtractionTasks(async (definition) => (await loadController()).extractionTerminal(definition)),
    ),
    onItem(commandIds.copyDataName),
  );
  const branch: TenantBranch<vscode.TreeItem> = {
    id: dataBranchId,
    root: ({ connectionId }) => {
      const root: DataEntry = { kind: "data", name: "data" };
      return isAnyGroupOffered(connections.missingOperations(connectionId)) ? root : undefined;
    },
    children: async (entry, target, page, signal) =>
      (await loadController()).children(entry as DataEntry, target, page, signal),
    treeItem: async (item) => (await loadController()).treeItem(item),
  };
  return {
    branch,
    refresh: (target) => services.refreshTree(target, dataBranchId),
    endActions: async (end) => (isDataChain(end) ? await (await loadController()).endActions(end) : []),
    dispose: () => disposable.dispose(),
  };
}

/** Whether a chain has a job that receives or processes data. */
function isDataChain({ jobs }: JobChainEnd): boolean {
  return jobs.some(({ jobType = "" }) => /^(receiving|processing)$/i.test(jobType));
}
