import * as vscode from "vscode";
import type { ExplorerItem } from "./explorer-item.ts";

type Fact = readonly [name: string, value: string | undefined];

/** What an entry says when the pointer rests on it; made when it is asked for. `undefined` leaves the tree's own. */
export function tooltipOf(item: ExplorerItem): vscode.MarkdownString | undefined {
  switch (item.kind) {
    case "tableSource": {
      const { objectName = "", basicInformation, columns = [], materializedView } = item.table;
      const timestamps = columns.filter(({ isPrimaryTimestamp }) => isPrimaryTimestamp).map(({ name = "" }) => name);
      return tooltip(objectName, basicInformation?.description, [
        [vscode.l10n.t("Display name"), basicInformation?.displayName],
        [vscode.l10n.t("Columns"), String(columns.length)],
        [vscode.l10n.t("Primary timestamp"), timestamps.join(", ")],
        [vscode.l10n.t("Kind"), materializedView?.enabled ? vscode.l10n.t("materialized view") : undefined],
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

/** Texts of the service are appended as text: a description is not ours, and must not become a link or an image. */
function tooltip(title: string, description: string | undefined, facts: readonly Fact[]): vscode.MarkdownString {
  const text = new vscode.MarkdownString().appendMarkdown("**").appendText(title).appendMarkdown("**");
  if (description) {
    text.appendMarkdown("\n\n").appendText(description);
  }
  const said = facts.filter(([, value]) => value);
  if (said.length > 0) {
    text.appendMarkdown("\n\n");
  }
  for (const [name, value = ""] of said) {
    text.appendMarkdown(`${name}: `).appendText(value).appendMarkdown("  \n");
  }
  return text;
}
