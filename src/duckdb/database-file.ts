import { type FileHandle, open, stat } from "node:fs/promises";
import { isDiskFull } from "../base/error-causes.ts";

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

/** What a database's log holds: `foreign` does not begin as a log, `torn` ends within an entry. */
type LogState =
  | { readonly kind: "none" | "sound" | "foreign" }
  | { readonly kind: "torn"; readonly ignoredBytes: number };

/** How every log of DuckDB begins: entry kind 98, which holds the version of the format. */
const beginning = Buffer.from([0x64, 0x00, 0x62, 0x65, 0x00]);
/** Version 2, and the end of the entry. Entries behind it are a length, a checksum and so many bytes. */
const versionTwo = Buffer.from([0x02, 0xff, 0xff]);
const headBytes = 16;

/** Path of the log of a database file. */
export function logPath(path: string): string {
  return `${path}.wal`;
}

/**
 * Looks at a log before DuckDB does. DuckDB ignores a log that is none, and all that stands behind a length that is too
 * large, without a word; what it checks itself, the checksum of each entry, is not checked here.
 */
async function inspectLog(path: string): Promise<LogState> {
  let file: FileHandle;
  try {
    file = await open(path, "r");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      return { kind: "none" };
    }
    throw error;
  }
  try {
    const { size } = await file.stat();
    return size === 0 ? { kind: "none" } : await inspectEntries(file, size);
  } finally {
    await file.close();
  }
}

async function inspectEntries(file: FileHandle, size: number): Promise<LogState> {
  const start = beginning.length + versionTwo.length;
  const head = await readBytes(file, 0, Math.min(size, start));
  if (!head.subarray(0, beginning.length).equals(beginning.subarray(0, head.length))) {
    return { kind: "foreign" };
  }
  if (size < start) {
    // The process was killed while it began the log.
    return { kind: "torn", ignoredBytes: size };
  }
  if (!head.subarray(beginning.length).equals(versionTwo)) {
    return { kind: "sound" };
  }
  let position = start;
  while (position + headBytes <= size) {
    const length = (await readBytes(file, position, headBytes)).readBigUInt64LE();
    if (length > BigInt(size - position - headBytes)) {
      break;
    }
    position += headBytes + Number(length);
  }
  return position === size ? { kind: "sound" } : { kind: "torn", ignoredBytes: size - position };
}

async function readBytes(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await file.read(bytes, 0, length, position);
  return bytes.subarray(0, bytesRead);
}
