import { assertNever } from "../../base/assert-never.ts";
import type { Span } from "../core/span.ts";
import type { TableEntry } from "../core/table-model.ts";
import type { Column } from "./column.ts";
import { type Found, findAt } from "./find-at.ts";
import { sourceName } from "./names.ts";
import type { TableSqlOptions } from "./options.ts";

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
      return paragraphs([`**${plain(found.view.name)}** — a view of this text only`, columnTable(found.view.columns)]);
    case "cte":
      return paragraphs([`**${plain(found.cte.name.text)}** — a query of this statement`, columnTable(found.columns)]);
    case "source":
      return paragraphs([
        `**${plain(sourceName(found.source) ?? "")}** — rows of this statement`,
        columnTable(found.columns),
      ]);
    case "column":
      return describeColumn(found);
    case "function":
      return `${codeBlock(found.found.signature)}\n\n${found.found.summary}`;
    default:
      return assertNever(found);
  }
}

function describeTable({ objectName, displayName, description, isMaterializedView, columns }: TableEntry): string {
  const timestamp = columns.find(({ isPrimaryTimestamp }) => isPrimaryTimestamp);
  const kind = isMaterializedView ? "materialized view" : "table source";
  return paragraphs([
    `**${plain(objectName)}** — ${[displayName && plain(displayName), kind].filter(Boolean).join(", ")}`,
    description && plain(description),
    timestamp ? `Primary timestamp: ${inlineCode(timestamp.name)}` : "No primary timestamp",
    columnTable(columns),
  ]);
}

function describeColumn({ column, source, table }: Extract<Found, { kind: "column" }>): string {
  const { name, type, isPrimaryTimestamp, origins } = column;
  const facts = [type, isPrimaryTimestamp ? "primary timestamp" : undefined].filter(Boolean).join(", ");
  const from = origins.map((origin) => inlineCode(`${origin.table}.${origin.column}`)).join(", ");
  return paragraphs([
    `**${plain(name)}**${facts && ` — ${facts}`}`,
    from ? `From ${from}` : `Of ${inlineCode(sourceName(source) ?? "a query")}`,
    table?.displayName && plain(table.displayName),
  ]);
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
        `| ${inlineCode(name)} | ${type ?? ""}${isPrimaryTimestamp ? ", primary timestamp" : ""} |`,
    );
  const more = columns.length > mostColumns ? [`| and ${columns.length - mostColumns} more | |`] : [];
  return ["| Column | Type |", "|---|---|", ...rows, ...more].join("\n");
}

function paragraphs(texts: readonly (string | undefined)[]): string {
  return texts.filter((text) => text !== undefined && text !== "").join("\n\n");
}

function codeBlock(text: string): string {
  return `\`\`\`sql\n${text}\n\`\`\``;
}

/** A name in a cell of a table; names may hold anything. */
function inlineCode(text: string): string {
  return `\`${text.replace(/[`|\r\n]/g, " ")}\``;
}

/** Texts of the service are not ours: nothing in them becomes a link, an image or a tag. */
function plain(text: string): string {
  return text.replace(/[\\`*_{}[\]()#+!|<>~-]/g, "\\$&").replace(/\r?\n/g, " ");
}
