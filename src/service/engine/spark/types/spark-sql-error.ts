/** A statement that is no Spark SQL, does not fit the tables in reach, or asks for what this engine does not do. */
export class SparkSqlError extends Error {
  override readonly name = "SparkSqlError";
  /** Offsets in the text; `end` is exclusive. */
  readonly start: number;
  readonly end: number;

  constructor(message: string, start: number, end: number, options?: ErrorOptions) {
    super(message, options);
    this.start = start;
    this.end = end;
  }
}
