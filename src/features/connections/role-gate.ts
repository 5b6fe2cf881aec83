import * as vscode from "vscode";
import type { ConnectionRole } from "../../base/connection-role.ts";
import type { RoleGate } from "../../client/interface/connection.ts";
import type { OperationKind } from "../../contract/operation.ts";
import { askToConfirm } from "../../host/confirmation.ts";
import { askLine } from "../../host/step-input.ts";
import type { Connection } from "./connection-model.ts";

/** Creates the gate that asks the user to confirm calls where the connection's role requires it. */
export function createRoleGate(connection: Connection, tenant: string | undefined): RoleGate {
  const targetName = tenant ?? connection.label;
  return async (kind, operation, group, effect) => {
    switch (gateDecisions[connection.role][kind]) {
      case "allowed":
        return "allowed";
      case "denied":
        return "denied";
      case "asked": {
        if (effect === "confirmed") {
          return "allowed";
        }
        const confirm = vscode.l10n.t("Continue");
        const place = vscode.l10n.t("{0} ({1})", targetName, connection.role);
        const question = effect === "rolledBack" ? trialText(group, place) : questionText(kind, group, place);
        const detail =
          effect === "rolledBack"
            ? vscode.l10n.t("It writes in a transaction that is rolled back, so nothing changes.")
            : group === undefined
              ? vscode.l10n.t("Operation: {0}", operation)
              : vscode.l10n.t("Your answer applies to all that {0} sends.", group);
        return (await askToConfirm({ question, detail, confirm, role: connection.role })) ? "allowed" : "denied";
      }
      case "typed": {
        const title = vscode.l10n.t("{0} on {1} cannot be undone", typedTitle(kind), connection.role);
        const step = { prompt: vscode.l10n.t("Type {0} to continue", targetName) };
        const typed = await askLine(title, step, { ignoreFocusOut: true });
        return typed === targetName ? "allowed" : "denied";
      }
    }
  };
}

/** Names a change for which the tenant's name has to be typed. */
function typedTitle(kind: OperationKind): string {
  return kind === "publish" ? vscode.l10n.t("Publishing") : vscode.l10n.t("Deleting");
}

/** Asks to try something out; `place` is the tenant or connection with its role. */
function trialText(group: string | undefined, place: string): string {
  return vscode.l10n.t("Try {0} on {1}?", group ?? vscode.l10n.t("this job"), place);
}

/** Asks to let something change what the service has, in the words of its kind. */
function questionText(kind: OperationKind, group: string | undefined, place: string): string {
  if (group !== undefined) {
    return vscode.l10n.t("Write {0} to {1}?", group, place);
  }
  switch (kind) {
    case "define":
      return vscode.l10n.t("Change a definition on {0}?", place);
    case "publish":
      return vscode.l10n.t("Publish on {0}?", place);
    case "delete":
      return vscode.l10n.t("Delete on {0}?", place);
    default:
      return vscode.l10n.t("Write data to {0}?", place);
  }
}

/** `asked` needs a confirmation; `typed` needs the tenant's name typed, for what cannot be undone. */
type GateDecision = "allowed" | "asked" | "typed" | "denied";

/** Decision for each role and kind of operation. */
const gateDecisions: Readonly<Record<ConnectionRole, Readonly<Record<OperationKind, GateDecision>>>> = {
  development: { read: "allowed", load: "allowed", define: "allowed", publish: "allowed", delete: "allowed" },
  test: { read: "allowed", load: "allowed", define: "allowed", publish: "asked", delete: "asked" },
  production: { read: "allowed", load: "asked", define: "asked", publish: "typed", delete: "typed" },
};
