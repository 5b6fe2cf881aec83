import type { Additivity } from "../base/additivity.ts";
import { isRecord } from "../base/guards.ts";
import type { MemberNames } from "../base/member-names.ts";
import type { SmallGroupGuard } from "../base/small-group.ts";
import type { RowView } from "./row-view.ts";

/** Type of a result column's values. Given by the analytics model, or inferred by reading every value. */
export type ColumnKind = "text" | "number" | "date" | "boolean";

export interface ResultColumn {
  readonly name: string;
  readonly kind: ColumnKind;
  /** Extent to which the values of a metric's column may be added up. Undefined for other columns. */
  readonly additivity?: Additivity;
  /** Whether the column only marks which cells of neighbouring columns come from small groups of people. */
  readonly isSmallGroupMark?: boolean;
  /** Two-line header of the column in a pivot table. Other tables show the column's name. */
  readonly head?: ColumnHead;
  /** Display names of the members in the column, which the views of the result show. */
  readonly memberNames?: MemberNames;
}

export interface ColumnHead {
  /**
   * First line of a pivot column's header. Adjacent columns with the same text share one cell. Undefined for columns of
   * row members if the metrics already name the members.
   */
  readonly over?: string;
  readonly text: string;
  /** Metric of a pivot column that contains values. Columns with the same metric have the same number format. */
  readonly metric?: string;
  /** Whether the pivot column contains totals of other columns. */
  readonly isTotal?: boolean;
}

/** Loading state of a result. `partial` and `failed` results keep the rows received so far. */
export type ResultState = "loading" | "done" | "partial" | "failed" | "cancelled";

/**
 * Formats of a response body that can be read as a table. `jsonLines` has a line of column names, then one line of
 * values for each row; `jsonTable` is one object with `header` and `rows` (sql-like-language, 11.1). `json` is a cell
 * set (service-api, "Query") or an array, at the top level or as the only array of an object. `csvFile` is a CSV file
 * of the user with a header and any separator.
 */
export const bodyFormats = ["jsonLines", "jsonTable", "csv", "csvWithoutHeader", "csvFile", "json", "parquet"] as const;

export type BodyFormat = (typeof bodyFormats)[number];

/** Metadata of a result, without its rows. */
export interface ResultSummary {
  readonly resultId: string;
  /** Columns of the result. Empty until the header of the response was received. */
  readonly columns: readonly ResultColumn[];
  /** Number of rows received so far that can be read. */
  readonly rowCount: number;
  /** Number of response bytes received so far. */
  readonly byteCount: number;
  readonly state: ResultState;
  /** Message to the user that explains why the result is incomplete. */
  readonly message: string | undefined;
  /** Text that the extension host attached to the result when it was created, such as the origin of the result. */
  readonly label: string;
  readonly isPinned?: boolean;
  /** Whether the result is that of an aggregate query, not of a list. */
  readonly isAggregate?: boolean;
  /** Number of rows that are equal in both compared results. Undefined unless the result is a comparison. */
  readonly sameCount?: number;
  /** Treatment of small groups of people in the result. Undefined if group sizes are unknown. */
  readonly smallGroups?: SmallGroupGuard;
}

/**
 * Rectangular range of cells in the sorted and filtered rows of a result. `columns` are column positions in the result,
 * in display order.
 */
export interface RowRange {
  readonly first: number;
  readonly count: number;
  readonly columns: readonly number[];
  readonly view: RowView;
}

/** Level and expansion state of a row whose table is a tree of members. */
export interface TreeNode {
  /** Level of the row in the tree: 1 for the outermost level, 0 for the grand total. */
  readonly level: number;
  /** Id of the row's member. Undefined if the member cannot be expanded. */
  readonly id?: string;
  readonly isOpen?: boolean;
}

/** Exact text of a table cell, or null if the value is missing. */
export type Cell = string | null;

export interface RowBlock {
  readonly first: number;
  readonly rows: readonly (readonly Cell[])[];
  /** Number of all rows that pass the filters, not only of the returned ones. */
  readonly rowCount: number;
  /**
   * Positions of truncated cells as `row:column`, zero-based within the returned rows. The request `cell` returns a
   * complete value.
   */
  readonly cut: readonly string[];
  /** Tree level and state of each returned row. Undefined if the rows are not a tree. */
  readonly tree?: readonly TreeNode[];
  /** Indexes of the returned rows that contain totals of other rows. Undefined if the rows are a tree. */
  readonly totals?: readonly number[];
  /** Positions of cells, as `row:column`, that come from a small group of people or were computed from such cells. */
  readonly small?: { readonly guard: SmallGroupGuard; readonly cells: readonly string[] };
}

export const maximumWindowRows = 500;
/** Maximum number of characters of a cell in the response to a request for rows. Longer text is truncated. */
export const maximumCellLength = 300;

/**
 * Clipboard formats for result cells. `cells` is plain tab-separated text. `tsv` has headers and may neutralise
 * spreadsheet formulas. `sqlIn` and `sqlValues` are fragments of SQL.
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
  /** Whether an apostrophe is put before CSV and TSV text that a spreadsheet would run as a formula. */
  readonly neutralisesFormulas: boolean;
}

/** Whether the parameters of a message have a non-empty `resultId`. */
export function hasResultId(value: unknown): value is Record<string, unknown> & { resultId: string } {
  return isRecord(value) && typeof value["resultId"] === "string" && value["resultId"] !== "";
}
