import * as vscode from "vscode";
import { isRecord } from "../../base/guards.ts";
import { CancelledError } from "../../host/cancellation.ts";
import { commandIds } from "../../host/command-ids.ts";
import { registerCommand } from "../../host/commands.ts";
import type { Log } from "../../host/log.ts";
import { showInformation } from "../../host/notifications.ts";
import { withProgress } from "../../host/progress.ts";
import { accountLabel, type Connection } from "./connection-model.ts";
import type { ConnectionService } from "./connection-service.ts";
import type { ConnectionStore } from "./connection-store.ts";

interface Parts {
  readonly log: Log;
  readonly store: ConnectionStore;
  readonly connections: ConnectionService;
}

export function signInCommands({ log, store, connections }: Parts): vscode.Disposable[] {
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
  const remote = store.list().filter(({ kind }) => kind === "remote");
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
  const id = isRecord(item) && "id" in item ? item.id : undefined;
  return store.list().find((connection) => connection.kind === "remote" && connection.id === id);
}
