import type { TableEntry } from "./table-model.ts";

/** Scheme of read-only documents that show a table source; their path is `/<objectName>.json`. */
export const tableDocumentScheme = "workforce-table-source";

/** The address of the document of a table source. */
export function tableDocumentUri(objectName: string): string {
  return `${tableDocumentScheme}:/${encodeURIComponent(objectName)}.json`;
}

/** What the document of a table source says: one column in each line. */
export function printTableDocument({ columns, ...table }: TableEntry): string {
  const facts = Object.entries(table).map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)},`);
  const lines = columns.map((column, index) => `    ${printColumn(column)}${index < columns.length - 1 ? "," : ""}`);
  return ["{", ...facts, '  "columns": [', ...lines, "  ]", "}", ""].join("\n");
}

/** The line of a column in that document, from 0; the first line for no column. */
export function tableDocumentLine({ columns, ...table }: TableEntry, column: string | undefined): number {
  const folded = column?.toLowerCase();
  const index = columns.findIndex(({ name }) => name.toLowerCase() === folded);
  return index < 0 ? 0 : 2 + Object.keys(table).length + index;
}

function printColumn(column: TableEntry["columns"][number]): string {
  const pairs = Object.entries(column).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  return `{ ${pairs.join(", ")} }`;
}
