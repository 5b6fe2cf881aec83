import type { TableEntry } from "./table-model.ts";

/** URI scheme of read-only documents that show a table source and its columns. The path is `/<objectName>.json`. */
export const tableDocumentScheme = "workforce-table-source";

/** Returns the URI of the read-only document that shows a table source. */
export function createTableDocumentUri(objectName: string): string {
  return `${tableDocumentScheme}:/${encodeURIComponent(objectName)}.json`;
}

/** Returns the text of the read-only document that shows a table source, with one column per line. */
export function formatTableDocument({ columns, ...table }: TableEntry): string {
  const entries = Object.entries(table).map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)},`);
  const lines = columns.map((column, index) => `    ${printColumn(column)}${index < columns.length - 1 ? "," : ""}`);
  return ["{", ...entries, '  "columns": [', ...lines, "  ]", "}", ""].join("\n");
}

/**
 * Returns the zero-based line of a column in the read-only document of a table source. Returns the first line if no
 * column is given.
 */
export function findTableDocumentLine({ columns, ...table }: TableEntry, column: string | undefined): number {
  const folded = column?.toLowerCase();
  const index = columns.findIndex(({ name }) => name.toLowerCase() === folded);
  return index < 0 ? 0 : 2 + Object.keys(table).length + index;
}

function printColumn(column: TableEntry["columns"][number]): string {
  const pairs = Object.entries(column).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  return `{ ${pairs.join(", ")} }`;
}

/**
 * URI scheme of documents that show the definition of a table source as stored by the service. The URI path ends with a
 * file name.
 */
export const tableDefinitionScheme = "workforce-tablesource";
