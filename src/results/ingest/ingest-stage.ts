import type { Connection } from "../../duckdb/database.ts";
import type { ColumnKind, ResultState } from "../../protocol/data-worker.ts";
import type { SmallGroupMark } from "../model/result-metadata.ts";

/**
 * Rows as JSON Lines. The first line has the column names. The kinds of the columns are included as far as they are
 * known.
 */
export interface StagedLines {
  readonly kinds: Readonly<Record<string, ColumnKind>>;
  readonly lines: AsyncIterable<Uint8Array>;
  /** Pairs of a value column and the column that marks which of its values are based on small groups. */
  readonly smallGroupMarks?: readonly SmallGroupMark[];
  /** Whether the rows are the cells of an aggregate. */
  readonly isAggregate?: boolean;
}

/** Temporary storage in files for a body that can be read only when it is complete. */
export interface BodyStage {
  /** Appends bytes to the current part of the body. Calls must not overlap. */
  write(bytes: Uint8Array): Promise<void>;
  /** Starts the next part of the body. */
  nextPart(): Promise<void>;
  /** Whether the body ended in the middle of a value. */
  readonly isCut: boolean;
  /**
   * Reads the rows of the body. If the body is incomplete (`isWhole` is false), reads as many rows as possible. Throws
   * a `ResultError` when the body is malformed.
   */
  read(connection: Connection, isWhole: boolean, signal: AbortSignal): Promise<StagedLines>;
  /** Removes the files of the body. */
  remove(): Promise<void>;
}

/** Loads one response body into the table of a result. */
export interface BodyLoader {
  /** Resolves when loading has ended. The metadata then has the final state. */
  readonly finished: Promise<void>;
  /** Resolves when the loader can accept more bytes. Undefined if it can accept bytes now. */
  readonly drained: Promise<void> | undefined;
  /** Accepts bytes of the body. Copies them, so that the caller may reuse the buffer. */
  accept(bytes: Uint8Array): void;
  /** Starts the next part of the body. */
  nextPart(): void;
  /** Ends the body as complete. */
  end(): void;
  /** Ends the body as incomplete, with a state and a message for the user. Complete rows are kept. */
  cut(state: Exclude<ResultState, "loading">, message: string): void;
  /** Loads the rows that an earlier process stored, then ends with the state `partial`. */
  recover(message: string): Promise<void>;
}

/** Converts a body of another format to JSON Lines while the body arrives. The first line has the column names. */
export interface IngestReader {
  /** Reads the next chunk and returns the lines that are complete. */
  push(chunk: Uint8Array): Uint8Array[];
  /** Ends the body and returns the remaining lines. */
  end(): Uint8Array[];
  /** Whether the body so far ends after a complete row, not within one. */
  readonly isWhole: boolean;
  /** Message for the user about a malformed body, or undefined. Rows before the problem are kept. */
  readonly problem: string | undefined;
}
