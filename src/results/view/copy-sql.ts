import { quoteText } from "../../duckdb/database.ts";
import type { Cell } from "../../protocol/data-worker.ts";
import type { StoredColumn } from "../facts/column-storage.ts";

type Row = readonly Cell[];

/** Whether a text is a number as JSON and SQL write it. */
export function isPlainNumber(text: string): boolean {
  return /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text);
}

/** `IN (...)` with each value once; of several columns, each row. A missing value equals nothing, so that it is left out. */
export function sqlIn(columns: readonly StoredColumn[], rows: readonly Row[]): string {
  const isSingle = columns.length === 1;
  const given = isSingle ? rows.filter(([cell]) => cell !== null) : rows;
  const items = new Set(given.map((row) => (isSingle ? literals(columns, row) : `(${literals(columns, row)})`)));
  // No value at all: `IN ()` is no SQL.
  return `IN (${items.size === 0 ? "NULL" : [...items].join(", ")})`;
}

export function sqlValues(columns: readonly StoredColumn[], rows: readonly Row[]): string {
  return `VALUES\n${rows.map((row) => `  (${literals(columns, row)})`).join(",\n")}`;
}

function literals(columns: readonly StoredColumn[], row: Row): string {
  return row.map((cell, index) => literal(cell, columns[index])).join(", ");
}

/** Numbers of number columns stand there digit for digit. */
function literal(cell: Cell, column: StoredColumn | undefined): string {
  if (cell === null) {
    return "NULL";
  }
  return column?.kind === "number" && isPlainNumber(cell) ? cell : quoteText(cell);
}
