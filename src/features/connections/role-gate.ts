import * as vscode from "vscode";
import type { ConnectionRole } from "../../base/connection-role.ts";
import type { RoleGate } from "../../client/interface/connection.ts";
import type { OperationKind } from "../../contract/operation.ts";
import { showWarning } from "../../host/notifications.ts";
import { askLine } from "../../host/step-input.ts";
import type { Connection } from "./connection-model.ts";

/** Creates the gate that asks the user to confirm calls where the connection's role requires it. */
export function createRoleGate(connection: Connection, tenant: string | undefined): RoleGate {
  const targetName = tenant ?? connection.label;
  return async (kind, operation, group) => {
    switch (gateDecisions[connection.role][kind]) {
      case "allowed":
        return "allowed";
      case "denied":
        return "denied";
      case "asked": {
        const go = vscode.l10n.t("Continue");
        const message = vscode.l10n.t('"{0}" changes {1} ({2}).', operation, targetName, connection.role);
        const detail =
          group && vscode.l10n.t("Your answer applies to all calls of {0}, however many there are.", group);
        const options = { modal: true, ...(detail !== undefined && { detail }) };
        return (await showWarning(message, options, go)) === go ? "allowed" : "denied";
      }
      case "typed": {
        const title = vscode.l10n.t('"{0}" on {1} cannot be undone', operation, connection.role);
        const step = { prompt: vscode.l10n.t("Type {0} to continue", targetName) };
        const typed = await askLine(title, step, { ignoreFocusOut: true });
        return typed === targetName ? "allowed" : "denied";
      }
    }
  };
}

/** `asked` needs a confirmation; `typed` needs the tenant's name typed, for what cannot be undone. */
type GateDecision = "allowed" | "asked" | "typed" | "denied";

/** Decision for each role and kind of operation. */
const gateDecisions: Readonly<Record<ConnectionRole, Readonly<Record<OperationKind, GateDecision>>>> = {
  development: { read: "allowed", load: "allowed", define: "allowed", publish: "allowed", delete: "allowed" },
  test: { read: "allowed", load: "allowed", define: "allowed", publish: "asked", delete: "asked" },
  production: { read: "allowed", load: "asked", define: "asked", publish: "typed", delete: "typed" },
};
