import { formatCsvField } from "../../base/csv-rows.ts";
import { neutraliseFormulas } from "../../base/spreadsheet-text.ts";
import { makeNamesUnique } from "../../base/unique-names.ts";
import { type Connection, quoteText } from "../../duckdb/database.ts";
import type { Cell, CopyRequest, RowRange } from "../../protocol/data-worker.ts";
import { escapeMarkdownField, quoteTabField } from "../model/cell-text.ts";
import { buildShownTextSql, type StoredColumn } from "../model/column-storage.ts";
import { ResultError } from "../model/result-error.ts";
import type { OpenResult } from "../store/result-store.ts";
import { checkInteger, columnsAt, createOrderedRows } from "./result-rows.ts";

/** Maximum characters of a copy; larger amounts are for an export. */
const maxCopyLength = 50 * 1024 * 1024;
const rowsPerBatch = 2000;

/** Formats the cells of a range as text for the clipboard. Values are not truncated. Throws `tooLarge`. */
export async function formatCopyText(
  connection: Connection,
  result: OpenResult,
  request: CopyRequest,
  signal: AbortSignal,
): Promise<string> {
  const columns = columnsAt(result, request.columns).map(({ column }) => column);
  const hasRows = result.metadata.rowCount > 0 && request.format !== "headers";
  const rows = hasRows ? await readRows(connection, result, request, signal) : [];
  const text = formatted(request, columns, rows);
  checkSize(text.length);
  return text;
}

function formatted(
  { format, neutralisesFormulas }: CopyRequest,
  columns: readonly StoredColumn[],
  rows: readonly (readonly Cell[])[],
): string {
  const names = columns.map(({ name }) => name);
  const field = (cell: Cell) => (neutralisesFormulas ? neutraliseFormulas(cell ?? "") : (cell ?? ""));
  switch (format) {
    case "cells":
      return tabbed(rows);
    case "cellsWithHeaders":
      return tabbed([names, ...rows]);
    case "headers":
      return tabbed([names]);
    case "csv":
      return [names, ...rows].map((row) => `${row.map((cell) => formatCsvField(field(cell))).join(",")}\r\n`).join("");
    case "tsv":
      return [names, ...rows].map((row) => `${row.map((cell) => quoteTabField(field(cell))).join("\t")}\n`).join("");
    case "json":
      return jsonText(columns, rows);
    case "markdown":
      return markdownText(names, rows);
    case "sqlIn":
      return sqlIn(columns, rows);
    case "sqlValues":
      return sqlValues(columns, rows);
  }
}

function checkSize(size: number): void {
  if (size > maxCopyLength) {
    throw new ResultError(
      "Copying: the selection is larger than the limit of 50 MB. Select less, or export the result to a file.",
      { code: "tooLarge" },
    );
  }
}

async function readRows(
  connection: Connection,
  result: OpenResult,
  range: RowRange,
  signal: AbortSignal,
): Promise<Cell[][]> {
  const columns = columnsAt(result, range.columns);
  const ordered = await createOrderedRows(connection, result, range.view, signal);
  const end = Math.min(checkInteger(range.first) + checkInteger(range.count), ordered.rowCount);
  const values = columns.map(
    ({ column, position }, index) => `${buildShownTextSql(column, position, "t")} AS v${index}`,
  );
  const rows: Cell[][] = [];
  let size = 0;
  for (let first = range.first; first < end; first += rowsPerBatch) {
    const from = ordered.from(first, Math.min(rowsPerBatch, end - first));
    for (const row of await connection.rows(`SELECT ${values.join(", ")} FROM ${from} ORDER BY t.p`, [], signal)) {
      const cells = columns.map((_, index): Cell => {
        const value = row[`v${index}`];
        return typeof value === "string" ? value : null;
      });
      size += cells.reduce((sum, cell) => sum + (cell?.length ?? 0) + 1, 0);
      rows.push(cells);
    }
    checkSize(size);
  }
  return rows;
}

/** Formats tab-separated text; a single cell is copied without quotes. */
function tabbed(rows: readonly (readonly Cell[])[]): string {
  const [first] = rows;
  if (rows.length === 1 && first?.length === 1) {
    return first[0] ?? "";
  }
  return rows.map((row) => row.map((cell) => quoteTabField(cell ?? "")).join("\t")).join("\n");
}

/** Formats a JSON array of objects. Numbers of numeric columns are written digit for digit, other values as strings. */
function jsonText(columns: readonly StoredColumn[], rows: readonly (readonly Cell[])[]): string {
  const names = makeNamesUnique(columns.map(({ name }) => name));
  const objects = rows.map((row) => {
    const members = row.map((cell, index) => {
      const isNumber = columns[index]?.kind === "number" && cell !== null && isPlainNumber(cell);
      return `${JSON.stringify(names[index] ?? "")}: ${isNumber ? cell : JSON.stringify(cell)}`;
    });
    return `  { ${members.join(", ")} }`;
  });
  return objects.length === 0 ? "[]" : `[\n${objects.join(",\n")}\n]`;
}

function markdownText(names: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const line = (cells: readonly Cell[]) => `| ${cells.map((cell) => escapeMarkdownField(cell ?? "")).join(" | ")} |\n`;
  return [line(names), line(names.map(() => "---")), ...rows.map(line)].join("");
}

type Row = readonly Cell[];

/** Whether a text is a number as JSON and SQL write it. */
function isPlainNumber(text: string): boolean {
  return /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text);
}

/**
 * Formats `IN (...)` with each distinct value, or each distinct row of several columns. Omits missing values of a
 * single column, because NULL equals nothing.
 */
function sqlIn(columns: readonly StoredColumn[], rows: readonly Row[]): string {
  const isSingle = columns.length === 1;
  const given = isSingle ? rows.filter(([cell]) => cell !== null) : rows;
  const items = new Set(given.map((row) => (isSingle ? literals(columns, row) : `(${literals(columns, row)})`)));
  // `IN ()` is not valid SQL.
  return `IN (${items.size === 0 ? "NULL" : [...items].join(", ")})`;
}

function sqlValues(columns: readonly StoredColumn[], rows: readonly Row[]): string {
  return `VALUES\n${rows.map((row) => `  (${literals(columns, row)})`).join(",\n")}`;
}

function literals(columns: readonly StoredColumn[], row: Row): string {
  return row.map((cell, index) => literal(cell, columns[index])).join(", ");
}

/** Formats a SQL literal. Numbers of numeric columns are written digit for digit. */
function literal(cell: Cell, column: StoredColumn | undefined): string {
  if (cell === null) {
    return "NULL";
  }
  return column?.kind === "number" && isPlainNumber(cell) ? cell : quoteText(cell);
}
