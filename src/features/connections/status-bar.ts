import * as vscode from "vscode";
import { commandIds } from "../../host/command-ids.ts";
import { describeTarget } from "./connection-model.ts";
import type { ConnectionStore } from "./connection-store.ts";

/** Shows connection, tenant and project; a click changes them. Production stands out. */
export function createStatusBar(store: ConnectionStore): vscode.Disposable {
  const item = vscode.window.createStatusBarItem("workforce.target", vscode.StatusBarAlignment.Left, 50);
  item.name = vscode.l10n.t("Workforce connection");
  item.command = commandIds.selectTarget;
  const show = () => {
    const { target } = store;
    const connection = store.find(target.connectionId);
    if (!connection) {
      return;
    }
    const text = describeTarget(connection, target);
    item.text = `$(organization) ${text}`;
    item.tooltip = vscode.l10n.t("Workforce: {0} ({1}). Select to change.", text, connection.role);
    item.accessibilityInformation = {
      label: vscode.l10n.t("Workforce connection {0}, {1}", text, connection.role),
      role: "button",
    };
    item.backgroundColor =
      connection.role === "production" ? new vscode.ThemeColor("statusBarItem.errorBackground") : undefined;
    item.show();
  };
  show();
  return vscode.Disposable.from(item, store.onDidChange(show));
}
