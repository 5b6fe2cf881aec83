import * as vscode from "vscode";
import { systemClock } from "../../base/clock.ts";
import { disableIcons } from "../../host/untrusted-text.ts";
import type { Connection, Target } from "./connection-model.ts";
import type { ConnectionService } from "./connection-service.ts";
import { showAsLoaded } from "./target-list-model.ts";

interface TargetItem extends vscode.QuickPickItem {
  readonly target?: Target;
}

/**
 * Asks the user for a connection, tenant and project in one list: the connections first, then the tenants and projects
 * of each. The list grows at its end while it is open, so that no row moves under the mouse.
 */
export async function pickTarget(connections: ConnectionService): Promise<void> {
  const pick = vscode.window.createQuickPick<TargetItem>();
  pick.title = vscode.l10n.t("Connection · Tenant · Project");
  pick.placeholder = vscode.l10n.t("Type to filter; select where queries run");
  pick.matchOnDescription = true;
  pick.keepScrollPosition = true;
  pick.busy = true;
  const chosen = new Promise<TargetItem | undefined>((resolve) => {
    pick.onDidAccept(() => resolve(pick.selectedItems[0]));
    pick.onDidHide(() => resolve(undefined));
  });
  const abort = new AbortController();
  const listed = connections.list();
  const connectionItems = listed.map((connection) => itemOf(connections, connection));
  pick.items = connectionItems;
  pick.show();
  const sections = listed.map((connection) => sectionOf(connections, connection, abort.signal));
  const show = (loaded: readonly TargetItem[][]) => {
    const { activeItems } = pick;
    pick.items = [...connectionItems, ...loaded.flat()];
    // With an empty list no item would be highlighted, and Enter would do nothing.
    if (activeItems.length > 0) {
      pick.activeItems = activeItems;
    }
  };
  void showAsLoaded(sections, show, { clock: systemClock, signal: abort.signal }).finally(() => {
    pick.busy = false;
  });
  const item = await chosen;
  abort.abort();
  pick.dispose();
  if (item?.target) {
    await connections.setTarget(item.target);
  }
}

/** Item that selects a connection with its login tenant. */
function itemOf(connections: ConnectionService, { id, label, role }: Connection): TargetItem {
  const isSignedOut = connections.isSignedOut(id);
  return {
    label: `$(${isSignedOut ? "sign-out" : "server-environment"}) ${disableIcons(label)}`,
    description: isSignedOut ? vscode.l10n.t("signed out · {0}", role) : role,
    target: { connectionId: id },
  };
}

/** Loads the tenants and open projects of a connection as items under its name. Empty if it has none. */
async function sectionOf(
  connections: ConnectionService,
  { id, label }: Connection,
  signal: AbortSignal,
): Promise<TargetItem[]> {
  const items = await itemsOf(connections, id, signal);
  return items.length === 0 ? [] : [{ label: disableIcons(label), kind: vscode.QuickPickItemKind.Separator }, ...items];
}

async function itemsOf(
  connections: ConnectionService,
  connectionId: string,
  signal: AbortSignal,
): Promise<TargetItem[]> {
  try {
    const tenants = await connections.tenants(connectionId);
    const lists = await Promise.all(
      tenants.map(async ({ code, displayName }) => {
        const { client } = await connections.sessionFor(connectionId, code);
        const { openProjects = [] } = await client.listProjects({ query: { with: ["Open"] } }, { signal });
        const tenantTarget = { connectionId, tenant: code };
        return [
          { label: `$(organization) ${disableIcons(displayName)}`, description: code, target: tenantTarget },
          ...openProjects.map(({ id = "", name = "" }) => ({
            label: `      $(repo) ${disableIcons(name)}`,
            description: code,
            target: { ...tenantTarget, project: { id, name } },
          })),
        ];
      }),
    );
    return lists.flat();
  } catch (error) {
    // The other connections stay usable; this one shows why it cannot be listed.
    return [{ label: `$(error) ${error instanceof Error ? disableIcons(error.message) : ""}`, alwaysShow: true }];
  }
}
