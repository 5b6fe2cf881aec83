/** A reason why a catalog or Spark cannot be used, or why a job would fail there. The message has no values of rows and no token. */
export class LakehouseError extends Error {
  override readonly name = "LakehouseError";
}

/** A statement that is not sent to Spark, with its place in the text. */
export class RefusedStatement extends LakehouseError {
  constructor(text: string, offset: number, reason: string) {
    const lines = text.slice(0, offset).split("\n");
    super(`line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}: ${reason}`);
  }
}
