import * as vscode from "vscode";
import { disableIcons } from "../../host/untrusted-text.ts";
import type { Connection, Target } from "./connection-model.ts";
import type { ConnectionService } from "./connection-service.ts";

interface TargetItem extends vscode.QuickPickItem {
  readonly target?: Target;
}

/**
 * Asks the user for a connection, tenant and project in one list of all combinations. The list loads while it is open.
 */
export async function pickTarget(connections: ConnectionService): Promise<void> {
  const pick = vscode.window.createQuickPick<TargetItem>();
  pick.title = vscode.l10n.t("Connection · Tenant · Project");
  pick.placeholder = vscode.l10n.t("Type to filter; select where queries run");
  pick.matchOnDescription = true;
  pick.busy = true;
  const chosen = new Promise<TargetItem | undefined>((resolve) => {
    pick.onDidAccept(() => resolve(pick.selectedItems[0]));
    pick.onDidHide(() => resolve(undefined));
  });
  const abort = new AbortController();
  pick.items = connections.list().map((connection) => itemOf(connections, connection));
  pick.show();
  void loadItems(connections, abort.signal, (items) => {
    pick.items = items;
  }).finally(() => {
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

async function loadItems(
  connections: ConnectionService,
  signal: AbortSignal,
  show: (items: TargetItem[]) => void,
): Promise<void> {
  const sections = connections.list().map((connection) => ({ connection, items: [] as TargetItem[] }));
  const redraw = () => {
    if (!signal.aborted) {
      show(
        sections.flatMap(({ connection, items }) => [
          { label: disableIcons(connection.label), kind: vscode.QuickPickItemKind.Separator },
          itemOf(connections, connection),
          ...items,
        ]),
      );
    }
  };
  await Promise.all(
    sections.map(async (section) => {
      section.items = await itemsOf(connections, section.connection.id, signal);
      redraw();
    }),
  );
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
