import { isCount, isCountArray, isRecord } from "../base/guards.ts";
import type { RequestGuards } from "./channel.ts";
import type { ColumnKind, ResultSummary } from "./data-worker.ts";
import { isFor } from "./guards.ts";
import { isRowView, type RowView } from "./row-view.ts";

export const exportFormats = ["csv", "jsonLines", "json", "parquet", "xlsx"] as const;

export type ExportFormat = (typeof exportFormats)[number];

export interface ExportRequest {
  readonly format: ExportFormat;
  readonly path: string;
  /** Positions, in the order to write. */
  readonly columns: readonly number[];
  readonly view: RowView;
  /** Rows of the view; all of them when left out. */
  readonly rows?: { readonly first: number; readonly count: number };
  /** CSV alone. */
  readonly hasHeaders: boolean;
  /** CSV: puts an apostrophe before text that a spreadsheet would run as a formula. Excel: marks it as text. */
  readonly neutralisesFormulas: boolean;
  /** Excel: what its last sheet says of the result. */
  readonly about: readonly (readonly [name: string, value: string])[];
}

export interface ExportOutcome {
  readonly rowCount: number;
  /** Bytes of the file. */
  readonly byteCount: number;
  /** Texts that were too long for a cell of Excel and end early. */
  readonly cutCells: number;
}

export interface ComparedColumn {
  readonly name: string;
  readonly kind: ColumnKind;
  /** Whether it is proposed to tell rows apart: one of the smallest set that is unique in both results. */
  readonly isKey: boolean;
}

/** Rows by what became of them. */
export interface CompareCounts {
  readonly added: number;
  readonly gone: number;
  readonly changed: number;
  readonly same: number;
}

/** An open result as texts of the user name it. */
export interface NamedResult {
  readonly resultId: string;
  readonly title: string;
}

/** A result that was closed and whose rows are still on disk. */
interface ShelvedResult {
  readonly resultId: string;
  /** Bytes on disk. */
  readonly byteCount: number;
}

type For<Params> = Params & { readonly resultId: string };

/** What is asked of the data worker about work with whole results. */
export type WorkRequests = {
  /** The file appears under its name only when it is whole. */
  export: { params: For<ExportRequest>; result: ExportOutcome };
  /** A pinned result is not removed to make room. */
  pin: { params: For<{ readonly isPinned: boolean }>; result: ResultSummary };
  /** Closes a result and keeps its rows on disk. */
  shelve: { params: For<unknown>; result: undefined };
  /** Opens a shelved result again. */
  reopen: { params: For<unknown>; result: ResultSummary };
  /** Every result that is shelved. */
  shelved: { params: unknown; result: { readonly results: readonly ShelvedResult[] } };
  /**
   * Removes what is too old or too much, oldest first; never what is pinned, loading or the newest. Below `windowSpools` it
   * removes by the same limits what windows without a workspace left, for which it gives no ids.
   */
  prune: {
    params: { readonly keepDays: number; readonly keepMegabytes: number; readonly windowSpools: string };
    result: { readonly removed: readonly string[] };
  };
  /** The columns that two results share, by name. Throws `badRequest` while one of them is loading. */
  compareColumns: {
    params: { readonly leftId: string; readonly rightId: string };
    result: { readonly columns: readonly ComparedColumn[] };
  };
  /** Makes a result of the differences; `left` is the earlier one. */
  compare: {
    params: For<{
      readonly left: NamedResult;
      readonly right: NamedResult;
      /** Names of columns that both have. */
      readonly keys: readonly string[];
      /** Decimal text; numbers that differ by no more are the same. */
      readonly tolerance: string;
      readonly label: string;
    }>;
    result: { readonly summary: ResultSummary; readonly counts: CompareCounts };
  };
  /** What a comparison found, as Markdown. */
  compareReport: { params: For<unknown>; result: { readonly markdown: string } };
  /** Makes a result of one SELECT over open results. */
  scratch: {
    params: For<{ readonly sql: string; readonly open: readonly NamedResult[]; readonly label: string }>;
    result: ResultSummary;
  };
};

/** What the page asks of the extension about work with whole results. */
export type WorkViewRequests = {
  /** The host asks which rows, which format and where to; `isWritten` is false when the user did not say. */
  export: {
    params: For<{
      readonly format: ExportFormat | undefined;
      readonly columns: readonly number[];
      readonly view: RowView;
      /** The rows of the view, for the counts. */
      readonly shownRows: number;
      readonly selection: { readonly first: number; readonly count: number; readonly columns: readonly number[] };
    }>;
    result: { readonly isWritten: boolean; readonly rowCount: number };
  };
  pin: { params: For<{ readonly isPinned: boolean }>; result: undefined };
};

/** Guards for what the extension hears from the page. */
export const workGuards: RequestGuards<WorkViewRequests> = {
  export: (params): params is WorkViewRequests["export"]["params"] =>
    isFor(params) &&
    (params["format"] === undefined || params["format"] === null || isExportFormat(params["format"])) &&
    isCountArray(params["columns"]) &&
    isRowView(params["view"]) &&
    isCount(params["shownRows"]) &&
    isRecord(params["selection"]) &&
    isCount(params["selection"]["first"]) &&
    isCount(params["selection"]["count"]) &&
    isCountArray(params["selection"]["columns"]),
  pin: (params): params is WorkViewRequests["pin"]["params"] =>
    isFor(params) && typeof params["isPinned"] === "boolean",
};

/** Guards for what the page hears back. */
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
