import * as vscode from "vscode";
import { items } from "../../client/call/paging.ts";
import type { Session } from "../../client/call/session.ts";
import type { TableSource } from "../../contract/table-source-schemas.ts";
import { CancelledError } from "../../host/cancellation.ts";
import { iconFree } from "../../host/link-free.ts";
import { type TargetIds, tableOfItem, targetOfItem } from "./table-item-model.ts";
import type { TableConnections } from "./table-source-services.ts";

/** Where a command acts; it stays there when another connection or tenant is chosen. */
export interface TableTarget extends TargetIds {
  readonly session: Session;
}

/** A table source, as it was listed. */
export interface ListedTable extends TableTarget {
  readonly table: TableSource & { readonly uuid: string; readonly objectName: string };
}

/** The place of a tree item, or the active target. */
export async function targetFor(connections: TableConnections, item: unknown): Promise<TableTarget> {
  const known = targetOfItem(item);
  const current = connections.currentTarget();
  const { connectionId } = known ?? current;
  const tenant = known ? known.tenant : (current.tenant ?? (await current.loginTenant()));
  return { connectionId, tenant, session: await connections.sessionFor(connectionId, tenant) };
}

/** The table source of a tree item, or one that is asked for. Throws CancelledError when nobody chose. */
export async function tableFor(
  connections: TableConnections,
  item: unknown,
  title: string,
  isOffered: (table: TableSource) => boolean = () => true,
): Promise<ListedTable> {
  const target = await targetFor(connections, item);
  const known = tableOfItem(item)?.table;
  const table = known ?? (await pickTable(target, title, isOffered));
  return { ...target, table: named(table) };
}

/** All table sources of a tenant. */
export async function listTables({ session }: TableTarget, signal?: AbortSignal): Promise<readonly TableSource[]> {
  const tables: TableSource[] = [];
  for await (const table of items(session.client.listTableSources, {}, signal && { signal })) {
    tables.push(table);
  }
  return tables;
}

/** Such as `Acme · WFF_demo`. */
export function targetText({ session, tenant }: TableTarget): string {
  return tenant === undefined ? session.connectionLabel : `${session.connectionLabel} · ${tenant}`;
}

/** The columns that SQL and files can go by. */
export function columnsOf({ columns = [] }: TableSource): { readonly name: string; readonly dataType: string }[] {
  return columns.map(({ name = "", dataType = "UNSPECIFIED" }) => ({ name, dataType }));
}

async function pickTable(
  target: TableTarget,
  title: string,
  isOffered: (table: TableSource) => boolean,
): Promise<TableSource> {
  const offers = listTables(target).then((tables) => {
    const offered = tables.filter(isOffered);
    if (offered.length === 0) {
      throw new Error(vscode.l10n.t("{0} has no table source for this.", targetText(target)));
    }
    return offered.map((table) => ({
      label: iconFree(table.objectName ?? ""),
      description: iconFree(table.basicInformation?.displayName ?? ""),
      detail: iconFree(table.basicInformation?.description ?? ""),
      table,
    }));
  });
  const chosen = await vscode.window.showQuickPick(offers, {
    title,
    placeHolder: vscode.l10n.t("Table source of {0}", targetText(target)),
    matchOnDescription: true,
    matchOnDetail: true,
    ignoreFocusOut: true,
  });
  // The list goes away by itself when it could not be loaded.
  await offers;
  if (!chosen) {
    throw new CancelledError();
  }
  return chosen.table;
}

/** A table source as the service gives it, which has an id and a name. */
export function named(table: TableSource): ListedTable["table"] {
  const { uuid, objectName } = table;
  if (uuid === undefined || objectName === undefined) {
    throw new Error(vscode.l10n.t("The service gave a table source without id or name. Refresh the explorer."));
  }
  return { ...table, uuid, objectName };
}
