import * as vscode from "vscode";
import type { Log } from "../../host/log.ts";
import { onDidChangeSettings, readSettings } from "../../host/settings.ts";
import { Accounts, accountsId } from "./accounts.ts";
import { BrowserSignIn } from "./browser-sign-in.ts";
import { chooseConnection, connectionCommands, signInCommands } from "./connection-commands.ts";
import { ConnectionService } from "./connection-service.ts";
import { ConnectionStore } from "./connection-store.ts";
import { LocalService } from "./local-service.ts";
import { createStatusBar } from "./status-bar.ts";
import { warmStart } from "./warm-start.ts";

export interface ConnectionServices {
  readonly log: Log;
  readonly context: vscode.ExtensionContext;
  /** Starts what stores the rows of results, before the first run needs it. */
  readonly prepareResults: () => Promise<void>;
}

/** Registers connections: their store, the local service, signing in, the accounts, the commands and the status bar. */
export function register({
  log,
  context,
  prepareResults,
}: ConnectionServices): vscode.Disposable & { connections: ConnectionService } {
  const store = new ConnectionStore(context, () => readSettings().isLocalOffered);
  const local = new LocalService({ log, extensionUri: context.extensionUri, storageUri: context.globalStorageUri });
  const browser = new BrowserSignIn({ log, extensionId: context.extension.id });
  const connections = new ConnectionService({
    store,
    local,
    log,
    browser,
    secrets: context.secrets,
    lockFolder: context.globalStorageUri.fsPath,
  });
  const accounts = new Accounts({
    log,
    store,
    connections,
    secrets: context.secrets,
    choose: () => chooseConnection(store),
  });
  const disposable = vscode.Disposable.from(
    store,
    onDidChangeSettings(() => store.refresh()),
    local,
    connections,
    createStatusBar(store, connections),
    warmStart(log, connections, prepareResults),
    accounts,
    vscode.window.registerUriHandler(browser),
    browser.registerCopyCommand(),
    vscode.authentication.registerAuthenticationProvider(accountsId, vscode.l10n.t("Workforce Analytics"), accounts, {
      supportsMultipleAccounts: true,
    }),
    ...signInCommands({ log, store, connections }),
    ...connectionCommands({ log, store, connections, local }),
  );
  return { connections, dispose: () => disposable.dispose() };
}
