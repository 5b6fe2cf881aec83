import * as vscode from "vscode";
import { type JobPhase, jobPhaseOf } from "../../contract/job-status.ts";
import * as commandIds from "../../host/command-ids.ts";
import { escapeMarkdownLine } from "../../languages/core/text/markdown.ts";
import {
  expiryOf,
  failedTenants,
  isTransactionOpen,
  isWriting,
  type TransactionPhase,
} from "./transaction-details-model.ts";
import { itemId, type TransactionItem } from "./transaction-item.ts";
import {
  expiryText,
  expiryTimeText,
  jobCountText,
  jobStatusText,
  phaseText,
  timeText,
  transactionName,
} from "./transaction-text.ts";
import type { WatchedTransaction } from "./transactions-model.ts";

const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;

const icons: Readonly<Record<TransactionPhase, vscode.ThemeIcon>> = {
  open: new vscode.ThemeIcon("unlock"),
  resolving: new vscode.ThemeIcon("sync~spin"),
  committed: new vscode.ThemeIcon("pass", new vscode.ThemeColor("testing.iconPassed")),
  rolledBack: new vscode.ThemeIcon("discard"),
  expired: new vscode.ThemeIcon("clock", new vscode.ThemeColor("problemsWarningIcon.foreground")),
  mixed: new vscode.ThemeIcon("warning", new vscode.ThemeColor("problemsWarningIcon.foreground")),
  gone: new vscode.ThemeIcon("question"),
};

const jobIcons: Readonly<Record<JobPhase, vscode.ThemeIcon>> = {
  waiting: new vscode.ThemeIcon("clock"),
  running: new vscode.ThemeIcon("sync~spin"),
  succeeded: new vscode.ThemeIcon("pass", new vscode.ThemeColor("testing.iconPassed")),
  failed: new vscode.ThemeIcon("error", new vscode.ThemeColor("testing.iconFailed")),
  cancelled: new vscode.ThemeIcon("circle-slash"),
};

/** Creates the VS Code tree item of a transaction or one of its jobs, without its tooltip. */
export function toTreeItem(item: TransactionItem, watched: WatchedTransaction, nowMs: number): vscode.TreeItem {
  const treeItem = describe(item, watched, nowMs);
  treeItem.id = itemId(item);
  return treeItem;
}

/** Returns the state of a transaction, shown beside its name in the tree. Changes as time passes. */
export function descriptionOf(watched: WatchedTransaction, nowMs: number): string {
  const { stored, followed } = watched;
  const expiry = openExpiry(watched);
  // For an open transaction, the remaining time comes first, because a narrow view cuts off the rest.
  const isCounting = followed.problem === undefined && followed.phase === "open" && expiry !== undefined;
  const state = isCounting ? expiryText(expiry - nowMs) : (followed.problem ?? phaseText(followed.phase));
  return [state, stored.tenant].filter((part) => part !== undefined).join(" · ");
}

/**
 * Returns the names of a transaction's tables, as reported by the service. Before the first poll, returns the stored
 * names.
 */
export function tablesOf({ stored, followed }: WatchedTransaction): readonly string[] {
  return followed.transaction?.tablesToModify ?? stored.tables;
}

/** Returns the tooltip of a transaction's tree item, with all known details. */
export function tooltipOf(watched: WatchedTransaction): vscode.MarkdownString {
  const { stored, followed } = watched;
  const { createdBy, createdAt, startedAt, closedAt } = followed.transaction ?? {};
  const expiry = followed.transaction && expiryOf(followed.transaction);
  const time = (text: string | undefined) => {
    const atMs = Date.parse(text ?? "");
    return Number.isNaN(atMs) ? undefined : timeText(atMs);
  };
  const properties: readonly (readonly [string, string | undefined])[] = [
    [vscode.l10n.t("State"), phaseText(followed.phase)],
    [vscode.l10n.t("Tenant"), stored.tenant],
    [vscode.l10n.t("Tables"), tablesOf(watched).join(", ") || vscode.l10n.t("none, it only reads")],
    [vscode.l10n.t("Started by"), createdBy],
    [vscode.l10n.t("Started"), time(createdAt)],
    [vscode.l10n.t("First job"), time(startedAt)],
    [vscode.l10n.t("Expires"), expiry === undefined ? undefined : timeText(expiry)],
    [vscode.l10n.t("Closed"), time(closedAt)],
    [vscode.l10n.t("Transaction ID"), stored.transactionId],
    [vscode.l10n.t("Not extended"), followed.extendProblem],
    [vscode.l10n.t("Problem"), followed.problem],
  ];
  const text = new vscode.MarkdownString();
  text.appendMarkdown(escapeMarkdownLine(transactionName(stored)));
  for (const [name, value] of properties.filter(([, value]) => value !== undefined && value !== "")) {
    text.appendMarkdown(`\n\n${escapeMarkdownLine(name)}: ${escapeMarkdownLine(value ?? "")}`);
  }
  return text;
}

function describe(item: TransactionItem, watched: WatchedTransaction, nowMs: number): vscode.TreeItem {
  switch (item.kind) {
    case "transaction":
      return transaction(item, watched, nowMs);
    case "table":
      return table(item.name, watched);
    case "input": {
      const treeItem = new vscode.TreeItem(item.name, None);
      treeItem.description = vscode.l10n.t("uploaded");
      treeItem.iconPath = new vscode.ThemeIcon("file");
      treeItem.accessibilityInformation = { label: vscode.l10n.t("Input {0}, uploaded from here", item.name) };
      return treeItem;
    }
    case "job":
      return job(item, watched);
  }
}

function transaction(item: TransactionItem, watched: WatchedTransaction, nowMs: number): vscode.TreeItem {
  const { stored, followed } = watched;
  const isOpen = followed.phase === undefined || isTransactionOpen(followed.phase);
  const name = transactionName(stored);
  const treeItem = new vscode.TreeItem(name, isOpen ? Expanded : Collapsed);
  treeItem.description = descriptionOf(watched, nowMs);
  treeItem.iconPath =
    followed.problem !== undefined
      ? new vscode.ThemeIcon("warning")
      : followed.isBusy
        ? new vscode.ThemeIcon("sync~spin")
        : icons[followed.phase ?? "open"];
  treeItem.contextValue = contextOf(watched, isOpen);
  treeItem.command = showPage(item);
  const expiry = openExpiry(watched);
  // A screen reader would repeat a countdown, so the label contains the time of expiry.
  const labelParts = [
    name,
    followed.problem ?? phaseText(followed.phase),
    stored.tenant,
    expiry === undefined ? undefined : expiryTimeText(expiry),
  ];
  treeItem.accessibilityInformation = { label: labelParts.filter((part) => part !== undefined).join(", ") };
  return treeItem;
}

function openExpiry({ followed }: WatchedTransaction): number | undefined {
  const { transaction: answer, phase } = followed;
  return answer && phase !== undefined && isTransactionOpen(phase) ? expiryOf(answer) : undefined;
}

/** Returns the context value of a transaction's tree item, which the `when` clauses of menus compare. */
function contextOf({ stored, followed }: WatchedTransaction, isOpen: boolean): string {
  if (!isOpen) {
    return "transactionEnded";
  }
  const isWrite = followed.transaction ? isWriting(followed.transaction) : stored.tables.length > 0;
  return isWrite ? "transactionOpenWrite" : "transactionOpenRead";
}

function table(name: string, { followed }: WatchedTransaction): vscode.TreeItem {
  const isOpen = followed.phase !== undefined && isTransactionOpen(followed.phase);
  const isLocked = isOpen && followed.transaction?.startedAt !== undefined;
  const treeItem = new vscode.TreeItem(name, None);
  treeItem.description = isLocked
    ? vscode.l10n.t("locked")
    : isOpen
      ? vscode.l10n.t("locked by the first job")
      : vscode.l10n.t("not locked any more");
  treeItem.iconPath = new vscode.ThemeIcon(isLocked ? "lock" : "table");
  treeItem.accessibilityInformation = { label: vscode.l10n.t("Table {0}, {1}", name, treeItem.description) };
  return treeItem;
}

function job(item: TransactionItem & { readonly jobId: string }, watched: WatchedTransaction): vscode.TreeItem {
  const { stored, followed } = watched;
  const status = followed.jobs.get(item.jobId);
  const known = stored.jobs.find(({ jobId }) => jobId === item.jobId);
  const name = known?.label ?? vscode.l10n.t("Job {0}", item.jobId.slice(0, 8));
  const message = status?.tenants?.find((tenant) => tenant.message && jobPhaseOf(tenant.status) === "failed")?.message;
  const details = [jobStatusText(status), jobCountText(status), message].filter((part) => part);
  const treeItem = new vscode.TreeItem(name, None);
  treeItem.description = details.join(" · ");
  treeItem.iconPath = jobIcons[jobPhaseOf(status?.status)];
  const isRerun = known?.request !== undefined && status !== undefined && failedTenants(status).length > 0;
  treeItem.contextValue = isRerun ? "transactionJobFailed" : "transactionJob";
  treeItem.command = showPage(item);
  treeItem.accessibilityInformation = { label: [vscode.l10n.t("Job {0}", name), ...details].join(", ") };
  return treeItem;
}

function showPage(item: TransactionItem): vscode.Command {
  return { command: commandIds.showTransaction, title: vscode.l10n.t("Show Transaction"), arguments: [item] };
}
