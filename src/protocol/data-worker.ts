import type { ChannelFailure } from "./channel.ts";

/** What a column holds: given by the model, or found by looking at every value. */
export type ColumnKind = "text" | "number" | "date" | "boolean";

export interface ResultColumn {
  readonly name: string;
  readonly kind: ColumnKind;
}

/** `partial` and `failed` keep the rows that came. */
export type ResultState = "loading" | "done" | "partial" | "failed" | "cancelled";

/** JSON Lines: a line of column names, then a line of values for each row; table: one `{"header", "rows"}` (sql-like-language, 11.1). */
export type BodyFormat = "jsonLines" | "jsonTable";

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
}

export interface SortKey {
  readonly column: number;
  readonly direction: "ascending" | "descending";
}

/** A rectangle of a result as it is sorted; `columns` are positions, in the order to show. */
export interface RowRange {
  readonly first: number;
  readonly count: number;
  readonly columns: readonly number[];
  readonly sort: SortKey | undefined;
}

/** A cell as it is shown: exact text, or null where the value is missing. */
export type Cell = string | null;

export interface RowBlock {
  readonly first: number;
  readonly rows: readonly (readonly Cell[])[];
  /** Rows of the whole result as it is sorted now. */
  readonly rowCount: number;
  /** `row:column` (both from 0, within the block) of cells that were cut; `cell` gives the whole value. */
  readonly cut: readonly string[];
}

export const maximumWindowRows = 500;
/** Characters of a cell in a window. */
export const maximumCellLength = 300;
export const maximumChartMarks = 5000;

export type CopyFormat = "cells" | "cellsWithHeaders" | "csv" | "json" | "markdown";

export interface ChartRequest {
  /** Positions of the columns. */
  readonly x: number;
  readonly y: number;
  readonly series: number | undefined;
}

export interface ChartMark {
  readonly x: Cell;
  readonly series: Cell;
  /** Decimal text. */
  readonly y: Cell;
}

export interface ChartData {
  readonly marks: readonly ChartMark[];
  /** Whether there were more marks than a chart takes. */
  readonly isCut: boolean;
  /** Whether a mark adds up several rows. */
  readonly isSum: boolean;
}

export interface ExportRequest extends Omit<RowRange, "first" | "count"> {
  readonly path: string;
  readonly hasHeaders: boolean;
  /** Puts an apostrophe before text that a spreadsheet would run as a formula. */
  readonly neutralisesFormulas: boolean;
}

type For<Params> = Params & { readonly resultId: string };

/** What the host may ask of the data worker. */
export type DataWorkerAsks = {
  open: {
    params: For<{
      readonly format: BodyFormat;
      /** By column name, as far as the model knows them. */
      readonly kinds: Readonly<Record<string, ColumnKind>>;
      readonly label: string;
    }>;
    result: ResultSummary;
  };
  /** Answers when the end of the body has been taken from the pipe and every row can be asked for. */
  finish: { params: For<unknown>; result: ResultSummary };
  /** Ends a result whose body will not come or not go on; the rows that came stay. */
  abort: {
    params: For<{ readonly state: "partial" | "failed" | "cancelled"; readonly message: string }>;
    result: ResultSummary;
  };
  window: { params: For<RowRange>; result: RowBlock };
  cell: {
    params: For<{ readonly row: number; readonly column: number; readonly sort: SortKey | undefined }>;
    result: Cell;
  };
  /** Builds the order, so that windows of it are quick. Without a key nothing is built. */
  sort: { params: For<{ readonly sort: SortKey | undefined }>; result: { readonly rowCount: number } };
  /** Looks at every value of the columns the model does not know. */
  columnTypes: { params: For<unknown>; result: { readonly columns: readonly ResultColumn[] } };
  copy: { params: For<RowRange & { readonly format: CopyFormat }>; result: { readonly text: string } };
  /** Writes beside `path` and renames at the end, so a cancelled or failed export leaves nothing. */
  exportCsv: { params: For<ExportRequest>; result: { readonly rowCount: number; readonly byteCount: number } };
  chartData: { params: For<ChartRequest>; result: ChartData };
  close: { params: For<unknown>; result: undefined };
  list: { params: unknown; result: { readonly results: readonly ResultSummary[] } };
};

/** What the data worker tells the host on its own. */
export type DataWorkerTells = {
  /** Asks may be sent earlier; they wait. */
  ready: { readonly results: readonly ResultSummary[] };
  progress: ResultSummary;
  exportProgress: { readonly resultId: string; readonly rowCount: number };
  /** The worker cannot go on; it ends. */
  broken: ChannelFailure;
};
