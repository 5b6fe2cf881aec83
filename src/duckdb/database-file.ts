import { stat } from "node:fs/promises";
import { isDiskFull } from "../base/disk-full.ts";
import { inspectLog, logPath } from "./write-ahead-log.ts";

/**
 * Why a database file cannot be worked with. `log`: the log beside it is damaged or belongs to no file; `otherVersion`: a
 * version wrote it that this one does not read; `forbidden`: the file or its folder may not be written.
 */
export type DatabaseFileProblem = "damaged" | "log" | "otherVersion" | "locked" | "forbidden" | "diskFull" | "unknown";

/** A failure that has to do with the file of a database and not with the SQL. Names the file, holds no data of it. */
export class DatabaseFileError extends Error {
  override readonly name = "DatabaseFileError";
  readonly path: string;
  readonly problem: DatabaseFileProblem;

  constructor(path: string, problem: DatabaseFileProblem, options?: ErrorOptions) {
    super(`the file ${problem === "log" ? logPath(path) : path} ${descriptions[problem]}`, options);
    this.path = path;
    this.problem = problem;
  }
}

const descriptions: Readonly<Record<DatabaseFileProblem, string>> = {
  damaged: "cannot be opened: it is damaged or no database",
  log: "cannot be opened: it is damaged or belongs to another file, and the changes in it would be lost",
  otherVersion: "cannot be opened: another version of the database wrote it",
  locked: "is in use by another process",
  forbidden: "cannot be opened for writing: it or its folder is read-only, or belongs to another user",
  diskFull: "cannot be written: the disk is full",
  unknown: "cannot be opened as a database",
};

// The first that fits; a failure while a log is replayed names the failure itself, too.
const problems: readonly [RegExp, DatabaseFileProblem][] = [
  // With fcntl, and on Windows.
  [/could not set lock on file|used by another process/i, "locked"],
  [/replaying WAL file|Corrupt WAL file/i, "log"],
  [/database file with version number|storage version/i, "otherVersion"],
  [/permission denied|read-only file system|access is denied|operation not permitted/i, "forbidden"],
  [
    /corrupt database file|not a valid DuckDB database|Could not read (all|enough|from)|is a directory|serializ/i,
    "damaged",
  ],
];

/** What DuckDB's failure to open a file is about. */
export function describeOpenFailure(path: string, cause: unknown): DatabaseFileError {
  const message = cause instanceof Error ? cause.message : String(cause);
  const known = problems.find(([pattern]) => pattern.test(message))?.[1] ?? "unknown";
  return new DatabaseFileError(path, isDiskFull(cause) ? "diskFull" : known, { cause });
}

/** A failure of a statement, as a `DatabaseFileError` where a damaged block is the reason. */
export function describeReadFailure(path: string, error: unknown): unknown {
  return error instanceof Error && /^IO Error: Corrupt database file/i.test(error.message)
    ? new DatabaseFileError(path, "damaged", { cause: error })
    : error;
}

/** Looks for what DuckDB would take without a word: a log that is none, or without its file. Throws `DatabaseFileError`. */
export async function checkDatabaseFile(path: string, onWarning: (message: string) => void): Promise<void> {
  const file = await statOf(path);
  if (file?.isDirectory()) {
    throw new DatabaseFileError(path, "damaged");
  }
  const log = await inspectLog(logPath(path));
  if (log.kind === "foreign" || (file === undefined && log.kind !== "none")) {
    throw new DatabaseFileError(path, "log");
  }
  if (log.kind === "torn") {
    onWarning(
      `The last ${log.ignoredBytes} bytes of ${logPath(path)} are not a whole change and are ignored. That is right after the service was killed while it wrote; otherwise restore the file from a backup.`,
    );
  }
}

async function statOf(path: string) {
  try {
    return await stat(path);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      return undefined;
    }
    throw error;
  }
}
