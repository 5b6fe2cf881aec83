import * as vscode from "vscode";
import type { ConnectionRole } from "../../base/connection-role.ts";
import type { RoleGate } from "../../client/interface/connection.ts";
import type { OperationKind } from "../../contract/operation.ts";
import { CancelledError } from "../../host/cancellation.ts";
import { askToConfirm } from "../../host/confirmation.ts";
import { askLine } from "../../host/step-input.ts";
import type { Connection } from "./connection-model.ts";

/**
 * Creates the function that asks the user to confirm service requests where the connection's role requires it. It throws
 * CancelledError if the user does not confirm.
 */
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
        if (!(await askToConfirm({ question, detail, confirm, role: connection.role }))) {
          throw new CancelledError();
        }
        return "allowed";
      }
      case "typed": {
        const title = vscode.l10n.t("{0} on {1} cannot be undone", typedTitle(kind), connection.role);
        const step = { prompt: vscode.l10n.t("Type {0} to continue", targetName) };
        const typed = await askLine(title, step, { ignoreFocusOut: true });
        if (typed === undefined) {
          throw new CancelledError();
        }
        return typed === targetName ? "allowed" : "denied";
      }
    }
  };
}

/** Returns the title of the confirmation in which the user must type the tenant's name. */
function typedTitle(kind: OperationKind): string {
  return kind === "publish" ? vscode.l10n.t("Publishing") : vscode.l10n.t("Deleting");
}

/** Returns the question whether to run a trial request. `place` names the tenant or connection with its role. */
function trialText(group: string | undefined, place: string): string {
  return vscode.l10n.t("Try {0} on {1}?", group ?? vscode.l10n.t("this job"), place);
}

/** Returns the question whether to run a request that changes data. Its wording depends on the kind of operation. */
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

/**
 * Decision on a service request. `asked` needs a confirmation. `typed` needs a confirmation in which the user types the
 * tenant's name, because the request cannot be undone.
 */
type GateDecision = "allowed" | "asked" | "typed" | "denied";

/** Decisions on service requests by role of the connection and kind of operation. */
const gateDecisions: Readonly<Record<ConnectionRole, Readonly<Record<OperationKind, GateDecision>>>> = {
  development: { read: "allowed", load: "allowed", define: "allowed", publish: "allowed", delete: "allowed" },
  test: { read: "allowed", load: "allowed", define: "allowed", publish: "asked", delete: "asked" },
  production: { read: "allowed", load: "asked", define: "asked", publish: "typed", delete: "typed" },
};
