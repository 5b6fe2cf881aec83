import { type FileHandle, open, stat } from "node:fs/promises";
import { isDiskFull, isFileMissing } from "../base/error-causes.ts";

/**
 * Why a database file cannot be opened, read or written. `log`: its write-ahead log is damaged or belongs to another
 * database; `otherVersion`: the file was written by a version of DuckDB that this one cannot read; `forbidden`: there
 * is no permission to write the file or its folder.
 */
export type DatabaseFileProblem = "damaged" | "log" | "otherVersion" | "locked" | "forbidden" | "diskFull" | "unknown";

/** Error that a database file causes, not the SQL. The message contains the path of the file and none of its data. */
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

// The first matching pattern applies. A message about the replay of a log also contains the failure that caused it.
const problems: readonly [RegExp, DatabaseFileProblem][] = [
  // The messages of POSIX systems and of Windows.
  [/could not set lock on file|used by another process/i, "locked"],
  [/replaying WAL file|Corrupt WAL file/i, "log"],
  [/database file with version number|storage version/i, "otherVersion"],
  [/permission denied|read-only file system|access is denied|operation not permitted/i, "forbidden"],
  [
    /corrupt database file|not a valid DuckDB database|Could not read (all|enough|from)|is a directory|serializ/i,
    "damaged",
  ],
];

/** Converts an error of DuckDB on opening a database file to a `DatabaseFileError`. */
export function describeOpenFailure(path: string, cause: unknown): DatabaseFileError {
  const message = cause instanceof Error ? cause.message : String(cause);
  const known = problems.find(([pattern]) => pattern.test(message))?.[1] ?? "unknown";
  return new DatabaseFileError(path, isDiskFull(cause) ? "diskFull" : known, { cause });
}

/**
 * Converts the error of a statement to a `DatabaseFileError` if a damaged block caused it. Returns other errors
 * unchanged.
 */
export function describeReadFailure(path: string, error: unknown): unknown {
  return error instanceof Error && /^IO Error: Corrupt database file/i.test(error.message)
    ? new DatabaseFileError(path, "damaged", { cause: error })
    : error;
}

/**
 * Checks a database file and its write-ahead log for damage that DuckDB would silently ignore: a log in another format,
 * a log without its database file, or a truncated log. Throws `DatabaseFileError`, except for a truncated log, which is
 * reported to `onWarning`.
 */
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
    if (isFileMissing(error)) {
      return undefined;
    }
    throw error;
  }
}

/**
 * State of a write-ahead log. `none`: missing or empty; `foreign`: it does not begin like a log of DuckDB; `torn`: it
 * ends within an entry, and `ignoredBytes` is the size of that entry's incomplete part.
 */
type LogState =
  | { readonly kind: "none" | "sound" | "foreign" }
  | { readonly kind: "torn"; readonly ignoredBytes: number };

/** First bytes of every write-ahead log of DuckDB: an entry of type 98, which contains the version of the format. */
const beginning = Buffer.from([0x64, 0x00, 0x62, 0x65, 0x00]);
/**
 * Version 2 and the end of the entry. Each further entry consists of a length, a checksum and as many bytes as the
 * length.
 */
const versionTwo = Buffer.from([0x02, 0xff, 0xff]);
/** Size of an entry's length and checksum in bytes. */
const headBytes = 16;

/** Returns the path of the write-ahead log of a database file. */
export function logPath(path: string): string {
  return `${path}.wal`;
}

/**
 * Checks the structure of a write-ahead log. DuckDB silently ignores a log in another format, and all bytes after an
 * entry length that exceeds the file. It checks the checksum of each entry itself, so that is not done here.
 */
async function inspectLog(path: string): Promise<LogState> {
  let file: FileHandle;
  try {
    file = await open(path, "r");
  } catch (error) {
    if (isFileMissing(error)) {
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
