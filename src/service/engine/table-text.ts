import { formatCsvField } from "../../base/csv-rows.ts";
import type { TextRow, TextTable } from "./aggregate-table.ts";

/** Text format of a table. */
export type TableFormat = "json" | "jsonlines" | "csv";

/**
 * Format of the rows of a table: one of the above, or `copy`, which is CSV as databases copy it, without a header. In it a
 * missing value is an empty field and an empty text is `""`.
 */
export type RowFormat = TableFormat | "copy";

/** Fields of the format `copy` that need quotes. A line that is `\.` would end the rows for PostgreSQL. */
export const quotedInCopy = '^$|^\\\\\\.$|[",\\r\\n]';

/**
 * Yields a table as bytes in the given format, block by block (sql-like-language 11.1). In JSON and CSV, empty cells
 * are empty texts.
 */
export async function* writeTextTable({ names, blocks }: TextTable, format: RowFormat): AsyncGenerator<Uint8Array> {
  let isFirst = true;
  let hasHead = false;
  for await (const block of blocks) {
    // The head is sent with the first rows, so that earlier failures can still be answered as errors.
    let text = hasHead ? "" : formatTableHead(names, format);
    hasHead = true;
    for (const row of block) {
      text += format === "json" && !isFirst ? `,${rowText(row, format)}` : rowText(row, format);
      isFirst = false;
    }
    yield Buffer.from(text);
  }
  yield Buffer.from((hasHead ? "" : formatTableHead(names, format)) + formatTableTail(format));
}

/** Formats the text before the rows of a table. `names` is empty for a table without a header. */
export function formatTableHead(names: readonly string[], format: RowFormat): string {
  switch (format) {
    case "json":
      return `{"header":${JSON.stringify(keyed(names))},"rows":[`;
    case "jsonlines":
      return names.length > 0 ? `${JSON.stringify(names)}\n` : "";
    case "csv":
      return names.length > 0 ? `${names.map(formatCsvField).join(",")}\r\n` : "";
    case "copy":
      return "";
  }
}

/** Formats the text after the rows of a table. */
export function formatTableTail(format: RowFormat): string {
  return format === "json" ? "]}" : "";
}

function rowText(row: TextRow, format: RowFormat): string {
  switch (format) {
    case "json":
      return JSON.stringify(keyed(row.map((value) => value ?? "")));
    case "jsonlines":
      return `${JSON.stringify(row)}\n`;
    case "csv":
      return `${row.map((value) => formatCsvField(value ?? "")).join(",")}\r\n`;
    case "copy":
      return `${row.map(formatCopyField).join(",")}\n`;
  }
}

/** Object whose keys are column positions as decimal text, counted from 0. */
function keyed(values: readonly string[]): Record<string, string> {
  return Object.fromEntries(values.map((value, index) => [String(index), value]));
}

function formatCopyField(value: string | null): string {
  return value !== null && new RegExp(quotedInCopy).test(value) ? `"${value.replaceAll('"', '""')}"` : (value ?? "");
}
