import type { TableColumn, TableEntry } from "../model/table-model.ts";
import { code, escapeLine } from "../text/markdown.ts";

/** A table source in a line of Markdown, and its columns. */
export function describeTable({ objectName, displayName = "", description = "", columns }: TableEntry): string {
  const title = [`**${escapeLine(objectName)}** — table source`, escapeLine(displayName), escapeLine(description)];
  return title.filter(Boolean).join(" · ") + listColumns(columns);
}

/** Columns with their types as a paragraph; nothing when they are not known. */
export function listColumns(columns: readonly TableColumn[] | undefined): string {
  return columns && columns.length > 0
    ? `\n\n${columns.map(({ name, type }) => `${code(name)} ${escapeLine(type)}`).join(" · ")}`
    : "";
}
