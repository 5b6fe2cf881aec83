import type { TableEntry } from "./table-model.ts";

/** URI scheme of read-only documents that show a table source; the path is `/<objectName>.json`. */
export const tableDocumentScheme = "workforce-table-source";

/** URI of the document that shows a table source. */
export function tableDocumentUri(objectName: string): string {
  return `${tableDocumentScheme}:/${encodeURIComponent(objectName)}.json`;
}

/** Text of the document that shows a table source, one column per line. */
export function printTableDocument({ columns, ...table }: TableEntry): string {
  const entries = Object.entries(table).map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)},`);
  const lines = columns.map((column, index) => `    ${printColumn(column)}${index < columns.length - 1 ? "," : ""}`);
  return ["{", ...entries, '  "columns": [', ...lines, "  ]", "}", ""].join("\n");
}

/** Line of a column in that document, counted from 0; the first line for no column. */
export function tableDocumentLine({ columns, ...table }: TableEntry, column: string | undefined): number {
  const folded = column?.toLowerCase();
  const index = columns.findIndex(({ name }) => name.toLowerCase() === folded);
  return index < 0 ? 0 : 2 + Object.keys(table).length + index;
}

function printColumn(column: TableEntry["columns"][number]): string {
  const pairs = Object.entries(column).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  return `{ ${pairs.join(", ")} }`;
}

/** URI scheme of documents that show a table source's definition at a service; the path ends like a file name. */
export const definitionScheme = "workforce-tablesource";
