import type { RowCounter } from "./row-counter.ts";

/** An answer had more rows than were wanted. */
export class RowLimitError extends Error {
  override readonly name = "RowLimitError";
  readonly rowLimit: number;

  constructor(rowLimit: number) {
    super(`The answer has more than ${rowLimit} rows.`);
    this.rowLimit = rowLimit;
  }
}

/**
 * The first rows of a body, counted as they pass. Throws `RowLimitError` when there are more, and closes the body then, which stops a service that
 * still writes it.
 */
export async function* limitRows(
  body: AsyncIterable<Uint8Array>,
  counter: RowCounter,
  rowLimit: number,
): AsyncGenerator<Uint8Array> {
  for await (const bytes of body) {
    const excess = counter.findExcess(bytes, rowLimit);
    if (excess === undefined) {
      yield bytes;
      continue;
    }
    yield bytes.subarray(0, excess);
    throw new RowLimitError(rowLimit);
  }
}
