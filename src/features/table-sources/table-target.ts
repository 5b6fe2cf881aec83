import * as vscode from "vscode";
import { fieldsOf } from "../../base/guards.ts";
import type { Session } from "../../client/call/client.ts";
import { readAllItems } from "../../client/call/paging.ts";
import type { TableSource } from "../../contract/table-sources.ts";
import { CancelledError } from "../../host/cancellation.ts";
import { disableIcons } from "../../host/untrusted-text.ts";
import type { TableConnections, TargetIds } from "./table-source-services.ts";

/**
 * Connection, tenant and session that a command acts on. Does not change when the user switches to another connection
 * or tenant.
 */
export interface TableTarget extends TargetIds {
  readonly session: Session;
}

/** A table source as listed by the service, with its target. */
export interface ListedTable extends TableTarget {
  readonly table: TableSource & { readonly uuid: string; readonly objectName: string };
}

/** Returns the target of a tree item, or else the active target. */
export async function resolveTarget(connections: TableConnections, item: unknown): Promise<TableTarget> {
  const known = targetOfItem(item);
  const current = connections.currentTarget();
  const { connectionId } = known ?? current;
  const tenant = known ? known.tenant : (current.tenant ?? (await current.loginTenant()));
  return { connectionId, tenant, session: await connections.sessionFor(connectionId, tenant) };
}

/** Returns the table source of a tree item, or else one that the user chooses. Throws CancelledError. */
export async function resolveTable(
  connections: TableConnections,
  item: unknown,
  title: string,
  isOffered: (table: TableSource) => boolean = () => true,
): Promise<ListedTable> {
  const target = await resolveTarget(connections, item);
  const known = tableOfItem(item)?.table;
  const table = known ?? (await pickTable(target, title, isOffered));
  return { ...target, table: requireIdAndName(table) };
}

/** Lists all table sources of a tenant. */
export async function listTables({ session }: TableTarget, signal?: AbortSignal): Promise<readonly TableSource[]> {
  const tables: TableSource[] = [];
  for await (const table of readAllItems(session.client.listTableSources, {}, signal && { signal })) {
    tables.push(table);
  }
  return tables;
}

/** Names the connection and tenant, such as `Acme · WFF_demo`. */
export function targetText({ session, tenant }: TableTarget): string {
  return tenant === undefined ? session.connectionLabel : `${session.connectionLabel} · ${tenant}`;
}

/** Returns the columns with defaults for missing fields. */
export function columnsOf({ columns = [] }: TableSource): { readonly name: string; readonly dataType: string }[] {
  return columns.map(({ name = "", dataType = "UNSPECIFIED" }) => ({ name, dataType }));
}

async function pickTable(
  target: TableTarget,
  title: string,
  isOffered: (table: TableSource) => boolean,
): Promise<TableSource> {
  const choices = listTables(target).then((tables) => {
    const offered = tables.filter(isOffered);
    if (offered.length === 0) {
      throw new Error(vscode.l10n.t("{0} has no table source that this command applies to.", targetText(target)));
    }
    return offered.map((table) => ({
      label: disableIcons(table.objectName ?? ""),
      description: disableIcons(table.basicInformation?.displayName ?? ""),
      detail: disableIcons(table.basicInformation?.description ?? ""),
      table,
    }));
  });
  const chosen = await vscode.window.showQuickPick(choices, {
    title,
    placeHolder: vscode.l10n.t("Table source of {0}", targetText(target)),
    matchOnDescription: true,
    matchOnDetail: true,
    ignoreFocusOut: true,
  });
  // The list closes by itself if loading fails; this rethrows the failure.
  await choices;
  if (!chosen) {
    throw new CancelledError();
  }
  return chosen.table;
}

/** Returns a table source of the service after checking that it has an id and a name. Throws otherwise. */
export function requireIdAndName(table: TableSource): ListedTable["table"] {
  const { uuid, objectName } = table;
  if (uuid === undefined || objectName === undefined) {
    throw new Error(vscode.l10n.t("The service gave a table source without id or name. Refresh the explorer."));
  }
  return { ...table, uuid, objectName };
}

/** Returns the table source of a tree item, or undefined if the item is not a table source. */
function tableOfItem(item: unknown): { readonly target: TargetIds; readonly table: TableSource } | undefined {
  const { kind, target, table } = fieldsOf(item);
  return kind === "tableSource" && isTarget(target) ? { target, table: fieldsOf(table) } : undefined;
}

/** Returns the connection and tenant of a tree item, or undefined if it has none. */
function targetOfItem(item: unknown): TargetIds | undefined {
  const { target } = fieldsOf(item);
  return isTarget(target) ? target : undefined;
}

function isTarget(value: unknown): value is TargetIds {
  const { connectionId, tenant } = fieldsOf(value);
  return typeof connectionId === "string" && (tenant === undefined || typeof tenant === "string");
}
