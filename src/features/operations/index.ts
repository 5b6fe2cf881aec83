import * as vscode from "vscode";
import { commandIds } from "../../host/command-ids.ts";
import { registerCommand } from "../../host/commands.ts";
import type { OperationServices } from "./operation-services.ts";
import type { OperationsDesk } from "./operations-desk.ts";
import { panelType } from "./panel-type.ts";

/** Registers calling of any operation: its command, and its pages that a reload brings back. */
export function register(services: OperationServices): vscode.Disposable {
  const { log } = services;
  let loading: Promise<OperationsDesk> | undefined;
  const desk = () => {
    // The contract comes with the client, which has it anyway.
    loading ??= Promise.all([import("./operations-desk.ts"), import("../../client/service-client.ts")]).then(
      ([loaded, { contract }]) => new loaded.OperationsDesk(services, contract),
    );
    return loading;
  };
  return vscode.Disposable.from(
    registerCommand(log, commandIds.callOperation, async (operation) => {
      await (await desk()).call(typeof operation === "string" ? operation : undefined);
    }),
    vscode.window.registerWebviewPanelSerializer(panelType, {
      deserializeWebviewPanel: async (panel, state) => (await desk()).restore(panel, state),
    }),
    { dispose: () => void loading?.then((loaded) => loaded.dispose()) },
  );
}
