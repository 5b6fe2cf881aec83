import { isDiskFull, isOutOfMemory } from "../../base/error-causes.ts";

type ResultErrorCode =
  | "unknownResult"
  | "malformedBody"
  | "badRequest"
  | "badQuery"
  | "badFilter"
  | "diskFull"
  | "tooLarge"
  | "cancelled"
  | "storage";

/**
 * Error that the data worker reports to the extension. The message is shown to the user and contains no data of a
 * result.
 */
export class ResultError extends Error {
  override readonly name = "ResultError";
  readonly code: ResultErrorCode;
  constructor(message: string, options: ErrorOptions & { readonly code: ResultErrorCode }) {
    super(message, options);
    this.code = options.code;
  }
}

/** Converts an error of the disk or of DuckDB to an error whose message may be shown. */
export function describeStorageFailure(operation: string, error: unknown): ResultError {
  if (error instanceof ResultError) {
    return error;
  }
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (isDiskFull(error)) {
    return new ResultError(`${operation}: the disk is full. Free some space, then try again.`, {
      code: "diskFull",
      cause: error,
    });
  }
  if (isOutOfMemory(error)) {
    return new ResultError(
      `${operation}: the data worker's memory limit was reached. Close other results, then try again.`,
      { code: "storage", cause: error },
    );
  }
  const reason = typeof code === "string" ? ` (${code})` : "";
  return new ResultError(`${operation}: the result store failed${reason}; see the log, then try again.`, {
    code: "storage",
    cause: error,
  });
}
