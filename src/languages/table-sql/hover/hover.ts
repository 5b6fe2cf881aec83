import { assertNever } from "../../../base/assert-never.ts";
import type { TableEntry } from "../../core/model/table-model.ts";
import { code, codeBlock, escapeLine, escapeMarkdown, paragraphs, tableCell } from "../../core/text/markdown.ts";
import type { Span } from "../../core/text/span.ts";
import type { Column } from "../names/column.ts";
import { sourceName } from "../names/name-resolver.ts";
import type { TableSqlOptions } from "../names/options.ts";
import { type FoundName, findNameAt } from "./find-name-at.ts";

export interface Hover extends Span {
  readonly markdown: string;
}

/**
 * Returns the hover for the SQL name at an offset as Markdown. Describes a table with its columns, a column or a
 * function.
 */
export async function hover(text: string, offset: number, options: TableSqlOptions): Promise<Hover | undefined> {
  const found = await findNameAt(text, offset, options);
  return found && { markdown: describe(found), start: found.start, end: found.end };
}

function describe(found: FoundName): string {
  switch (found.kind) {
    case "table":
      return describeTable(found.table);
    case "view":
      return paragraphs(
        `**${escapeLine(found.view.name)}** — a view available only in this text`,
        columnTable(found.view.columns),
      );
    case "cte":
      return paragraphs(
        `**${escapeLine(found.cte.name.text)}** — a common table expression of this statement`,
        columnTable(found.columns),
      );
    case "source":
      return paragraphs(
        `**${escapeLine(sourceName(found.source) ?? "")}** — rows of this statement`,
        columnTable(found.columns),
      );
    case "column":
      return describeColumn(found);
    case "function":
      return `${codeBlock(found.found.signature, "sql")}\n\n${found.found.summary}`;
    default:
      return assertNever(found);
  }
}

function describeTable({ objectName, displayName, description, isMaterializedView, columns }: TableEntry): string {
  const timestamp = columns.find(({ isPrimaryTimestamp }) => isPrimaryTimestamp);
  const kind = isMaterializedView ? "materialized view" : "table source";
  return paragraphs(
    `**${escapeLine(objectName)}** — ${[displayName && escapeLine(displayName), kind].filter(Boolean).join(", ")}`,
    description && escapeMarkdown(description),
    timestamp ? `Primary timestamp: ${code(timestamp.name)}` : "No primary timestamp",
    columnTable(columns),
  );
}

function describeColumn({ column, source, table }: Extract<FoundName, { kind: "column" }>): string {
  const { name, type, isPrimaryTimestamp, origins } = column;
  const details = [type && escapeLine(type), isPrimaryTimestamp ? "primary timestamp" : undefined]
    .filter(Boolean)
    .join(", ");
  const from = origins.map((origin) => code(`${origin.table}.${origin.column}`)).join(", ");
  return paragraphs(
    `**${escapeLine(name)}**${details && ` — ${details}`}`,
    from ? `From ${from}` : `In ${code(sourceName(source) ?? "a query")}`,
    table?.displayName && escapeLine(table.displayName),
  );
}

const maxColumns = 60;

function columnTable(columns: readonly Pick<Column, "name" | "type" | "isPrimaryTimestamp">[] | undefined): string {
  if (!columns) {
    return "The columns are not known.";
  }
  const rows = columns
    .slice(0, maxColumns)
    .map(
      ({ name, type, isPrimaryTimestamp }) =>
        `| ${tableCell(code(name))} | ${tableCell(escapeLine(type ?? ""))}${isPrimaryTimestamp ? ", primary timestamp" : ""} |`,
    );
  const more = columns.length > maxColumns ? [`| and ${columns.length - maxColumns} more | |`] : [];
  return ["| Column | Type |", "|---|---|", ...rows, ...more].join("\n");
}
