import type { Additivity } from "../base/additivity.ts";
import type { SmallGroupGuard } from "../base/small-group.ts";
import type { RowView } from "./row-view.ts";

/** What a column holds: given by the model, or found by looking at every value. */
export type ColumnKind = "text" | "number" | "date" | "boolean";

export interface ResultColumn {
  readonly name: string;
  readonly kind: ColumnKind;
  /** Of the values of a metric. */
  readonly additivity?: Additivity;
  /** Says of which cells beside it few people stand behind; it is no member of anything. */
  readonly isSmallGroupMark?: boolean;
  /** How the header of a pivot shows the column, on two lines; the name alone stands for both elsewhere. */
  readonly head?: ColumnHead;
}

export interface ColumnHead {
  /** Stands over the columns beside each other that have it; absent over a column of members where the metrics say which they are. */
  readonly over?: string;
  readonly text: string;
}

/** `partial` and `failed` keep the rows that came. */
export type ResultState = "loading" | "done" | "partial" | "failed" | "cancelled";

/**
 * JSON Lines: a line of column names, then a line of values for each row; table: one `{"header", "rows"}` (sql-like-language,
 * 11.1); JSON: a cell set (service-api, "Query") or a list, alone or the only one of an object; Parquet: a file for each part.
 */
export const bodyFormats = ["jsonLines", "jsonTable", "csv", "csvWithoutHeader", "json", "parquet"] as const;

export type BodyFormat = (typeof bodyFormats)[number];

/** Everything about a result but its rows. */
export interface ResultSummary {
  readonly resultId: string;
  /** Empty until the header has come. */
  readonly columns: readonly ResultColumn[];
  /** Rows that can be asked for. */
  readonly rowCount: number;
  /** Bytes of the body so far. */
  readonly byteCount: number;
  readonly state: ResultState;
  /** Why the result is not whole; for the user. */
  readonly message: string | undefined;
  /** What the host handed over with `open`, for example where the result comes from. */
  readonly label: string;
  readonly isPinned?: boolean;
  /** Of a result of differences: rows that are the same in both. */
  readonly sameCount?: number;
  /** What became of small groups; absent where nothing could be said of them. */
  readonly smallGroups?: SmallGroupGuard;
}

/** A rectangle of a result as a view shows it; `columns` are positions, in the order to show. */
export interface RowRange {
  readonly first: number;
  readonly count: number;
  readonly columns: readonly number[];
  readonly view: RowView;
}

/** What a row of a tree is. */
export interface TreeNode {
  /** 1 is the outermost, 0 the total over all. */
  readonly level: number;
  /** Of a member that can be opened. */
  readonly id?: string;
  readonly isOpen?: boolean;
}

/** A cell as it is shown: exact text, or null where the value is missing. */
export type Cell = string | null;

export interface RowBlock {
  readonly first: number;
  readonly rows: readonly (readonly Cell[])[];
  /** Rows of the whole view. */
  readonly rowCount: number;
  /** `row:column` (both from 0, within the block) of cells that were cut; `cell` gives the whole value. */
  readonly cut: readonly string[];
  /** One for each row of a tree. */
  readonly tree?: readonly TreeNode[];
  /** `row:column` likewise of cells that a small group stands behind, or that were computed from such cells. */
  readonly small?: { readonly guard: SmallGroupGuard; readonly cells: readonly string[] };
}

export const maximumWindowRows = 500;
/** Characters of a cell in a window. */
export const maximumCellLength = 300;

/** `cells` are tab-separated as they are, `tsv` has headers and may neutralise formulas; `sqlIn` and `sqlValues` are parts of a statement. */
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
  /** Puts an apostrophe before text that a spreadsheet would run as a formula, in CSV and TSV. */
  readonly neutralisesFormulas: boolean;
}
