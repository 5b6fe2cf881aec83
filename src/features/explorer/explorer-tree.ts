import * as vscode from "vscode";
import { assertNever } from "../../base/assert-never.ts";
import type { TableMetadata } from "../../contract/table-sources.ts";
import { formatCount } from "../../host/amounts.ts";
import * as commandIds from "../../host/command-ids.ts";
import type { TenantBranch } from "../../host/tenant-branch.ts";
import { escapeMarkdown, escapeMarkdownLine } from "../../languages/core/text/markdown.ts";
import type { Column, ExplorerItem, ModelItem } from "./explorer-item.ts";
import type { ExplorerModel } from "./explorer-model.ts";

const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;

/** VS Code tree data provider of the explorer. Contains no logic beyond the conversion of items. */
export class ExplorerTree implements vscode.TreeDataProvider<ExplorerItem>, vscode.Disposable {
  readonly #model: ExplorerModel;
  readonly #services: TreeServices;
  /** Keys of the items that are expanded while no filter is set. */
  readonly #expanded = new Set<string>();
  readonly #changed = new vscode.EventEmitter<ExplorerItem | undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #subscription: { dispose(): void };
  /** Items that VS Code has, by their key. It knows an item only by the object that it was given last. */
  readonly #given = new Map<string, ExplorerItem>();

  constructor(model: ExplorerModel, services: TreeServices) {
    this.#model = model;
    this.#services = services;
    this.#subscription = model.onDidChange((item) => this.#redraw(item));
  }

  #redraw(item: { readonly key: string } | undefined): void {
    const given = item && this.#given.get(item.key);
    if (given || !item) {
      this.#changed.fire(given);
    }
  }

  async getChildren(item?: ExplorerItem): Promise<ExplorerItem[]> {
    if (!item) {
      this.#given.clear();
    }
    const children = item ? [...(await this.#model.children(item))] : this.#model.roots();
    for (const child of children) {
      this.#given.set(child.key, child);
    }
    return children;
  }

  getTreeItem(item: ExplorerItem): vscode.TreeItem | Promise<vscode.TreeItem> {
    if (item.kind === "branch") {
      return this.#branchItem(item);
    }
    // VS Code redraws a connection by the object that it has, which tells how the connection was.
    return this.#complete(item, describe(item.kind === "connection" ? this.#model.currentRoot(item) : item));
  }

  /** Adds what does not depend on the kind of item, and the actions that the service supports. */
  #complete(item: ExplorerItem, treeItem: vscode.TreeItem): vscode.TreeItem {
    treeItem.id = item.key;
    if (item.kind === "group" || item.kind === "projectStage") {
      const { filter } = this.#model;
      // VS Code keeps the state of an id; another id opens the matches.
      treeItem.id = filter === "" ? item.key : `${item.key}?${filter}`;
      if (filter !== "" || this.#expanded.has(item.key)) {
        treeItem.collapsibleState = Expanded;
      }
    }
    treeItem.contextValue ??= item.kind;
    if (item.kind === "report" || item.kind === "project") {
      const missing = this.#services.missingOperations(item.target.connectionId);
      treeItem.contextValue = [item.kind, ...actionsOf(item).filter((action) => !missing.has(operations[action]))].join(
        " ",
      );
    }
    return treeItem;
  }

  async #branchItem(item: Extract<ExplorerItem, { kind: "branch" }>): Promise<vscode.TreeItem> {
    const branch = this.#services.branches.find(({ id }) => id === item.branch);
    return this.#complete(item, (await branch?.treeItem(item)) ?? line(item.entry.name, "question"));
  }

  /** Adds the tooltip of a table source or model name. Loaded only when the pointer rests on the item. */
  async resolveTreeItem(
    treeItem: vscode.TreeItem,
    item: ExplorerItem,
    token: vscode.CancellationToken,
  ): Promise<vscode.TreeItem> {
    if (item.kind === "model") {
      treeItem.tooltip ??= await this.#describe(item, token);
      return treeItem;
    }
    treeItem.tooltip ??= tooltipOf(item, await this.#model.metadata(item));
    return treeItem;
  }

  /**
   * Returns the hover text of a model name, which the language server has escaped. Undefined if it is not available.
   */
  async #describe(item: ModelItem, token: vscode.CancellationToken): Promise<vscode.MarkdownString | undefined> {
    try {
      const described = new vscode.MarkdownString(await this.#services.describe(item, token));
      return described.value === "" ? undefined : described;
    } catch {
      return undefined;
    }
  }

  /** Records whether an item is expanded, to restore that state when the filter is cleared. */
  setExpanded({ key }: ExplorerItem, isExpanded: boolean): void {
    if (this.#model.filter === "") {
      this.#expanded[isExpanded ? "add" : "delete"](key);
    }
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }
}

/** Dependencies of the explorer tree on other features. */
interface TreeServices {
  readonly branches: readonly TenantBranch<vscode.TreeItem>[];
  /** Returns the hover text of a model name as Markdown. */
  describe(item: ModelItem, token: vscode.CancellationToken): Promise<string | undefined>;
  missingOperations(connectionId: string): ReadonlySet<string>;
}

type Action = keyof typeof operations;

/** Names of the service operations that implement the actions on reports and projects. */
const operations = {
  download: "downloadReport",
  duplicate: "duplicateReport",
  delete: "deleteReport",
  commits: "listProjectCommits",
  remove: "deleteProject",
} as const;

/** Returns the actions that the service supports for a report or project. */
function actionsOf(item: Extract<ExplorerItem, { kind: "report" | "project" }>): readonly Action[] {
  if (item.kind === "project") {
    return (item.project.capabilities ?? []).includes("owner") ? ["commits", "remove"] : ["commits"];
  }
  const allowed: readonly string[] = item.report.allowedActions ?? [];
  return (["download", "duplicate", "delete"] as const).filter((action) => allowed.includes(action));
}

const groupLabels = {
  model: () => vscode.l10n.t("Model"),
  tableSources: () => vscode.l10n.t("Table Sources"),
  projects: () => vscode.l10n.t("Projects"),
  reports: () => vscode.l10n.t("Reports"),
};

const listLabels = {
  metric: () => vscode.l10n.t("Metrics"),
  dimension: () => vscode.l10n.t("Dimensions"),
  property: () => vscode.l10n.t("Properties"),
  concept: () => vscode.l10n.t("Concepts"),
  reference: () => vscode.l10n.t("References"),
};

const kindLabels = {
  object: () => vscode.l10n.t("object"),
  metric: () => vscode.l10n.t("metric"),
  dimension: () => vscode.l10n.t("dimension"),
  level: () => vscode.l10n.t("level"),
  member: () => vscode.l10n.t("member"),
  property: () => vscode.l10n.t("property"),
  concept: () => vscode.l10n.t("concept"),
  reference: () => vscode.l10n.t("reference"),
};

const modelIcons = {
  object: "symbol-class",
  metric: "symbol-method",
  dimension: "symbol-enum",
  level: "list-tree",
  member: "symbol-enum-member",
  property: "symbol-property",
  concept: "symbol-boolean",
  reference: "references",
};

const emptyLabels = {
  model: () => vscode.l10n.t("No subjects or events"),
  metric: () => vscode.l10n.t("No metrics"),
  dimension: () => vscode.l10n.t("No dimensions"),
  property: () => vscode.l10n.t("No properties"),
  concept: () => vscode.l10n.t("No concepts"),
  reference: () => vscode.l10n.t("No references"),
  member: () => vscode.l10n.t("No members"),
  tableSources: () => vscode.l10n.t("No table sources"),
  projects: () => vscode.l10n.t("No projects"),
  reports: () => vscode.l10n.t("No reports"),
  tenants: () => vscode.l10n.t("No tenants"),
  filter: () => vscode.l10n.t("Nothing matches the filter"),
};

const groupIcons = { model: "type-hierarchy-sub", tableSources: "database", projects: "git-branch", reports: "graph" };

function describe(item: Exclude<ExplorerItem, { kind: "branch" }>): vscode.TreeItem {
  switch (item.kind) {
    case "connection": {
      const usualIcon = item.isActive ? "pass-filled" : item.isLocal ? "home" : "server-environment";
      const icon = item.isImpersonated ? "eye" : usualIcon;
      const shown = line(item.label, item.isSignedOut ? "sign-out" : icon);
      shown.collapsibleState = Collapsed;
      const role = item.isActive ? vscode.l10n.t("{0} · active", item.role) : item.role;
      shown.description = item.isSignedOut ? vscode.l10n.t("signed out · {0}", role) : role;
      if (item.isSignedOut) {
        shown.tooltip = vscode.l10n.t("{0}: signed out. Sign in by the button or the menu of this line.", item.label);
      }
      const usualContext = item.isSignedOut ? "connectionSignedOut" : "connectionSignedIn";
      const ownContext = item.isLocal ? "connectionLocal" : usualContext;
      shown.contextValue = item.isImpersonated ? "connectionImpersonated" : ownContext;
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
    case "model":
      return describeNode(item);
    case "modelList": {
      const shown = line(listLabels[item.list](), "folder");
      shown.collapsibleState = Collapsed;
      shown.accessibilityInformation = { label: `${listLabels[item.list]()}, ${item.object.displayName}` };
      return shown;
    }
    case "tableSource": {
      const { table } = item;
      const shown = line(table.objectName ?? "", table.materializedView?.enabled ? "eye" : "table");
      shown.collapsibleState = Collapsed;
      shown.description = table.basicInformation?.displayName ?? "";
      shown.contextValue = table.materializedView?.enabled ? "tableSourceView" : item.kind;
      shown.command = open(item);
      const kind = table.materializedView?.enabled ? vscode.l10n.t("materialized view") : vscode.l10n.t("table");
      shown.accessibilityInformation = { label: `${shown.label}, ${kind}, ${shown.description}` };
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
      const shown = line(vscode.l10n.t("Show More..."), "ellipsis");
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

function describeNode(item: ModelItem): vscode.TreeItem {
  const { node } = item;
  const { kind, entry } = node;
  const isMember = kind === "member";
  const isEvent = kind === "object" && entry.objectKind?.toUpperCase() === "EVENT";
  const shown = line(isMember ? entry.displayName : entry.id, isEvent ? "symbol-event" : modelIcons[kind]);
  shown.collapsibleState = kind === "object" || kind === "dimension" ? Collapsed : None;
  const text = isMember ? (entry.path ?? entry.id) : entry.displayName;
  shown.description = text === shown.label ? "" : text;
  shown.contextValue = `model ${kind}`;
  if (shown.collapsibleState === None) {
    shown.command = { command: commandIds.clickName, title: vscode.l10n.t("Insert into Query"), arguments: [item] };
  }
  const what = kind === "object" ? (entry.objectKind?.toLowerCase() ?? kindLabels.object()) : kindLabels[kind]();
  shown.accessibilityInformation = { label: [shown.label, what, shown.description].filter(Boolean).join(", ") };
  return shown;
}

function line(label: string, icon: string): vscode.TreeItem {
  const treeItem = new vscode.TreeItem(label, None);
  treeItem.iconPath = new vscode.ThemeIcon(icon);
  return treeItem;
}

function open(item: ExplorerItem): vscode.Command {
  return { command: commandIds.openDetails, title: vscode.l10n.t("Open Details"), arguments: [item] };
}

/** Maximum number of columns that a tooltip lists by name. */
const maxColumns = 12;

type TooltipLine = readonly [name: string, value: string | undefined];

/** Returns the tooltip of a tree item, or undefined to use the default tooltip of VS Code. */
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

/** Formats a tooltip as Markdown. Text from the service is escaped, so that it cannot contain links or images. */
function tooltip(title: string, description: string | undefined, lines: readonly TooltipLine[]): vscode.MarkdownString {
  const text = new vscode.MarkdownString().appendMarkdown(`**${escapeMarkdownLine(title)}**`);
  if (description) {
    text.appendMarkdown(`\n\n${escapeMarkdown(description)}`);
  }
  const shownLines = lines.filter(([, value]) => value);
  if (shownLines.length > 0) {
    text.appendMarkdown("\n\n");
  }
  for (const [name, value = ""] of shownLines) {
    text.appendMarkdown(`${escapeMarkdownLine(name)}: ${escapeMarkdownLine(value)}  \n`);
  }
  return text;
}

function knownCount(count: string | undefined): string | undefined {
  return count !== undefined && /^\d+$/.test(count) ? formatCount(count) : undefined;
}

function timeText(instant: string | undefined): string | undefined {
  const atMs = Date.parse(instant ?? "");
  return Number.isNaN(atMs)
    ? undefined
    : new Date(atMs).toLocaleString(vscode.env.language, { dateStyle: "medium", timeStyle: "medium" });
}

/** Formats the number and the names of columns, such as `2: person_key STRING, badge_no STRING`. */
function columnsText(columns: readonly Column[]): string {
  const named = columns.slice(0, maxColumns).map(({ name = "", dataType = "" }) => `${name} ${dataType}`.trim());
  const more = columns.length > named.length ? ["..."] : [];
  return columns.length === 0 ? "0" : `${columns.length}: ${[...named, ...more].join(", ")}`;
}
