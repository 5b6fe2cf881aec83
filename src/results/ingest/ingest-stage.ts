import type { Connection } from "../../duckdb/database.ts";
import type { ColumnKind, ResultState } from "../../protocol/data-worker.ts";
import type { SmallGroupMark } from "../model/result-metadata.ts";

/** Rows as JSON Lines, starting with a line of column names, with the column kinds as far as known. */
export interface StagedLines {
  readonly kinds: Readonly<Record<string, ColumnKind>>;
  readonly lines: AsyncIterable<Uint8Array>;
  /** Columns of values and the columns that mark which of them are based on small groups. */
  readonly smallGroupMarks?: readonly SmallGroupMark[];
  /** Whether the rows are the cells of an aggregate. */
  readonly isAggregate?: boolean;
}

/** Stores a body that can be read only when complete in files. */
export interface Stage {
  /** Appends bytes to the current part. Calls must not overlap. */
  write(bytes: Uint8Array): Promise<void>;
  /** Starts the next part of the body. */
  nextPart(): Promise<void>;
  /** Whether the received body ends within a value. */
  readonly isCut: boolean;
  /**
   * Reads the rows of the received body; if it is incomplete (`isWhole` is false), as many as possible. Throws a
   * `ResultError` when the body is malformed.
   */
  read(connection: Connection, isWhole: boolean, signal: AbortSignal): Promise<StagedLines>;
  /** Removes the files. */
  remove(): Promise<void>;
}

/** Loads one body into its table. */
export interface BodyLoader {
  /** Resolves when loading has ended; the metadata has the final state. */
  readonly finished: Promise<void>;
  /** Resolves when the loader can take more bytes; undefined if it can now. */
  readonly drained: Promise<void> | undefined;
  /** Copies the bytes, so that the caller may reuse their buffer. */
  accept(bytes: Uint8Array): void;
  /** Starts the next part of the body. */
  nextPart(): void;
  /** Ends a complete body. */
  end(): void;
  /** Ends an incomplete body with a state and a message for the user; complete rows are kept. */
  cut(state: Exclude<ResultState, "loading">, message: string): void;
  /** Loads the rows that an earlier process stored, then ends with the state `partial`. */
  recover(message: string): Promise<void>;
}

/** Converts a body of another format to JSON Lines while it arrives: a line of column names, then a line per row. */
export interface IngestReader {
  /** Reads the next chunk and returns the complete lines. */
  push(chunk: Uint8Array): Uint8Array[];
  /** Ends the body and returns the remaining lines. */
  end(): Uint8Array[];
  /** False while a value or row is incomplete. */
  readonly isWhole: boolean;
  /** Message for the user why the body is malformed, or undefined. Rows before the problem are kept. */
  readonly problem: string | undefined;
}
