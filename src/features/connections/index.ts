import * as vscode from "vscode";
import type { Log } from "../../host/log.ts";
import { onDidChangeSettings, readSettings } from "../../host/settings.ts";
import { connectionCommands } from "./connection-commands.ts";
import { ConnectionService } from "./connection-service.ts";
import { ConnectionStore } from "./connection-store.ts";
import { LocalService } from "./local-service.ts";
import { createStatusBar } from "./status-bar.ts";

export interface ConnectionServices {
  readonly log: Log;
  readonly context: vscode.ExtensionContext;
}

/** Registers connections: their store, the local service, the commands and the status bar. */
export function register({ log, context }: ConnectionServices): vscode.Disposable & { connections: ConnectionService } {
  const store = new ConnectionStore(context, () => readSettings().isLocalOffered);
  const local = new LocalService({ log, extensionUri: context.extensionUri, storageUri: context.globalStorageUri });
  const connections = new ConnectionService(store, local, log);
  const disposable = vscode.Disposable.from(
    store,
    onDidChangeSettings(() => store.refresh()),
    local,
    connections,
    createStatusBar(store, connections),
    ...connectionCommands({ log, store, connections, local }),
  );
  return { connections, dispose: () => disposable.dispose() };
}
