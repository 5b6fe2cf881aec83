import type { Cell, Row, Table } from "../evaluator/table.ts";
import { readCsv } from "./read-csv.ts";

export const formats = ["application/json", "application/jsonlines", "text/csv"] as const;
export type Format = (typeof formats)[number];

type ReadTable = Pick<Table, "header" | "rows">;

/** Reads a table in one of its forms (sql-like-language 11.1). `hasHeader` matters to the flat forms alone. */
export function readAnswer(body: string, format: Format, hasHeader: boolean): ReadTable {
  switch (format) {
    case "application/json":
      return readJson(body);
    case "application/jsonlines":
      return headed(readJsonLines(body), hasHeader);
    case "text/csv":
      return headed(readCsv(body), hasHeader);
  }
}

/** What a form can say of an answer: only JSON Lines knows a missing value from an empty text. */
export function inFormat(table: Table, format: Format): Table {
  return format === "application/jsonlines"
    ? table
    : { ...table, rows: table.rows.map((row) => row.map((cell) => cell ?? "")) };
}

function headed(rows: readonly Row[], hasHeader: boolean): ReadTable {
  const [first, ...others] = rows;
  return hasHeader ? { header: first?.map(String), rows: others } : { header: undefined, rows };
}

function readJson(body: string): ReadTable {
  const answer: unknown = JSON.parse(body);
  if (!isRecord(answer) || !isRecord(answer.header) || !Array.isArray(answer.rows)) {
    throw new Error("Reading an answer: it is not a header with rows.");
  }
  const header = inOrder(answer.header);
  return { header: header.length === 0 ? undefined : header, rows: answer.rows.map(inOrder) };
}

/** Keys are positions as decimal text, from 0; values are texts. */
function inOrder(row: unknown): readonly string[] {
  const entries = isRecord(row) ? Object.entries(row) : [];
  return entries.map((_, index) => {
    const value = entries.find(([key]) => key === String(index))?.[1];
    if (typeof value !== "string") {
      throw new Error(`Reading an answer: a row has no text at position ${index}.`);
    }
    return value;
  });
}

function readJsonLines(body: string): readonly Row[] {
  return body
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const row: unknown = JSON.parse(line);
      if (!Array.isArray(row)) {
        throw new Error("Reading an answer: a line is not an array.");
      }
      return row.map((cell: unknown): Cell => (cell === null ? null : String(cell)));
    });
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
