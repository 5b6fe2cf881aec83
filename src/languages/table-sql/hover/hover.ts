import { assertNever } from "../../../base/assert-never.ts";
import type { TableEntry } from "../../core/model/table-model.ts";
import {
  escapeMarkdown,
  escapeMarkdownLine,
  escapeTableCell,
  formatCodeBlock,
  formatInlineCode,
  joinParagraphs,
} from "../../core/text/markdown.ts";
import type { Span } from "../../core/text/span.ts";
import type { QueryColumn } from "../names/column.ts";
import { sourceNameOf } from "../names/name-resolver.ts";
import type { TableSqlOptions } from "../names/options.ts";
import { type ResolvedName, resolveNameAt } from "./find-name-at.ts";

export interface SqlHover extends Span {
  readonly markdown: string;
}

/**
 * Returns the hover for the SQL name at an offset as Markdown. Describes a table with its columns, a column or a
 * function.
 */
export async function hoverSqlAt(
  text: string,
  offset: number,
  options: TableSqlOptions,
): Promise<SqlHover | undefined> {
  const found = await resolveNameAt(text, offset, options);
  return found && { markdown: describe(found), start: found.start, end: found.end };
}

function describe(found: ResolvedName): string {
  switch (found.kind) {
    case "table":
      return describeTable(found.table);
    case "view":
      return joinParagraphs(
        `**${escapeMarkdownLine(found.view.name)}** — a view available only in this text`,
        columnTable(found.view.columns),
      );
    case "cte":
      return joinParagraphs(
        `**${escapeMarkdownLine(found.cte.name.text)}** — a common table expression of this statement`,
        columnTable(found.columns),
      );
    case "source":
      return joinParagraphs(
        `**${escapeMarkdownLine(sourceNameOf(found.source) ?? "")}** — rows of this statement`,
        columnTable(found.columns),
      );
    case "column":
      return describeColumn(found);
    case "function":
      return `${formatCodeBlock(found.found.signature, "sql")}\n\n${found.found.summary}`;
    default:
      return assertNever(found);
  }
}

function describeTable({ objectName, displayName, description, isMaterializedView, columns }: TableEntry): string {
  const timestamp = columns.find(({ isPrimaryTimestamp }) => isPrimaryTimestamp);
  const kind = isMaterializedView ? "materialized view" : "table source";
  return joinParagraphs(
    `**${escapeMarkdownLine(objectName)}** — ${[displayName && escapeMarkdownLine(displayName), kind].filter(Boolean).join(", ")}`,
    description && escapeMarkdown(description),
    timestamp ? `Primary timestamp: ${formatInlineCode(timestamp.name)}` : "No primary timestamp",
    columnTable(columns),
  );
}

function describeColumn({ column, source, table }: Extract<ResolvedName, { kind: "column" }>): string {
  const { name, type, isPrimaryTimestamp, origins } = column;
  const details = [type && escapeMarkdownLine(type), isPrimaryTimestamp ? "primary timestamp" : undefined]
    .filter(Boolean)
    .join(", ");
  const from = origins.map((origin) => formatInlineCode(`${origin.table}.${origin.column}`)).join(", ");
  return joinParagraphs(
    `**${escapeMarkdownLine(name)}**${details && ` — ${details}`}`,
    from ? `From ${from}` : `In ${formatInlineCode(sourceNameOf(source) ?? "a query")}`,
    table?.displayName && escapeMarkdownLine(table.displayName),
  );
}

const maxColumns = 60;

function columnTable(
  columns: readonly Pick<QueryColumn, "name" | "type" | "isPrimaryTimestamp">[] | undefined,
): string {
  if (!columns) {
    return "The columns are not known.";
  }
  const rows = columns
    .slice(0, maxColumns)
    .map(
      ({ name, type, isPrimaryTimestamp }) =>
        `| ${escapeTableCell(formatInlineCode(name))} | ${escapeTableCell(escapeMarkdownLine(type ?? ""))}${isPrimaryTimestamp ? ", primary timestamp" : ""} |`,
    );
  const more = columns.length > maxColumns ? [`| and ${columns.length - maxColumns} more | |`] : [];
  return ["| Column | Type |", "|---|---|", ...rows, ...more].join("\n");
}
