import * as vscode from "vscode";
import { commandIds } from "../../host/command-ids.ts";
import { registerCommand } from "../../host/commands.ts";
import { TextDocuments } from "../../host/text-documents.ts";
import { availableKinds } from "./intake-kind-model.ts";
import type { TransferServices } from "./transfer-services.ts";
import type { TransfersController } from "./transfers-controller.ts";

/** Registers the commands that send data files, and that build and check ZIP files of administrating tenants. */
export function register(services: TransferServices): vscode.Disposable {
  const { log, currentTarget, onDidChangeTarget } = services;
  const offer = () => {
    const isUnavailable = availableKinds(currentTarget().availability.known()).length === 0;
    void vscode.commands.executeCommand("setContext", "workforce.transfers.isUnavailable", isUnavailable);
  };
  offer();
  const reports = new TextDocuments(
    "workforce-transfer-report",
    vscode.l10n.t("Run the command again to see this report."),
  );
  let loading: Promise<TransfersController> | undefined;
  const loadController = () => {
    loading ??= import("./transfers-controller.ts").then(
      ({ TransfersController }) => new TransfersController(services, reports),
    );
    return loading;
  };
  return vscode.Disposable.from(
    reports,
    onDidChangeTarget(offer),
    registerCommand(log, commandIds.sendDataFile, async (item) => (await loadController()).sendDataFile(item)),
    registerCommand(log, commandIds.buildTenantZip, async () => (await loadController()).buildTenantZip()),
    registerCommand(log, commandIds.checkTenantZip, async (item) => (await loadController()).checkTenantZip(item)),
  );
}
