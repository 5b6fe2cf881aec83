import type { Connection } from "../../duckdb/database.ts";
import type { ColumnKind, ResultState } from "../../protocol/data-worker.ts";
import type { SmallGroupMark } from "../model/result-metadata.ts";

/** Rows as JSON Lines, the line of names first, and what their columns hold as far as it is known. */
export interface StagedLines {
  readonly kinds: Readonly<Record<string, ColumnKind>>;
  readonly lines: AsyncIterable<Uint8Array>;
  /** Columns that say of which cells a small group stands behind. */
  readonly smallGroupMarks?: readonly SmallGroupMark[];
}

/** A body that can be read only when all of it has come, kept in files until then. */
export interface Stage {
  /** In the order of the calls, one at a time. */
  write(bytes: Uint8Array): Promise<void>;
  /** What comes from here on is another part. */
  nextPart(): Promise<void>;
  /** Whether what came stops in the middle of something. */
  readonly isCut: boolean;
  /**
   * The rows of what came; of a body that was cut (`isWhole` false) as many as can be read. Throws a `ResultError` that says
   * what is wrong with the body.
   */
  read(connection: Connection, isWhole: boolean, signal: AbortSignal): Promise<StagedLines>;
  /** Removes the files. */
  remove(): Promise<void>;
}

/** Loads one body into its table. */
export interface BodyLoader {
  /** Resolves when nothing more will be loaded; the facts say how it ended. */
  readonly finished: Promise<void>;
  /** Resolves when the loader takes more bytes without growing; undefined when it does now. */
  readonly drained: Promise<void> | undefined;
  /** The bytes are taken before it returns; who gave them may use their memory again. */
  accept(bytes: Uint8Array): void;
  /** What comes from here on is the next part of the body. */
  nextPart(): void;
  /** The body was whole. */
  end(): void;
  /** The body will not go on; whole rows are kept. */
  cut(state: Exclude<ResultState, "loading">, message: string): void;
  /** Loads the rows that an earlier process left, then ends as partial. */
  recover(message: string): Promise<void>;
}

/** Turns a body of another form into JSON Lines while it comes: the line of names, then a line for each row. */
export interface IngestReader {
  push(chunk: Uint8Array): Uint8Array[];
  /** What the end of the body makes whole. */
  end(): Uint8Array[];
  /** False while the end of the body would cut something in two. */
  readonly isWhole: boolean;
  /** Why the body is not what it should be; what came before it stays. */
  readonly problem: string | undefined;
}
