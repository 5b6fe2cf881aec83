import { isAdditivity } from "../base/additivity.ts";
import { isCount, isRecord } from "../base/guards.ts";
import type { Cell, ColumnKind, ResultColumn } from "./data-worker.ts";

/** First rows and origin of a result, as stored in a notebook file. */
export interface SavedResult {
  /** Id of the result on the machine where it ran, which may still have all rows. */
  readonly resultId: string;
  readonly title: string;
  readonly query: string;
  readonly connection: string;
  readonly tenant?: string | undefined;
  readonly project?: string | undefined;
  /** Time of the run, ISO 8601 in UTC. */
  readonly ranAt: string;
  /** Number of rows of the complete result, of which `rows` are the first. */
  readonly rowCount: number;
  readonly columns: readonly ResultColumn[];
  /** Exact texts; null if a value is missing. */
  readonly rows: readonly (readonly Cell[])[];
}

const kinds: readonly ColumnKind[] = ["text", "number", "date", "boolean"];

export function isSavedResult(value: unknown): value is SavedResult {
  return (
    isRecord(value) &&
    [value["resultId"], value["title"], value["query"], value["connection"], value["ranAt"]].every(isText) &&
    isOptionalText(value["tenant"]) &&
    isOptionalText(value["project"]) &&
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
  return (
    isRecord(value) &&
    isText(value["name"]) &&
    kinds.some((kind) => kind === value["kind"]) &&
    (value["additivity"] === undefined || isAdditivity(value["additivity"]))
  );
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isOptionalText(value: unknown): boolean {
  return value === undefined || isText(value);
}
