import { isCount, isRecord } from "../base/guards.ts";
import type { Cell, ColumnKind, ResultColumn } from "./data-worker.ts";

/** The first rows of a result as a notebook's file keeps them, with what it was. */
export interface SavedResult {
  /** Of the result on the machine where it ran, which may still have all of its rows. */
  readonly resultId: string;
  readonly title: string;
  readonly query: string;
  readonly connection: string;
  readonly tenant?: string | undefined;
  readonly project?: string | undefined;
  /** ISO 8601, in UTC. */
  readonly ranAt: string;
  /** Rows of the whole result, of which `rows` are the first. */
  readonly rowCount: number;
  readonly columns: readonly ResultColumn[];
  /** Exact texts, null where a value is missing. */
  readonly rows: readonly (readonly Cell[])[];
}

const kinds: readonly ColumnKind[] = ["text", "number", "date", "boolean"];

export function isSavedResult(value: unknown): value is SavedResult {
  return (
    isRecord(value) &&
    [value["resultId"], value["title"], value["query"], value["connection"], value["ranAt"]].every(isText) &&
    isTextOrNone(value["tenant"]) &&
    isTextOrNone(value["project"]) &&
    isCount(value["rowCount"]) &&
    Array.isArray(value["columns"]) &&
    value["columns"].every(isColumn) &&
    Array.isArray(value["rows"]) &&
    areRows(value["rows"], value["columns"].length)
  );
}

function areRows(rows: readonly unknown[], width: number): boolean {
  return rows.every(
    (row) => Array.isArray(row) && row.length === width && row.every((cell) => cell === null || isText(cell)),
  );
}

function isColumn(value: unknown): boolean {
  return isRecord(value) && isText(value["name"]) && kinds.some((kind) => kind === value["kind"]);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isTextOrNone(value: unknown): boolean {
  return value === undefined || isText(value);
}
