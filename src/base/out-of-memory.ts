/** Whether an error or one of its causes is DuckDB's report that its memory limit was reached. */
export function isOutOfMemory(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (/^(?:Error: )?Out of Memory Error|^OutOfMemory/i.test(current.message)) {
      return true;
    }
  }
  return false;
}
