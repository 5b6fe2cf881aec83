import * as vscode from "vscode";
import { assertNever } from "../../base/assert-never.ts";
import type { TableMetadata } from "../../contract/table-sources.ts";
import { countText } from "../../host/amounts.ts";
import { commandIds } from "../../host/command-ids.ts";
import { escapeLine, escapeMarkdown } from "../../languages/core/text/markdown.ts";
import type { Column, ExplorerItem } from "./explorer-item.ts";
import type { ExplorerModel } from "./explorer-model.ts";

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

/** Maximum number of columns that are listed by name. */
const maxColumns = 12;

type TooltipLine = readonly [name: string, value: string | undefined];

/** Tooltip of an entry; undefined to keep the tree's default. */
export function tooltipOf(item: ExplorerItem, metadata: TableMetadata = {}): vscode.MarkdownString | undefined {
  switch (item.kind) {
    case "tableSource": {
      const { objectName = "", basicInformation, columns = [], materializedView } = item.table;
      const timestamps = columns.filter(({ isPrimaryTimestamp }) => isPrimaryTimestamp).map(({ name = "" }) => name);
      return tooltip(objectName, basicInformation?.description, [
        [vscode.l10n.t("Display name"), basicInformation?.displayName],
        [vscode.l10n.t("Kind"), materializedView?.enabled ? vscode.l10n.t("materialized view") : undefined],
        [vscode.l10n.t("Rows"), knownCount(metadata.recordCount)],
        [vscode.l10n.t("Last load"), timeText(metadata.recordsUpdatedAt)],
        [vscode.l10n.t("Primary timestamp"), timestamps.join(", ")],
        [vscode.l10n.t("Columns"), columnsText(columns)],
      ]);
    }
    case "report":
      return tooltip(item.report.title ?? "", item.report.description, [
        [vscode.l10n.t("Owner"), item.report.owner],
        [vscode.l10n.t("Updated"), item.report.updatedTime],
      ]);
    case "project":
      return tooltip(item.project.name ?? "", item.project.description, [
        [vscode.l10n.t("Release"), item.project.releaseVersion],
        [vscode.l10n.t("Ticket"), item.project.ticketNumber],
      ]);
    default:
      return undefined;
  }
}

/**
 * Formats a tooltip. Text from the service is escaped, so that it cannot become a link (not even a bare address) or an
 * image.
 */
function tooltip(title: string, description: string | undefined, lines: readonly TooltipLine[]): vscode.MarkdownString {
  const text = new vscode.MarkdownString().appendMarkdown(`**${escapeLine(title)}**`);
  if (description) {
    text.appendMarkdown(`\n\n${escapeMarkdown(description)}`);
  }
  const shownLines = lines.filter(([, value]) => value);
  if (shownLines.length > 0) {
    text.appendMarkdown("\n\n");
  }
  for (const [name, value = ""] of shownLines) {
    text.appendMarkdown(`${escapeLine(name)}: ${escapeLine(value)}  \n`);
  }
  return text;
}

function knownCount(count: string | undefined): string | undefined {
  return count !== undefined && /^\d+$/.test(count) ? countText(count) : undefined;
}

function timeText(instant: string | undefined): string | undefined {
  const atMs = Date.parse(instant ?? "");
  return Number.isNaN(atMs)
    ? undefined
    : new Date(atMs).toLocaleString(vscode.env.language, { dateStyle: "medium", timeStyle: "medium" });
}

/** Number and names of the columns, such as `2: person_key STRING, badge_no STRING`. */
function columnsText(columns: readonly Column[]): string {
  const named = columns.slice(0, maxColumns).map(({ name = "", dataType = "" }) => `${name} ${dataType}`.trim());
  const more = columns.length > named.length ? ["..."] : [];
  return columns.length === 0 ? "0" : `${columns.length}: ${[...named, ...more].join(", ")}`;
}
