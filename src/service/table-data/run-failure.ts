import { boundProblemOf } from "../engine/spark/functions/value-bounds.ts";
import { TableDataError } from "./table-data-error.ts";

/** What went wrong, as DuckDB's class of error says it: its own text may hold values of rows. */
const reasons: readonly [RegExp, string][] = [
  [/^Conversion Error/, "a value does not fit the type that it is to have; look for rows with such values first"],
  [/^Out of Range Error/, "a number is too large for its type"],
  [/^Out of Memory Error|^OutOfMemory/i, "there is not enough memory for it; take fewer rows or columns at once"],
  [/No space left on device/i, "the disk is full"],
  [/^TransactionContext Error|^Transaction|conflict/i, "the table was changed in the meantime; run it again"],
  [/^Permission Error/, "it reaches for a file"],
];

/** `work`, with every failure of DuckDB as a `TableDataError` that names the operation; an abort's reason passes. */
export async function explainFailures<Value>(
  operation: string,
  signal: AbortSignal | undefined,
  work: () => Promise<Value>,
): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof TableDataError) {
      throw error;
    }
    throw new TableDataError(`${operation} failed: ${reasonOf(error)}.`, { kind: "failed", cause: error });
  }
}

function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if (/Maximum line size of \d+ bytes exceeded/.test(message)) {
    return "a line of a file is longer than the 2 MB that are read as CSV; shorten its texts, or upload Parquet";
  }
  const csv = /CSV Error on Line: (\d+)/.exec(message);
  if (csv) {
    return `line ${csv[1]} of a file is not CSV with the columns of the other lines, commas between and double quotes around`;
  }
  const bound = boundProblemOf(message);
  if (bound !== undefined) {
    return bound;
  }
  const known = reasons.find(([pattern]) => pattern.test(message));
  if (known) {
    return known[1];
  }
  // These tell of names and SQL, the others of values.
  return /^(Binder|Catalog|Parser|Not implemented) Error/.test(message)
    ? `the database says ${(message.split("\n")[0] ?? "").replace(/\.$/, "")}`
    : "the database could not compute it";
}
