import * as vscode from "vscode";
import { assertNever } from "../../base/assert-never.ts";
import { commandIds } from "../../host/command-ids.ts";
import type { ExplorerItem } from "./explorer-item.ts";
import type { ExplorerModel } from "./explorer-model.ts";
import { tooltipOf } from "./explorer-tooltip.ts";

const { Collapsed, None } = vscode.TreeItemCollapsibleState;

/** Adapts the model to a VS Code tree, without logic of its own. */
export class ExplorerTree implements vscode.TreeDataProvider<ExplorerItem>, vscode.Disposable {
  readonly #model: ExplorerModel;
  readonly #changed = new vscode.EventEmitter<ExplorerItem | undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #subscription: { dispose(): void };

  constructor(model: ExplorerModel) {
    this.#model = model;
    this.#subscription = model.onDidChange((item) => this.#changed.fire(item));
  }

  async getChildren(item?: ExplorerItem): Promise<ExplorerItem[]> {
    return item ? [...(await this.#model.children(item))] : this.#model.roots();
  }

  getTreeItem(item: ExplorerItem): vscode.TreeItem {
    const treeItem = describe(item);
    treeItem.id = item.key;
    treeItem.contextValue ??= item.kind;
    return treeItem;
  }

  /** Loads the tooltip of a table source only when the pointer rests on it. */
  async resolveTreeItem(treeItem: vscode.TreeItem, item: ExplorerItem): Promise<vscode.TreeItem> {
    treeItem.tooltip ??= tooltipOf(item, await this.#model.metadata(item));
    return treeItem;
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }
}

const groupLabels = {
  tableSources: () => vscode.l10n.t("Table Sources"),
  projects: () => vscode.l10n.t("Projects"),
  reports: () => vscode.l10n.t("Reports"),
};

const emptyLabels = {
  tableSources: () => vscode.l10n.t("No table sources"),
  projects: () => vscode.l10n.t("No projects"),
  reports: () => vscode.l10n.t("No reports"),
  tenants: () => vscode.l10n.t("No tenants"),
  filter: () => vscode.l10n.t("Nothing matches the filter"),
};

const groupIcons = { tableSources: "database", projects: "git-branch", reports: "graph" };

function describe(item: ExplorerItem): vscode.TreeItem {
  switch (item.kind) {
    case "connection": {
      const shown = line(item.label, item.isActive ? "pass-filled" : item.isLocal ? "home" : "server-environment");
      shown.collapsibleState = Collapsed;
      shown.description = item.isActive ? vscode.l10n.t("{0} · active", item.role) : item.role;
      shown.contextValue = item.isLocal ? "connectionLocal" : "connection";
      shown.accessibilityInformation = { label: `${item.label}, ${shown.description}` };
      return shown;
    }
    case "tenant": {
      const shown = line(item.label, "organization");
      shown.collapsibleState = Collapsed;
      shown.description = item.isActive ? vscode.l10n.t("{0} · active", item.target.tenant) : item.target.tenant;
      return shown;
    }
    case "group": {
      const shown = line(groupLabels[item.group](), groupIcons[item.group]);
      shown.collapsibleState = Collapsed;
      shown.contextValue = item.group;
      return shown;
    }
    case "tableSource": {
      const { table } = item;
      const shown = line(table.objectName ?? "", "table");
      shown.collapsibleState = Collapsed;
      shown.description = table.basicInformation?.displayName ?? "";
      shown.contextValue = table.materializedView?.enabled ? "tableSourceView" : item.kind;
      shown.command = open(item);
      return shown;
    }
    case "column": {
      const { name = "", dataType = "", isPrimaryTimestamp = false } = item.column;
      const shown = line(name, isPrimaryTimestamp ? "key" : "symbol-field");
      shown.description = isPrimaryTimestamp ? vscode.l10n.t("{0} · primary timestamp", dataType) : dataType;
      shown.accessibilityInformation = { label: `${name}, ${shown.description}` };
      return shown;
    }
    case "projectStage": {
      const shown = line(item.stage, "folder");
      shown.collapsibleState = item.projects.length > 0 ? Collapsed : None;
      shown.description = String(item.projects.length);
      return shown;
    }
    case "project": {
      const shown = line(item.project.name ?? "", item.isActive ? "pass-filled" : "repo");
      shown.description = item.project.releaseVersion ?? "";
      shown.command = open(item);
      return shown;
    }
    case "report": {
      const shown = line(item.report.title ?? "", "graph-line");
      shown.description = item.report.owner ?? "";
      shown.command = open(item);
      return shown;
    }
    case "more": {
      const shown = line(vscode.l10n.t("Load more..."), "ellipsis");
      shown.command = { command: commandIds.loadMore, title: vscode.l10n.t("Load More"), arguments: [item] };
      return shown;
    }
    case "problem": {
      const shown = line(item.message, "error");
      shown.tooltip = vscode.l10n.t("{0}\n\nSelect to try again.", item.message);
      shown.command = { command: commandIds.refreshExplorerItem, title: vscode.l10n.t("Retry"), arguments: [item] };
      return shown;
    }
    case "empty":
      return line(emptyLabels[item.reason](), "info");
    default:
      return assertNever(item);
  }
}

function line(label: string, icon: string): vscode.TreeItem {
  const treeItem = new vscode.TreeItem(label, None);
  treeItem.iconPath = new vscode.ThemeIcon(icon);
  return treeItem;
}

function open(item: ExplorerItem): vscode.Command {
  return { command: commandIds.openDetails, title: vscode.l10n.t("Open Details"), arguments: [item] };
}
