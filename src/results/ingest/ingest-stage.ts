import type { Connection } from "../../duckdb/database.ts";
import type { ColumnKind } from "../../protocol/data-worker.ts";
import type { SmallGroupMark } from "../facts/result-facts.ts";

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
