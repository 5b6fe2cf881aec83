/** Whether an error or one of its causes reports a full disk, as a system error code or in DuckDB's message. */
export function isDiskFull(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    const code = "code" in current ? current.code : undefined;
    if (code === "ENOSPC" || code === "EDQUOT" || fullDisk.test(current.message)) {
      return true;
    }
  }
  return false;
}

/** The last alternative is the message of Windows. DuckDB's limit for spilled data counts as a full disk, too. */
const fullDisk = /no space left on device|disk quota exceeded|max_temp_directory_size|not enough space on the disk/i;
