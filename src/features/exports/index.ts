import * as vscode from "vscode";
import { loadOnce } from "../../base/load-once.ts";
import { setMissingContexts } from "../../host/availability.ts";
import * as commandIds from "../../host/command-ids.ts";
import { registerCommand } from "../../host/commands.ts";
import type { CommandId } from "../../host/contributions.ts";
import type { JobChainEnd, JobEndAction } from "../../host/job-chain.ts";
import type { TenantBranch } from "../../host/tenant-branch.ts";
import type { ExportsController } from "./exports-controller.ts";
import { type ExportsEntry, exportsBranchId } from "./exports-entry.ts";
import { isAnyGroupOffered } from "./exports-operations-model.ts";
import type { ExportsServices } from "./exports-services.ts";

/** Functions of the feature that other features use. */
interface ExportsFunctions {
  readonly branch: TenantBranch<vscode.TreeItem>;
  /** Reloads what an export job may have changed, and returns what can be done with what it exported. */
  endActions(end: JobChainEnd): Promise<readonly JobEndAction[]>;
}

/** Registers the exports of tenants: their branch of the explorer tree and their commands. */
export function register(services: ExportsServices): vscode.Disposable & ExportsFunctions {
  const { log, connections } = services;
  const offer = () =>
    setMissingContexts(connections.missingOperations(connections.displayedTarget.connectionId), {
      "exports.hasNoVersionExport": "scheduleDataVersionExport",
      "exports.hasNoCredentials": "createExportCredential",
    });
  offer();
  const loadController = loadOnce<ExportsController>(() =>
    import("./exports-controller.ts").then((loaded) => new loaded.ExportsController(services)),
  );
  const onItem = (id: CommandId) => registerCommand(log, id, async (item) => (await loadController()).run(id, item));
  const disposable = vscode.Disposable.from(
    connections.onDidChange(offer),
    onItem(commandIds.exportDataVersion),
    onItem(commandIds.downloadExport),
    onItem(commandIds.openExportFile),
    onItem(commandIds.copyExportName),
    onItem(commandIds.runExportConnector),
    onItem(commandIds.newExportCredential),
    onItem(commandIds.replaceExportCredential),
    onItem(commandIds.validateExportCredential),
    onItem(commandIds.deleteExportCredential),
  );
  return {
    branch: {
      id: exportsBranchId,
      root: ({ connectionId }) => {
        const root: ExportsEntry = { kind: "exports", name: "exports" };
        return isAnyGroupOffered(connections.missingOperations(connectionId)) ? root : undefined;
      },
      children: async (entry, target, page, signal) =>
        (await loadController()).children(entry as ExportsEntry, target, page, signal),
      treeItem: async (item) => (await loadController()).treeItem(item),
    },
    endActions: async (end) => (isExportChain(end) ? await (await loadController()).endActions(end) : []),
    dispose: () => disposable.dispose(),
  };
}

/** Whether a chain is of a job that exports. */
function isExportChain({ jobs }: JobChainEnd): boolean {
  return jobs.some(({ jobType = "" }) => /^(export|connector)$/i.test(jobType));
}
