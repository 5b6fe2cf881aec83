import * as vscode from "vscode";
import { loadOnce } from "../../base/load-once.ts";
import * as commandIds from "../../host/command-ids.ts";
import { registerCommand } from "../../host/commands.ts";
import type { Log } from "../../host/log.ts";
import { onDidChangeSettings, readSettings } from "../../host/settings.ts";
import { Accounts, accountsId } from "./accounts.ts";
import { BrowserSignIn } from "./browser-sign-in.ts";
import { chooseConnection, connectionCommands, signInCommands } from "./connection-commands.ts";
import type { ConnectionPages } from "./connection-pages.ts";
import { ConnectionService } from "./connection-service.ts";
import { ConnectionStore } from "./connection-store.ts";
import { LocalService } from "./local-service.ts";
import type { SignInAs } from "./sign-in-as.ts";
import { createStatusBar } from "./status-bar.ts";
import { warmStart } from "./warm-start.ts";

/**
 * View type of the connection page, by which VS Code restores the page after a reload. package.json contains it, too.
 */
const pagesType = "workforce.connectionPanel";

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
  let loading: Promise<ConnectionPages> | undefined;
  const loadPages = () => {
    loading ??= import("./connection-pages.ts").then(
      (loaded) =>
        new loaded.ConnectionPages({
          log,
          extensionUri: context.extensionUri,
          viewType: pagesType,
          store,
          connections,
          local,
          browser,
        }),
    );
    return loading;
  };
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
    ...signInAsCommands(log, store, connections, local),
    ...connectionCommands({ log, store, connections, local, loadPages }),
    vscode.window.registerWebviewPanelSerializer(pagesType, {
      deserializeWebviewPanel: async (panel, state) => (await loadPages()).restore(panel, state),
    }),
    { dispose: () => void loading?.then((pages) => pages.dispose()) },
  );
  return { connections, dispose: () => disposable.dispose() };
}

/** Registers the commands that begin and end acting as another user, and the one that lets a new user in. */
function signInAsCommands(
  log: Log,
  store: ConnectionStore,
  connections: ConnectionService,
  local: LocalService,
): readonly vscode.Disposable[] {
  const load = loadOnce<SignInAs>(() =>
    import("./sign-in-as.ts").then((loaded) => new loaded.SignInAs(store, connections, local)),
  );
  return [
    registerCommand(log, commandIds.signInAs, async (item) => (await load()).start(item)),
    registerCommand(log, commandIds.stopImpersonating, async (item) => (await load()).stop(item)),
    registerCommand(log, commandIds.copySignInLink, async () => (await load()).copyLink()),
    { dispose: () => load.ifLoaded((loaded) => loaded.dispose()) },
  ];
}
