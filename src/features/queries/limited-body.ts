import type { RowCounter } from "./row-counter.ts";

/** The answer has more rows than the limit. */
export class RowLimitError extends Error {
  override readonly name = "RowLimitError";
  readonly rowLimit: number;

  constructor(rowLimit: number) {
    super(`The answer has more than ${rowLimit} rows.`);
    this.rowLimit = rowLimit;
  }
}

/**
 * Yields the first rows of a body and counts them. If there are more, throws RowLimitError and closes the body, which
 * stops a service that is still writing it.
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
