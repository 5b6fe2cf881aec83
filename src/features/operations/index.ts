import * as vscode from "vscode";
import * as commandIds from "../../host/command-ids.ts";
import { registerCommand } from "../../host/commands.ts";
import { type OperationServices, panelType } from "./operation-services.ts";
import type { OperationsController } from "./operations-controller.ts";

/** Registers the command that calls any API operation, and its pages, which VS Code restores after a window reload. */
export function register(services: OperationServices): vscode.Disposable {
  const { log } = services;
  let loading: Promise<OperationsController> | undefined;
  const loadController = () => {
    // The contract is part of the client bundle, which is loaded anyway.
    loading ??= Promise.all([import("./operations-controller.ts"), import("../../client/service-client.ts")]).then(
      ([loaded, { contract }]) => new loaded.OperationsController(services, contract),
    );
    return loading;
  };
  return vscode.Disposable.from(
    registerCommand(log, commandIds.callOperation, async (operation) => {
      await (await loadController()).call(typeof operation === "string" ? operation : undefined);
    }),
    vscode.window.registerWebviewPanelSerializer(panelType, {
      deserializeWebviewPanel: async (panel, state) => (await loadController()).restore(panel, state),
    }),
    { dispose: () => void loading?.then((loaded) => loaded.dispose()) },
  );
}
