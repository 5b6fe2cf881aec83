import type { TableColumn, TableEntry } from "../model/table-model.ts";
import { code, escapeLine } from "../text/markdown.ts";

/** Returns Markdown for a table source: a line with its names and description, then a list of its columns. */
export function describeTable({ objectName, displayName = "", description = "", columns }: TableEntry): string {
  const title = [`**${escapeLine(objectName)}** — table source`, escapeLine(displayName), escapeLine(description)];
  return title.filter(Boolean).join(" · ") + listColumns(columns);
}

/** Returns a Markdown paragraph that lists columns with their data types. Empty when the columns are unknown. */
export function listColumns(columns: readonly TableColumn[] | undefined): string {
  return columns && columns.length > 0
    ? `\n\n${columns.map(({ name, type }) => `${code(name)} ${escapeLine(type)}`).join(" · ")}`
    : "";
}
