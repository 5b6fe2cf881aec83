import { isCount, isCountArray, isRecord } from "../base/guards.ts";
import type { RequestGuards } from "./channel.ts";
import { type BodyFormat, type ColumnKind, hasResultId, type ResultSummary } from "./data-worker.ts";
import { isRowView, type RowView } from "./row-view.ts";

export const exportFormats = ["csv", "jsonLines", "json", "parquet", "xlsx"] as const;

export type ExportFormat = (typeof exportFormats)[number];

export interface ExportRequest {
  readonly format: ExportFormat;
  readonly path: string;
  /** Column positions, in the order to write. */
  readonly columns: readonly number[];
  readonly view: RowView;
  /** Rows of the view to write; all of them if undefined. */
  readonly rows?: { readonly first: number; readonly count: number };
  /** Only for CSV. */
  readonly hasHeaders: boolean;
  /** CSV: puts an apostrophe before text that a spreadsheet would run as a formula. Excel: marks it as text. */
  readonly neutralisesFormulas: boolean;
  /** Only for Excel: name and value pairs about the result, for the last sheet. */
  readonly about: readonly (readonly [name: string, value: string])[];
}

export interface ExportOutcome {
  readonly rowCount: number;
  /** Size of the file in bytes. */
  readonly byteCount: number;
  /** Number of texts that were truncated because they exceed the limit of an Excel cell. */
  readonly cutCells: number;
}

export interface ComparedColumn {
  readonly name: string;
  readonly kind: ColumnKind;
  /** Whether the column is a suggested key: part of the smallest set that is unique in both results. */
  readonly isKey: boolean;
}

/** Number of rows by comparison outcome. */
export interface CompareCounts {
  readonly added: number;
  readonly gone: number;
  readonly changed: number;
  readonly same: number;
}

/** An open result and the title by which the user's SQL refers to it. */
export interface NamedResult {
  readonly resultId: string;
  readonly title: string;
}

/** A closed result whose rows are still on disk. */
interface ShelvedResult {
  readonly resultId: string;
  /** Size on disk in bytes. */
  readonly byteCount: number;
}

type WithResultId<Params> = Params & { readonly resultId: string };

/** Requests about complete results to the data worker. */
export type WorkRequests = {
  /** Writes a file, which gets its final name only when it is complete. */
  export: { params: WithResultId<ExportRequest>; result: ExportOutcome };
  /** Pins or unpins a result; pinned results are not removed to free space. */
  pin: { params: WithResultId<{ readonly isPinned: boolean }>; result: ResultSummary };
  /** Closes a result but keeps its rows on disk. */
  shelve: { params: WithResultId<unknown>; result: undefined };
  /** Opens a shelved result again. */
  reopen: { params: WithResultId<unknown>; result: ResultSummary };
  /** Lists all shelved results. */
  shelved: { params: unknown; result: { readonly results: readonly ShelvedResult[] } };
  /**
   * Removes results beyond the age and size limits, oldest first, but never a pinned, loading or the newest one.
   * Applies the same limits to results under `windowSpools` that were left by windows without a workspace; those ids
   * are not returned.
   */
  prune: {
    params: { readonly keepDays: number; readonly keepMegabytes: number; readonly windowSpools: string };
    result: { readonly removed: readonly string[] };
  };
  /** Returns the columns that two results share by name. Throws `badRequest` while one of them is loading. */
  compareColumns: {
    params: { readonly leftId: string; readonly rightId: string };
    result: { readonly columns: readonly ComparedColumn[] };
  };
  /** Creates a result with the differences; `left` is the earlier one. */
  compare: {
    params: WithResultId<{
      readonly left: NamedResult;
      readonly right: NamedResult;
      /** Names of key columns, which both results have. */
      readonly keys: readonly string[];
      /** Tolerance as decimal text; numbers that differ by at most this are equal. */
      readonly tolerance: string;
      readonly label: string;
    }>;
    result: { readonly summary: ResultSummary; readonly counts: CompareCounts };
  };
  /** Returns the report of a comparison as Markdown. */
  compareReport: { params: WithResultId<unknown>; result: { readonly markdown: string } };
  /** Creates a result from one SELECT over open results. */
  scratch: {
    params: WithResultId<{ readonly sql: string; readonly open: readonly NamedResult[]; readonly label: string }>;
    result: ResultSummary;
  };
  /** Creates a result from a file on this machine, which only the data worker reads. */
  openFile: {
    params: WithResultId<{
      /** Absolute path. */
      readonly file: string;
      readonly format: FileFormat;
      readonly label: string;
    }>;
    result: ResultSummary;
  };
};

const fileFormats = ["csvFile", "parquet"] as const satisfies readonly BodyFormat[];

/** Format of a file that can be opened as a result. */
export type FileFormat = (typeof fileFormats)[number];

export function isFileFormat(value: unknown): value is FileFormat {
  return fileFormats.some((known) => known === value);
}

/** Requests about complete results from the page to the extension. */
export type WorkViewRequests = {
  /** The host asks the user for rows, format and location; `isWritten` is false if the user cancelled. */
  export: {
    params: WithResultId<{
      readonly format: ExportFormat | undefined;
      readonly columns: readonly number[];
      readonly view: RowView;
      /** Number of rows in the view, shown in the prompt. */
      readonly shownRows: number;
      readonly selection: { readonly first: number; readonly count: number; readonly columns: readonly number[] };
    }>;
    result: { readonly isWritten: boolean; readonly rowCount: number };
  };
  pin: { params: WithResultId<{ readonly isPinned: boolean }>; result: undefined };
};

/** Guards for requests from the page. */
export const workViewRequestGuards: RequestGuards<WorkViewRequests> = {
  export: (params): params is WorkViewRequests["export"]["params"] =>
    hasResultId(params) &&
    (params["format"] === undefined || params["format"] === null || isExportFormat(params["format"])) &&
    isCountArray(params["columns"]) &&
    isRowView(params["view"]) &&
    isCount(params["shownRows"]) &&
    isRecord(params["selection"]) &&
    isCount(params["selection"]["first"]) &&
    isCount(params["selection"]["count"]) &&
    isCountArray(params["selection"]["columns"]),
  pin: (params): params is WorkViewRequests["pin"]["params"] =>
    hasResultId(params) && typeof params["isPinned"] === "boolean",
};

/** Guards for responses to the page. */
export const isWorkAnswer: {
  readonly [Name in keyof WorkViewRequests]: (value: unknown) => value is WorkViewRequests[Name]["result"];
} = {
  export: (value): value is WorkViewRequests["export"]["result"] =>
    isRecord(value) && typeof value["isWritten"] === "boolean" && isCount(value["rowCount"]),
  pin: (value): value is undefined => value === undefined || value === null,
};

export function isExportFormat(value: unknown): value is ExportFormat {
  return exportFormats.some((known) => known === value);
}
