/**
 * Thrown for a statement that is not valid Spark SQL, does not fit the accessible tables or uses something that the
 * engine does not support.
 */
export class SparkSqlError extends Error {
  override readonly name = "SparkSqlError";
  /** Offsets of the problem in the statement; `end` is exclusive. */
  readonly start: number;
  readonly end: number;

  constructor(message: string, start: number, end: number, options?: ErrorOptions) {
    super(message, options);
    this.start = start;
    this.end = end;
  }
}
