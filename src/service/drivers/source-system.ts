import type { Readable } from "node:stream";

/**
 * Failure of a system that data comes from or goes to. The message is for users and has no secret, row or value in it.
 */
export class DriverProblem extends Error {
  override readonly name = "DriverProblem";
  /** Names of the parameters of the credential that are wrong or missing, such as `password`. */
  readonly attributes: readonly string[];

  constructor(message: string, attributes: readonly string[] = [], options?: ErrorOptions) {
    super(message, options);
    this.attributes = attributes;
  }
}

/** A file of a source system. */
export interface SourceFile {
  /** Path below the place that the credential names, with `/` as separator. For HTTP the path and query of the address. */
  readonly name: string;
  /** Size in bytes; undefined if the source system does not say it. */
  readonly bytes: number | undefined;
}

/** An open source system whose data lies in files of CSV, JSON Lines or Parquet. All methods throw `DriverProblem`. */
export interface FileSource {
  readonly kind: "files";
  /** Returns the files below a folder, or of the place that the credential names, ordered by name. */
  list(folder: string, signal: AbortSignal): Promise<readonly SourceFile[]>;
  /** Opens a file for reading. The stream fails with `DriverProblem` if the source system ends before the file does. */
  open(name: string, signal: AbortSignal): Promise<Readable>;
  close(): Promise<void>;
}

export interface SourceColumn {
  readonly name: string;
  /** What decides how values are written and compared; `text` stands for every other type. */
  readonly type: "text" | "number" | "boolean" | "date" | "timestamp" | "instant";
}

/** Rows whose time in a column lies in [from, to). Rows without a time there are in every window. */
export interface SourceWindow {
  readonly column: string;
  /** Epoch milliseconds. Undefined means no lower bound. */
  readonly from: number | undefined;
  /** Epoch milliseconds. */
  readonly to: number;
  /** IANA name of the time zone of times without an offset. */
  readonly timeZone: string;
}

export interface TableQuery {
  /** Name of the table, with its schema before a dot if the source has several. */
  readonly table: string;
  readonly columns: readonly SourceColumn[];
  readonly window: SourceWindow | undefined;
  /** Whether timestamps and instants keep fractions of seconds, which load files do not have. */
  readonly hasFractions: boolean;
}

/**
 * An open source system whose data lies in tables, as of one instant: all that is read between opening and closing is of
 * one snapshot. All methods throw `DriverProblem`.
 */
export interface TableSource {
  readonly kind: "tables";
  /** Returns the names of the tables that may be read, ordered by name. */
  tables(signal: AbortSignal): Promise<readonly string[]>;
  /** Returns the columns of a table that may be read, in its order. */
  columns(table: string, signal: AbortSignal): Promise<readonly SourceColumn[]>;
  /**
   * Reads rows as CSV without a header (RFC 4180, rows end with LF, UTF-8). NULL is an empty field and an empty text `""`;
   * numbers keep all digits; booleans are `true` and `false`; dates are `yyyy-MM-dd`, timestamps
   * `yyyy-MM-ddTHH:mm:ss` with `.SSSSSS` if they have a fraction that is asked for, and instants the same in UTC with a `Z`.
   */
  read(query: TableQuery, signal: AbortSignal): Promise<Readable>;
  close(): Promise<void>;
}

export type SourceSystem = FileSource | TableSource;
