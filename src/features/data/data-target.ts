import * as vscode from "vscode";
import type { Client } from "../../client/call/client.ts";
import { activeTenant, callTenant, connectionOf } from "../../host/call-tenant.ts";
import { CancelledError } from "../../host/cancellation.ts";
import { askToConfirm } from "../../host/confirmation.ts";
import type { TenantTarget } from "../../host/tenant-branch.ts";
import type { DataGroup } from "./data-entry.ts";
import { isDataItem } from "./data-entry.ts";
import type { DataServices } from "./data-services.ts";

/** Returns the tenant of the tree item that a command was called for, or else the active tenant. */
export function targetOf(item: unknown, { connections }: DataServices): Promise<TenantTarget> {
  return isDataItem(item) ? Promise.resolve(item.target) : activeTenant(connections);
}

/** Calls the service for a tenant while a notification shows the progress. */
export function callService<Value>(
  target: TenantTarget,
  title: string,
  { connections }: DataServices,
  call: (client: Client, signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  return callTenant(target, title, connections, call);
}

/** Asks the user to confirm an action on a tenant. Throws CancelledError if the user declines. */
export async function confirmOn(
  target: TenantTarget,
  question: string,
  confirm: string,
  facts: readonly string[],
  services: DataServices,
): Promise<void> {
  const { label, role } = connectionOf(target.connectionId, services.connections);
  const place = vscode.l10n.t("Tenant: {0} of {1} ({2})", target.tenant, label, role);
  if (!(await askToConfirm({ question, detail: [place, ...facts].join("\n"), confirm, role }))) {
    throw new CancelledError();
  }
}

/** Reloads a group of the tree of a tenant. */
export function refreshGroup(target: TenantTarget, group: DataGroup, { refreshTree }: DataServices): void {
  refreshTree(target, `data/${group}`);
}
