/** Whether an error, or what caused it, says that there is no room on the disk: of the system or in the words of DuckDB. */
export function isDiskFull(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    const code = "code" in current ? current.code : undefined;
    if (code === "ENOSPC" || code === "EDQUOT" || fullDisk.test(current.message)) {
      return true;
    }
  }
  return false;
}

/** The last is the system's sentence on Windows; DuckDB's own bound for spilled data counts as well. */
const fullDisk = /no space left on device|disk quota exceeded|max_temp_directory_size|not enough space on the disk/i;
