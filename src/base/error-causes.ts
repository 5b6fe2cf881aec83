/** Whether an error or one of its causes reports a full disk, as a system error code or in DuckDB's message. */
export function isDiskFull(error: unknown): boolean {
  return errorAndCausesOf(error).some((each) => {
    const code = "code" in each ? each.code : undefined;
    return code === "ENOSPC" || code === "EDQUOT" || fullDisk.test(each.message);
  });
}

/** Whether an error of the file system reports that there is no such file or folder. */
export function isFileMissing(error: unknown): boolean {
  return hasErrorCode(error, "ENOENT");
}

/** Whether an error has a code, such as a system error's `EEXIST`. */
export function hasErrorCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

/** Whether an error or one of its causes is DuckDB's report that its memory limit was reached. */
export function isOutOfMemory(error: unknown): boolean {
  return errorAndCausesOf(error).some(({ message }) => memoryLimit.test(message));
}

/**
 * Patterns of DuckDB and system messages that report a full disk. The last alternative is the message of Windows.
 * DuckDB's limit for spilled data counts as a full disk as well.
 */
const fullDisk = /no space left on device|disk quota exceeded|max_temp_directory_size|not enough space on the disk/i;
/**
 * Pattern of DuckDB's message about its memory limit. Matches only at the start, because later text of a message may
 * quote data.
 */
const memoryLimit = /^(?:Error: )?Out of Memory Error|^OutOfMemory/i;

/** Returns an error and its causes, the outermost first. */
export function errorAndCausesOf(error: unknown): readonly Error[] {
  const errors: Error[] = [];
  for (let current = error; current instanceof Error; current = current.cause) {
    errors.push(current);
  }
  return errors;
}
