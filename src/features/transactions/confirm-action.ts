import * as vscode from "vscode";
import type { ConnectionRole } from "../../base/connection-role.ts";
import { CancelledError } from "../../host/cancellation.ts";
import { showWarning } from "../../host/notifications.ts";

/** What the user confirms before something is written or undone. */
interface ActionPrompt {
  readonly question: string;
  /** Label of the confirming button. */
  readonly confirm: string;
  readonly connection: string;
  readonly role: ConnectionRole;
  readonly tables: readonly string[];
  /** Tenant codes. Empty if the service determines the tenant of the call. */
  readonly tenants: readonly string[];
  readonly tenant: string | undefined;
  /** Further notes for the user. */
  readonly notes: readonly string[];
}

const maxNamed = 5;

/** Asks for confirmation with the tables, tenants and connection shown. Throws CancelledError if the user declines. */
export async function confirmAction(action: ActionPrompt): Promise<void> {
  const { question, confirm, connection, role, tables, tenants, tenant, notes } = action;
  const named = tenants.length > 0 ? tenants : tenant === undefined ? [] : [tenant];
  const detail = [
    vscode.l10n.t("Connection: {0} ({1})", connection, role),
    named.length > 0 ? vscode.l10n.t("Tenants: {0}", listText(named)) : vscode.l10n.t("Tenant: that of the connection"),
    tables.length > 0 ? vscode.l10n.t("Tables: {0}", listText(tables)) : vscode.l10n.t("Tables: none, it only reads"),
    ...notes,
  ].join("\n");
  if ((await showWarning(question, { modal: true, detail }, confirm)) !== confirm) {
    throw new CancelledError();
  }
}

/** Lists at most five names: seven names become `a, b, c, d, e and 2 more`. */
function listText(names: readonly string[]): string {
  const first = names.slice(0, maxNamed).join(", ");
  return names.length > maxNamed
    ? vscode.l10n.t("{0} and {1} more", first, (names.length - maxNamed).toLocaleString(vscode.env.language))
    : first;
}
