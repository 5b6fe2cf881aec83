import * as vscode from "vscode";
import { escapeMarkdownLine } from "../languages/core/text/markdown.ts";
import type { CommandId } from "./contributions.ts";
import type { BranchItem } from "./tenant-branch.ts";

/** Appearance of a branch's entry in the explorer tree. */
export interface ShownEntry<Action extends string> {
  readonly label: string;
  readonly icon: vscode.ThemeIcon;
  readonly description?: string | undefined;
  readonly isExpandable?: boolean;
  /** First word of the item's context value. The actions that are offered follow it. */
  readonly context: string;
  readonly actions?: readonly Action[];
  /** Facts of the tooltip: names and values. A fact without a value is left out. */
  readonly facts?: readonly (readonly [name: string, value: string | undefined])[];
  readonly note?: string;
  /** Command of a click, which gets the item. */
  readonly command?: { readonly id: CommandId; readonly title: string };
}

/** Creates the tree item of an entry. */
export function entryTreeItem<Action extends string>(
  item: BranchItem,
  shown: ShownEntry<Action>,
  isOffered: (action: Action) => boolean,
): vscode.TreeItem {
  const { Collapsed, None } = vscode.TreeItemCollapsibleState;
  const treeItem = new vscode.TreeItem(shown.label, shown.isExpandable ? Collapsed : None);
  treeItem.iconPath = shown.icon;
  treeItem.description = shown.description ?? "";
  treeItem.contextValue = [shown.context, ...(shown.actions ?? []).filter(isOffered)].join(" ");
  const facts = (shown.facts ?? []).filter(([, value]) => value !== undefined && value !== "");
  if (facts.length > 0) {
    treeItem.tooltip = tooltip(shown.label, facts, shown.note);
  }
  if (shown.command) {
    treeItem.command = { command: shown.command.id, title: shown.command.title, arguments: [item] };
  }
  treeItem.accessibilityInformation = { label: [shown.label, shown.description].filter(Boolean).join(", ") };
  return treeItem;
}

/** Creates the item of a group without entries, whose click begins what would give it one. */
export function emptyTreeItem(item: BranchItem, context: string, label: string, command: CommandId): vscode.TreeItem {
  const treeItem = new vscode.TreeItem(label, vscode.TreeItemCollapsibleState.None);
  treeItem.iconPath = icon("info");
  treeItem.contextValue = context;
  treeItem.command = { command, title: label, arguments: [item] };
  return treeItem;
}

export function icon(name: string, color?: string): vscode.ThemeIcon {
  return color === undefined ? new vscode.ThemeIcon(name) : new vscode.ThemeIcon(name, new vscode.ThemeColor(color));
}

function tooltip(
  title: string,
  facts: readonly (readonly [name: string, value: string | undefined])[],
  note: string | undefined,
): vscode.MarkdownString {
  const text = new vscode.MarkdownString().appendMarkdown(`**${escapeMarkdownLine(title)}**\n\n`);
  for (const [name, value = ""] of facts) {
    text.appendMarkdown(`${escapeMarkdownLine(name)}: ${escapeMarkdownLine(value)}  \n`);
  }
  return note === undefined ? text : text.appendMarkdown(`\n\n${escapeMarkdownLine(note)}`);
}

/** Formats an instant in the language of the editor. Returns a text that is no instant unchanged. */
export function timeText(instant: string | undefined): string | undefined {
  const atMs = Date.parse(instant ?? "");
  return Number.isNaN(atMs)
    ? instant
    : new Date(atMs).toLocaleString(vscode.env.language, { dateStyle: "medium", timeStyle: "medium" });
}

/** Formats the day of an instant, in UTC, in the language of the editor. Returns a text that is no instant unchanged. */
export function dateText(instant: string | undefined): string | undefined {
  const atMs = Date.parse(instant ?? "");
  return Number.isNaN(atMs)
    ? instant
    : new Date(atMs).toLocaleDateString(vscode.env.language, { dateStyle: "medium", timeZone: "UTC" });
}
