import type { Additivity } from "../base/additivity.ts";
import { isRecord } from "../base/guards.ts";
import type { SmallGroupGuard } from "../base/small-group.ts";
import type { RowView } from "./row-view.ts";

/** Type of a column's values: given by the model, or inferred by reading every value. */
export type ColumnKind = "text" | "number" | "date" | "boolean";

export interface ResultColumn {
  readonly name: string;
  readonly kind: ColumnKind;
  /** How the values may be added up; only for metrics. */
  readonly additivity?: Additivity;
  /** Whether the column marks which cells beside it come from small groups. Such a column is not a dimension. */
  readonly isSmallGroupMark?: boolean;
  /** Two-line header of the column in a pivot; elsewhere the name is shown. */
  readonly head?: ColumnHead;
}

export interface ColumnHead {
  /**
   * First line, shown once over all adjacent columns with the same text. Absent over a column of members if the metrics
   * name the members.
   */
  readonly over?: string;
  readonly text: string;
  /** Metric of a column of values; columns with the same metric have the same number format. */
  readonly metric?: string;
  /** Whether the column has the totals of the others. */
  readonly isTotal?: boolean;
}

/** State of a result. `partial` and `failed` results keep the rows received so far. */
export type ResultState = "loading" | "done" | "partial" | "failed" | "cancelled";

/**
 * Formats of a result body. JSON Lines: a line of column names, then a line of values for each row; table: one
 * `{"header", "rows"}` (sql-like-language, 11.1); JSON: a cell set (service-api, "Query") or a list, either at the top
 * level or as the only list of an object; Parquet: a file for each part; CSV file: a file of the user with a header, whose
 * separator may be another one.
 */
export const bodyFormats = ["jsonLines", "jsonTable", "csv", "csvWithoutHeader", "csvFile", "json", "parquet"] as const;

export type BodyFormat = (typeof bodyFormats)[number];

/** All metadata of a result, without its rows. */
export interface ResultSummary {
  readonly resultId: string;
  /** Empty until the header was received. */
  readonly columns: readonly ResultColumn[];
  /** Number of rows that can be read so far. */
  readonly rowCount: number;
  /** Size of the body received so far, in bytes. */
  readonly byteCount: number;
  readonly state: ResultState;
  /** Explains to the user why the result is incomplete. */
  readonly message: string | undefined;
  /** Label that the host passed to `open`, for example the origin of the result. */
  readonly label: string;
  readonly isPinned?: boolean;
  /** In the result of a comparison, the number of rows that are equal in both results. */
  readonly sameCount?: number;
  /** How small groups were treated; undefined if group sizes are unknown. */
  readonly smallGroups?: SmallGroupGuard;
}

/** A rectangle of cells in a view of a result; `columns` are positions in the result, in display order. */
export interface RowRange {
  readonly first: number;
  readonly count: number;
  readonly columns: readonly number[];
  readonly view: RowView;
}

/** Position of a row in a tree of members. */
export interface TreeNode {
  /** 1 for the outermost level, 0 for the grand total. */
  readonly level: number;
  /** Id of the member if it can be expanded, else undefined. */
  readonly id?: string;
  readonly isOpen?: boolean;
}

/** Exact text of a cell, or null if the value is missing. */
export type Cell = string | null;

export interface RowBlock {
  readonly first: number;
  readonly rows: readonly (readonly Cell[])[];
  /** Number of rows in the view. */
  readonly rowCount: number;
  /** Truncated cells as `row:column`, zero-based within the block; the request `cell` returns the complete value. */
  readonly cut: readonly string[];
  /** One node for each row, if the rows are a tree. */
  readonly tree?: readonly TreeNode[];
  /** Rows that are totals of others, zero-based within the block, unless the rows are a tree. */
  readonly totals?: readonly number[];
  /** Cells, as `row:column`, that come from a small group or were computed from such cells. */
  readonly small?: { readonly guard: SmallGroupGuard; readonly cells: readonly string[] };
}

export const maximumWindowRows = 500;
/** Maximum length of a cell in a window of rows, in characters; longer text is truncated. */
export const maximumCellLength = 300;

/**
 * Clipboard formats. `cells` is plain tab-separated text; `tsv` has headers and may neutralise formulas; `sqlIn` and
 * `sqlValues` are fragments of SQL.
 */
export const copyFormats = [
  "cells",
  "cellsWithHeaders",
  "headers",
  "csv",
  "tsv",
  "json",
  "markdown",
  "sqlIn",
  "sqlValues",
] as const;

export type CopyFormat = (typeof copyFormats)[number];

export interface CopyRequest extends RowRange {
  readonly format: CopyFormat;
  /** Whether CSV and TSV put an apostrophe before text that a spreadsheet would run as a formula. */
  readonly neutralisesFormulas: boolean;
}

/** Whether a message has a non-empty `resultId`. */
export function hasResultId(value: unknown): value is Record<string, unknown> & { resultId: string } {
  return isRecord(value) && typeof value["resultId"] === "string" && value["resultId"] !== "";
}
