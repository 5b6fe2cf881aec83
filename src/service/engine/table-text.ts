import { csvField } from "../../base/csv-rows.ts";
import type { TextRow, TextTable } from "./aggregate-table.ts";

/** Text format of a table. */
export type TableFormat = "json" | "jsonlines" | "csv";

/**
 * Table as the bytes of a body, block by block (sql-like-language 11.1). Empty cells of JSON and CSV are empty text.
 */
export async function* writeTable({ names, blocks }: TextTable, format: TableFormat): AsyncGenerator<Uint8Array> {
  let isFirst = true;
  let hasHead = false;
  for await (const block of blocks) {
    // The head is sent with the first rows, so that earlier failures can still be answered as errors.
    let text = hasHead ? "" : tableHead(names, format);
    hasHead = true;
    for (const row of block) {
      text += format === "json" && !isFirst ? `,${rowText(row, format)}` : rowText(row, format);
      isFirst = false;
    }
    yield Buffer.from(text);
  }
  yield Buffer.from((hasHead ? "" : tableHead(names, format)) + tableTail(format));
}

/** Text before the rows; `names` is empty when the header is left out. */
export function tableHead(names: readonly string[], format: TableFormat): string {
  switch (format) {
    case "json":
      return `{"header":${JSON.stringify(keyed(names))},"rows":[`;
    case "jsonlines":
      return names.length > 0 ? `${JSON.stringify(names)}\n` : "";
    case "csv":
      return names.length > 0 ? `${names.map(csvField).join(",")}\r\n` : "";
  }
}

export function tableTail(format: TableFormat): string {
  return format === "json" ? "]}" : "";
}

function rowText(row: TextRow, format: TableFormat): string {
  switch (format) {
    case "json":
      return JSON.stringify(keyed(row.map((value) => value ?? "")));
    case "jsonlines":
      return `${JSON.stringify(row)}\n`;
    case "csv":
      return `${row.map((value) => csvField(value ?? "")).join(",")}\r\n`;
  }
}

/** Object whose keys are column positions as decimal text, counted from 0. */
function keyed(values: readonly string[]): Record<string, string> {
  return Object.fromEntries(values.map((value, index) => [String(index), value]));
}
