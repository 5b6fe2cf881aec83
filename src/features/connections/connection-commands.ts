import * as vscode from "vscode";
import { isRecord } from "../../base/guards.ts";
import { CancelledError } from "../../host/cancellation.ts";
import * as commandIds from "../../host/command-ids.ts";
import { registerCommand } from "../../host/commands.ts";
import type { Log } from "../../host/log.ts";
import { showInformation, showWarning } from "../../host/notifications.ts";
import { withProgress } from "../../host/progress.ts";
import { enableLocalService } from "../../host/settings.ts";
import { isFormField } from "../../protocol/connection-form.ts";
import { testSuccessText } from "./connection-fields.ts";
import { accountLabel, type Connection, connectionIdOf, localConnection } from "./connection-model.ts";
import type { ConnectionPages } from "./connection-pages.ts";
import type { ConnectionService } from "./connection-service.ts";
import type { ConnectionStore } from "./connection-store.ts";
import type { LocalService } from "./local-service.ts";

interface Parts {
  readonly log: Log;
  readonly store: ConnectionStore;
  readonly connections: ConnectionService;
  readonly local: LocalService;
  /** Loads the pages that add and edit connections. */
  readonly loadPages: () => Promise<ConnectionPages>;
}

export function connectionCommands({ log, store, connections, local, loadPages }: Parts): vscode.Disposable[] {
  const chosen = async (item: unknown, connectionsToPick: readonly Connection[]): Promise<Connection | undefined> => {
    const id = connectionIdOf(item);
    if (id !== undefined) {
      return store.get(id);
    }
    const picked = await vscode.window.showQuickPick(
      connectionsToPick.map((connection) => ({ label: connection.label, description: connection.role, connection })),
      { title: vscode.l10n.t("Connection") },
    );
    return picked?.connection;
  };
  const remote = () => store.stored().filter(({ kind }) => kind === "remote");
  return [
    registerCommand(log, commandIds.addConnection, async () => (await loadPages()).open(undefined)),
    registerCommand(log, commandIds.editConnection, async (item) => {
      const connection = await chosen(item, remote());
      if (connection) {
        const field = isRecord(item) ? item["field"] : undefined;
        (await loadPages()).open(connection, isFormField(field) ? field : undefined);
      }
    }),
    registerCommand(log, commandIds.removeConnection, async (item) => {
      const connection = await chosen(item, remote());
      if (!connection) {
        return;
      }
      const remove = vscode.l10n.t("Remove");
      const question = vscode.l10n.t('Remove the connection "{0}" and its stored secrets?', connection.label);
      if ((await showWarning(question, { modal: true }, remove)) === remove) {
        await store.remove(connection.id);
      }
    }),
    registerCommand(log, commandIds.testConnection, async (item) => {
      const connection = await chosen(item, store.list());
      if (connection) {
        await testConnection(connections, connection);
      }
    }),
    registerCommand(log, commandIds.useConnection, async (item) => {
      const connection = await chosen(item, store.list());
      if (connection) {
        await connections.setTarget({ connectionId: connection.id });
      }
    }),
    registerCommand(log, commandIds.useLocalConnection, async () => {
      if (!store.find(localConnection.id)) {
        await enableLocalService();
      }
      await connections.setTarget({ connectionId: localConnection.id });
    }),
    registerCommand(log, commandIds.selectTarget, async () =>
      (await import("./target-picker.ts")).pickTarget(connections),
    ),
    registerCommand(log, commandIds.stopLocalService, () =>
      withProgress("notification", vscode.l10n.t("Stopping the local service"), () => local.stop()),
    ),
  ];
}

async function testConnection(connections: ConnectionService, { id, label }: Connection): Promise<void> {
  const tenants = await withProgress("notification", vscode.l10n.t("Testing {0}", label), (signal) =>
    connections.signIn(id, signal),
  );
  await showInformation(testSuccessText(label, tenants.length));
}

export function signInCommands({
  log,
  store,
  connections,
}: Pick<Parts, "log" | "store" | "connections">): vscode.Disposable[] {
  return [
    registerCommand(log, commandIds.signIn, async (item) => {
      const connection = remoteOf(store, item) ?? (await chooseConnection(store));
      await withProgress("statusBar", vscode.l10n.t("Signing in to {0}", connection.label), (signal) =>
        connections.signIn(connection.id, signal),
      );
      await showInformation(vscode.l10n.t("Signed in to {0}.", connection.label));
    }),
    registerCommand(log, commandIds.signOut, async (item) => {
      const connection = remoteOf(store, item) ?? (await chooseConnection(store, true));
      await store.signOut(connection.id);
      await showInformation(vscode.l10n.t("Signed out of {0}.", connection.label));
    }),
  ];
}

/**
 * Lets the user choose among the connections that are signed in, or that are not. Throws CancelledError, and an error
 * if there are none.
 */
export async function chooseConnection(store: ConnectionStore, isSignedIn = false): Promise<Connection> {
  const remote = store.stored().filter(({ kind }) => kind === "remote");
  const states = await Promise.all(remote.map((connection) => store.isSignedIn(connection)));
  const fitting = remote.filter((_, index) => states[index] === isSignedIn);
  // With all signed in, each can be signed in to again.
  const offered = fitting.length > 0 || isSignedIn ? fitting : remote;
  if (offered.length === 0) {
    throw new Error(
      isSignedIn
        ? vscode.l10n.t("You are not signed in to any connection.")
        : vscode.l10n.t('There is no connection to sign in to. Add one with "{0}".', "Workforce: Add Connection..."),
    );
  }
  const picked = await vscode.window.showQuickPick(
    offered.map((connection) => ({ label: connection.label, description: accountLabel(connection), connection })),
    { title: isSignedIn ? vscode.l10n.t("Sign Out of") : vscode.l10n.t("Sign In to"), ignoreFocusOut: true },
  );
  if (!picked) {
    throw new CancelledError();
  }
  return picked.connection;
}

function remoteOf(store: ConnectionStore, item: unknown): Connection | undefined {
  const id = connectionIdOf(item);
  const connection = id === undefined ? undefined : store.get(id);
  return connection?.kind === "remote" ? connection : undefined;
}
