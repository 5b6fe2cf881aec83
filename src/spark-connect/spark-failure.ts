/**
 * Kind of a failed call, by what the caller can do: try again, correct the statement or the settings, or start over.
 */
type SparkFailureKind = "statement" | "unreachable" | "refused" | "certificate" | "sessionLost" | "cancelled";

/** Failure of a call to Spark. The message has no token, and no values of rows. */
export class SparkFailure extends Error {
  override readonly name = "SparkFailure";
  readonly kind: SparkFailureKind;
  /** Spark's error class, such as `UNRESOLVED_COLUMN.WITH_SUGGESTION`. */
  readonly condition: string | undefined;
  /** Position in the statement; numbering starts at 1. */
  readonly position: SparkPosition | undefined;
  /** Reason of the failure, without the position. */
  readonly reason: string;

  constructor(
    kind: SparkFailureKind,
    reason: string,
    details: { readonly condition?: string | undefined; readonly position?: SparkPosition | undefined } = {},
    options?: ErrorOptions,
  ) {
    const { condition, position } = details;
    super(position ? `line ${position.line}, column ${position.column}: ${reason}` : reason, options);
    this.kind = kind;
    this.reason = reason;
    this.condition = condition;
    this.position = position;
  }

  /** Whether an error is a SparkFailure. Compared by name, because the client of Spark Connect is a bundle of its own. */
  static is(error: unknown): error is SparkFailure {
    return error instanceof Error && error.name === "SparkFailure";
  }

  /** Whether the same call may be sent again: nothing of it reached Spark. Never true of a call that may have run. */
  get mayRetry(): boolean {
    return this.kind === "unreachable";
  }
}

export interface SparkPosition {
  readonly line: number;
  readonly column: number;
}

export const sessionLostText =
  "The Spark session was lost: the server was started again or closed it. Nothing was published; run it again.";
