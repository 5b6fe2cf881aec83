interface TableDataErrorOptions extends ErrorOptions {
  /** `request`, the default: the request is not possible. `failed`: DuckDB failed to run it. */
  readonly kind?: "request" | "failed";
}

/**
 * The only error that operations on table data throw. Its message contains no values of rows and may be shown to users.
 */
export class TableDataError extends Error {
  override readonly name = "TableDataError";
  readonly kind: "request" | "failed";

  constructor(message: string, options: TableDataErrorOptions = {}) {
    super(message, options);
    this.kind = options.kind ?? "request";
  }
}

/**
 * Runs `work` and converts its errors by `describe`. Leaves a `TableDataError` as it is, and rethrows the reason of an
 * abort unchanged.
 */
export async function withDescribedErrors<Value>(
  signal: AbortSignal | undefined,
  work: () => Promise<Value>,
  describe: (error: unknown) => TableDataError,
): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    signal?.throwIfAborted();
    throw error instanceof TableDataError ? error : describe(error);
  }
}
