import type { TableColumn, TableEntry } from "../model/table-model.ts";
import { escapeMarkdownLine, formatInlineCode } from "../text/markdown.ts";

/** Returns Markdown for a table source: a line with its names and description, then a list of its columns. */
export function describeTableSource({ objectName, displayName = "", description = "", columns }: TableEntry): string {
  const title = [
    `**${escapeMarkdownLine(objectName)}** — table source`,
    escapeMarkdownLine(displayName),
    escapeMarkdownLine(description),
  ];
  return title.filter(Boolean).join(" · ") + describeColumns(columns);
}

/** Returns a Markdown paragraph that lists columns with their data types. Empty when the columns are unknown. */
export function describeColumns(columns: readonly TableColumn[] | undefined): string {
  return columns && columns.length > 0
    ? `\n\n${columns.map(({ name, type }) => `${formatInlineCode(name)} ${escapeMarkdownLine(type)}`).join(" · ")}`
    : "";
}
