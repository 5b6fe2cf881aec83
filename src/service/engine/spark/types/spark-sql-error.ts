/**
 * Error for a statement that is not valid Spark SQL, does not match the accessible tables or uses an unsupported
 * feature.
 */
export class SparkSqlError extends Error {
  override readonly name = "SparkSqlError";
  /** Start offset of the problem in the statement. The `end` offset is exclusive. */
  readonly start: number;
  readonly end: number;

  constructor(message: string, start: number, end: number, options?: ErrorOptions) {
    super(message, options);
    this.start = start;
    this.end = end;
  }
}
