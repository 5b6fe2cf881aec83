import * as vscode from "vscode";
import type { TableMetadata } from "../../contract/table-source-schemas.ts";
import { countText } from "../../host/amounts.ts";
import { escapeLine, escapeMarkdown } from "../../languages/core/text/markdown.ts";
import type { Column, ExplorerItem } from "./explorer-item.ts";

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
