import * as vscode from "vscode";
import { type Event, EventSource } from "../../base/event.ts";
import * as commandIds from "../../host/command-ids.ts";
import { registerCommand } from "../../host/commands.ts";
import type { CommandId } from "../../host/contributions.ts";
import type { TenantTarget } from "../../host/tenant-branch.ts";
import type { ExplorerController } from "./explorer-controller.ts";
import type { ExplorerItem } from "./explorer-item.ts";
import type { ExplorerServices } from "./explorer-services.ts";

/** Functions of the explorer that other features use. */
interface Explorer {
  /** Fires after the user refreshed the explorer, or the table sources of a tenant have changed. */
  readonly onDidRefresh: Event<void>;
  /** Reloads a group of a tenant, such as an entry of a branch. `path` holds the names below the tenant. */
  refreshGroup(target: TenantTarget, path: string): void;
  /** Reloads the table sources of a tenant. `tableId` is the one whose content has changed, if its rows did. */
  refreshTables(target: TenantTarget, tableId?: string): void;
}

/** Registers the explorer: its tree and its commands. */
export function register(services: ExplorerServices): vscode.Disposable & Explorer {
  const { log } = services;
  const changed = new vscode.EventEmitter<ExplorerItem | undefined>();
  const refreshed = new EventSource<void>();
  let loading: Promise<ExplorerController> | undefined;
  let loaded: ExplorerController | undefined;
  const load = async (): Promise<ExplorerController> => {
    const { ExplorerController } = await import("./explorer-controller.ts");
    loaded = new ExplorerController(services, view);
    loaded.model.onDidRefresh(() => refreshed.fire());
    loaded.tree.onDidChangeTreeData((item) => changed.fire(item));
    return loaded;
  };
  const loadController = () => {
    loading ??= load();
    return loading;
  };
  const view: vscode.TreeView<ExplorerItem> = vscode.window.createTreeView("workforce.explorer", {
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getChildren: async (item) => await (await loadController()).tree.getChildren(item),
      getTreeItem: async (item) => (await loadController()).tree.getTreeItem(item),
      resolveTreeItem: async (treeItem, item, token) =>
        await (await loadController()).tree.resolveTreeItem(treeItem, item, token),
    },
    showCollapseAll: true,
    canSelectMany: true,
    // Nothing can be dropped on the tree.
    dragAndDropController: {
      dragMimeTypes: ["text/plain"],
      dropMimeTypes: [],
      handleDrag: (items, transfer) => loaded?.drag(items, transfer),
    },
  });
  // The buttons of the view pass the item that has the focus, which they do not act on.
  const onView = (id: CommandId) => registerCommand(log, id, async () => (await loadController()).run(id, undefined));
  const onItem = (id: CommandId) => registerCommand(log, id, async (item) => (await loadController()).run(id, item));
  const disposable = vscode.Disposable.from(
    view,
    changed,
    refreshed,
    { dispose: () => loaded?.dispose() },
    view.onDidChangeSelection(({ selection: [item] }) => {
      void vscode.commands.executeCommand("setContext", "workforce.explorer.isNameSelected", item?.kind === "model");
    }),
    onView(commandIds.refreshExplorer),
    onItem(commandIds.refreshExplorerItem),
    onView(commandIds.filterExplorer),
    onView(commandIds.clearExplorerFilter),
    onItem(commandIds.loadMore),
    onItem(commandIds.copyName),
    onItem(commandIds.useTenant),
    onItem(commandIds.useProject),
    onItem(commandIds.openDetails),
    onItem(commandIds.clickName),
    onItem(commandIds.insertIntoQuery),
    onItem(commandIds.newQueryFromHere),
    onItem(commandIds.findInModel),
    onItem(commandIds.showTableRows),
    onItem(commandIds.newTableQuery),
    onItem(commandIds.insertColumns),
    onItem(commandIds.copyColumns),
    onItem(commandIds.runReport),
    onItem(commandIds.downloadReport),
    onItem(commandIds.duplicateReport),
    onItem(commandIds.deleteReport),
    onItem(commandIds.createProject),
    onItem(commandIds.deleteProject),
  );
  return {
    onDidRefresh: refreshed.event,
    refreshGroup: (target, path) => void loaded?.model.refreshGroup(target, path),
    refreshTables: (target, tableId) => {
      void loaded?.model.refreshTables(target, tableId);
      refreshed.fire();
    },
    dispose: () => disposable.dispose(),
  };
}
