import { assertNever } from "../../../base/assert-never.ts";
import type { TableEntry } from "../../core/model/table-model.ts";
import { code, codeBlock, escapeLine, escapeMarkdown, paragraphs, tableCell } from "../../core/text/markdown.ts";
import type { Span } from "../../core/text/span.ts";
import type { Column } from "../names/column.ts";
import { sourceName } from "../names/names.ts";
import type { TableSqlOptions } from "../names/options.ts";
import { type Found, findAt } from "./find-at.ts";

export interface Hover extends Span {
  readonly markdown: string;
}

/** What the name under the pointer means: a table with its columns, a column, a function. */
export async function hover(text: string, offset: number, options: TableSqlOptions): Promise<Hover | undefined> {
  const found = await findAt(text, offset, options);
  return found && { markdown: describe(found), start: found.start, end: found.end };
}

function describe(found: Found): string {
  switch (found.kind) {
    case "table":
      return describeTable(found.table);
    case "view":
      return paragraphs(
        `**${escapeLine(found.view.name)}** — a view of this text only`,
        columnTable(found.view.columns),
      );
    case "cte":
      return paragraphs(
        `**${escapeLine(found.cte.name.text)}** — a query of this statement`,
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

function describeColumn({ column, source, table }: Extract<Found, { kind: "column" }>): string {
  const { name, type, isPrimaryTimestamp, origins } = column;
  const facts = [type && escapeLine(type), isPrimaryTimestamp ? "primary timestamp" : undefined]
    .filter(Boolean)
    .join(", ");
  const from = origins.map((origin) => code(`${origin.table}.${origin.column}`)).join(", ");
  return paragraphs(
    `**${escapeLine(name)}**${facts && ` — ${facts}`}`,
    from ? `From ${from}` : `Of ${code(sourceName(source) ?? "a query")}`,
    table?.displayName && escapeLine(table.displayName),
  );
}

const mostColumns = 60;

function columnTable(columns: readonly Pick<Column, "name" | "type" | "isPrimaryTimestamp">[] | undefined): string {
  if (!columns) {
    return "Its columns are not known.";
  }
  const rows = columns
    .slice(0, mostColumns)
    .map(
      ({ name, type, isPrimaryTimestamp }) =>
        `| ${tableCell(code(name))} | ${tableCell(escapeLine(type ?? ""))}${isPrimaryTimestamp ? ", primary timestamp" : ""} |`,
    );
  const more = columns.length > mostColumns ? [`| and ${columns.length - mostColumns} more | |`] : [];
  return ["| Column | Type |", "|---|---|", ...rows, ...more].join("\n");
}
