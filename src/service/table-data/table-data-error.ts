interface TableDataErrorOptions extends ErrorOptions {
  /** `request`, unless named: what was asked for cannot be done so. `failed`: DuckDB could not do it. */
  readonly kind?: "request" | "failed";
}

/** Every failure of the table data. Its message may go to a user: it holds no row of data. */
export class TableDataError extends Error {
  override readonly name = "TableDataError";
  readonly kind: "request" | "failed";

  constructor(message: string, options: TableDataErrorOptions = {}) {
    super(message, options);
    this.kind = options.kind ?? "request";
  }
}
