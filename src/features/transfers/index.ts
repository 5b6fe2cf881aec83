import * as vscode from "vscode";
import { setMissingContexts } from "../../host/availability.ts";
import * as commandIds from "../../host/command-ids.ts";
import { registerCommand } from "../../host/commands.ts";
import type { JobChainEnd, JobEndAction } from "../../host/job-chain.ts";
import { TextDocuments } from "../../host/text-documents.ts";
import { availableKinds } from "./intake-kind-model.ts";
import { LoadReportLinks, loadReportScheme } from "./load-report.ts";
import type { TransferServices } from "./transfer-services.ts";
import type { TransfersController } from "./transfers-controller.ts";

/** Functions of the transfers that other features use. */
interface TransferFunctions {
  /** Returns what can be done about a load that failed, when the last of its jobs has ended. */
  endActions(end: JobChainEnd): Promise<readonly JobEndAction[]>;
}

/** Registers the commands that send data files, and that build and check ZIP files of administrating tenants. */
export function register(services: TransferServices): vscode.Disposable & TransferFunctions {
  const { log, currentTarget, onDidChangeTarget } = services;
  const offer = () => {
    const missing = currentTarget().availability.known();
    const isUnavailable = availableKinds(missing).length === 0;
    void vscode.commands.executeCommand("setContext", "workforce.transfers.isUnavailable", isUnavailable);
    setMissingContexts(missing, {
      "transfers.hasNoLoadSchema": "getLoadSchema",
      "transfers.hasNoKeys": "listPgpKeys",
    });
  };
  offer();
  const reports = new TextDocuments(loadReportScheme, vscode.l10n.t("Run the command again to see this report."));
  let loading: Promise<TransfersController> | undefined;
  const loadController = () => {
    loading ??= import("./transfers-controller.ts").then(
      ({ TransfersController }) => new TransfersController(services, reports),
    );
    return loading;
  };
  const disposable = vscode.Disposable.from(
    reports,
    vscode.languages.registerDocumentLinkProvider({ scheme: loadReportScheme }, new LoadReportLinks()),
    { dispose: () => void loading?.then((loaded) => loaded.dispose()) },
    onDidChangeTarget(offer),
    registerCommand(log, commandIds.sendDataFile, async (item) => (await loadController()).sendDataFile(item)),
    registerCommand(log, commandIds.encryptFile, async (item) => (await loadController()).encryptFile(item)),
    registerCommand(log, commandIds.sendAgain, async () => (await loadController()).sendAgain()),
    registerCommand(log, commandIds.checkLoadFile, async (item) => (await loadController()).checkLoadFile(item)),
    registerCommand(log, commandIds.buildTenantZip, async () => (await loadController()).buildTenantZip()),
    registerCommand(log, commandIds.checkTenantZip, async (item) => (await loadController()).checkTenantZip(item)),
  );
  return {
    endActions: async (end) => (await loadController()).endActions(end),
    dispose: () => disposable.dispose(),
  };
}
