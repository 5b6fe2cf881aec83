/** A reason why a job is not rehearsed, or why it would fail. The message has no values of rows and no token. */
export class RehearsalError extends Error {
  override readonly name = "RehearsalError";
}

/** A statement that a rehearsal does not send to Spark, with its place in the text. */
export class RefusedStatement extends RehearsalError {
  constructor(text: string, offset: number, reason: string) {
    const lines = text.slice(0, offset).split("\n");
    super(`line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}: ${reason}`);
  }
}
