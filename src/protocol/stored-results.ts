import { isCount, isCountArray, isRecord } from "../base/guards.ts";
import type { RequestGuards } from "./channel.ts";
import { type BodyFormat, type ColumnKind, hasResultId, type ResultSummary } from "./data-worker.ts";
import { isRowView, type RowView } from "./row-view.ts";

export const exportFormats = ["csv", "jsonLines", "json", "parquet", "xlsx"] as const;

export type ExportFormat = (typeof exportFormats)[number];

export interface ExportRequest {
  readonly format: ExportFormat;
  readonly path: string;
  /** Positions of the columns to export, in output order. */
  readonly columns: readonly number[];
  readonly view: RowView;
  /** Range of rows to export. If undefined, all rows that pass the filters. */
  readonly rows?: { readonly first: number; readonly count: number };
  /** Whether the exported file starts with the column names. Used only for CSV. */
  readonly hasHeaders: boolean;
  /**
   * Whether text that a spreadsheet would run as a formula is made harmless. CSV puts an apostrophe before the text;
   * Excel marks the cell as text.
   */
  readonly neutralisesFormulas: boolean;
  /** Name and value pairs that describe the result. Only Excel files contain them, on the last sheet. */
  readonly about: readonly (readonly [name: string, value: string])[];
}

export interface ExportOutcome {
  readonly rowCount: number;
  /** Size of the exported file in bytes. */
  readonly byteCount: number;
  /** Number of cells whose text was truncated to the maximum length of an Excel cell. */
  readonly cutCells: number;
}

export interface ComparedColumn {
  readonly name: string;
  readonly kind: ColumnKind;
  /**
   * Whether the column is suggested as a key column of a comparison. The suggested columns are the smallest set with
   * unique values in both results.
   */
  readonly isKey: boolean;
}

/** Number of rows of a comparison by outcome: added, gone, changed or the same. */
export interface CompareCounts {
  readonly added: number;
  readonly gone: number;
  readonly changed: number;
  readonly same: number;
}

/** Open result with the title by which the user's SQL refers to it as a table. */
export interface NamedResult {
  readonly resultId: string;
  readonly title: string;
}

/** Closed result whose rows are still stored on disk. */
interface ShelvedResult {
  readonly resultId: string;
  /** Size of the stored rows in bytes. */
  readonly byteCount: number;
}

type WithResultId<Params> = Params & { readonly resultId: string };

/** Requests to the data worker that process the complete rows of a result, such as exports. */
export type StoredResultWorkerRequests = {
  /** Exports a result to a file. The file gets its final name only when it is complete. */
  export: { params: WithResultId<ExportRequest>; result: ExportOutcome };
  /** Pins or unpins a result. Pinned results are never deleted to free disk space. */
  pin: { params: WithResultId<{ readonly isPinned: boolean }>; result: ResultSummary };
  /** Closes a result but keeps its rows on disk for a later `reopen`. */
  shelve: { params: WithResultId<unknown>; result: undefined };
  /** Opens a closed result whose rows are still on disk. */
  reopen: { params: WithResultId<unknown>; result: ResultSummary };
  /** Lists all closed results whose rows are still on disk. */
  shelved: { params: unknown; result: { readonly results: readonly ShelvedResult[] } };
  /**
   * Deletes stored results beyond the age and size limits, oldest first. Never deletes pinned or loading results or the
   * newest one. Also cleans up the folder `windowSpools` of windows without a workspace, whose ids are not returned.
   */
  prune: {
    params: { readonly keepDays: number; readonly keepMegabytes: number; readonly windowSpools: string };
    result: { readonly removed: readonly string[] };
  };
  /**
   * Returns the columns that two results have in common, by name. Throws `badRequest` while one of the results is
   * loading.
   */
  compareColumns: {
    params: { readonly leftId: string; readonly rightId: string };
    result: { readonly columns: readonly ComparedColumn[] };
  };
  /** Creates a result that contains the differences between two results. `left` is the earlier one. */
  compare: {
    params: WithResultId<{
      readonly left: NamedResult;
      readonly right: NamedResult;
      /** Names of the columns that identify a row. Both compared results have them. */
      readonly keys: readonly string[];
      /** Numeric tolerance of the comparison as decimal text. Numbers that differ by at most this are equal. */
      readonly tolerance: string;
      readonly label: string;
    }>;
    result: { readonly summary: ResultSummary; readonly counts: CompareCounts };
  };
  /** Returns the report of a comparison of results as Markdown. */
  compareReport: { params: WithResultId<unknown>; result: { readonly markdown: string } };
  /** Runs one SELECT statement over the open results. Stores its rows as a new result. */
  scratch: {
    params: WithResultId<{ readonly sql: string; readonly open: readonly NamedResult[]; readonly label: string }>;
    result: ResultSummary;
  };
  /** Creates a result from a file on this machine. Only the data worker reads the file. */
  openFile: {
    params: WithResultId<{
      /** Absolute path of the file to open. */
      readonly file: string;
      readonly format: FileFormat;
      readonly label: string;
    }>;
    result: ResultSummary;
  };
};

const fileFormats = ["csvFile", "parquet"] as const satisfies readonly BodyFormat[];

/** Format of a local file that can be opened as a result. */
export type FileFormat = (typeof fileFormats)[number];

export function isFileFormat(value: unknown): value is FileFormat {
  return fileFormats.some((known) => known === value);
}

/** Requests from the results page to the extension that concern a complete result. */
export type StoredResultViewRequests = {
  /**
   * Exports a result after the extension asked the user for rows, format and location. `isWritten` is false if the user
   * cancelled.
   */
  export: {
    params: WithResultId<{
      readonly format: ExportFormat | undefined;
      readonly columns: readonly number[];
      readonly view: RowView;
      /** Number of rows that pass the filters, shown to the user in the export prompt. */
      readonly shownRows: number;
      readonly selection: { readonly first: number; readonly count: number; readonly columns: readonly number[] };
    }>;
    result: { readonly isWritten: boolean; readonly rowCount: number };
  };
  pin: { params: WithResultId<{ readonly isPinned: boolean }>; result: undefined };
};

/** Guards for the parameters of export and pin requests that the results page sends. */
export const storedResultGuards: RequestGuards<StoredResultViewRequests> = {
  export: (params): params is StoredResultViewRequests["export"]["params"] =>
    hasResultId(params) &&
    (params["format"] === undefined || params["format"] === null || isExportFormat(params["format"])) &&
    isCountArray(params["columns"]) &&
    isRowView(params["view"]) &&
    isCount(params["shownRows"]) &&
    isRecord(params["selection"]) &&
    isCount(params["selection"]["first"]) &&
    isCount(params["selection"]["count"]) &&
    isCountArray(params["selection"]["columns"]),
  pin: (params): params is StoredResultViewRequests["pin"]["params"] =>
    hasResultId(params) && typeof params["isPinned"] === "boolean",
};

/** Guards for responses to export and pin requests of the results page. */
export const isStoredResultAnswer: {
  readonly [Name in keyof StoredResultViewRequests]: (
    value: unknown,
  ) => value is StoredResultViewRequests[Name]["result"];
} = {
  export: (value): value is StoredResultViewRequests["export"]["result"] =>
    isRecord(value) && typeof value["isWritten"] === "boolean" && isCount(value["rowCount"]),
  pin: (value): value is undefined => value === undefined || value === null,
};

export function isExportFormat(value: unknown): value is ExportFormat {
  return exportFormats.some((known) => known === value);
}
