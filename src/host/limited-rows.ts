import type { ResultAnswer, ResultWriter } from "../protocol/result-sink.ts";
import { createRowCounter, type RowCounter, type RowFormat } from "./row-counter.ts";

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

/** An answer of which the kinds of columns are unknown. */
interface PlainAnswer extends Pick<ResultAnswer, "body"> {
  readonly format: RowFormat;
}

/**
 * Writes the first rows of an answer, or all rows if `rowLimit` is 0. If there are more, marks the result as partial
 * with the text of `describeCut`. Passes the bytes on to the data worker as they arrive.
 */
export async function writeFirstRows(
  writer: Pick<ResultWriter, "write" | "cut">,
  { format, body }: PlainAnswer,
  rowLimit: number,
  describeCut: (rowLimit: number) => string,
  signal: AbortSignal,
): Promise<void> {
  const rows = rowLimit > 0 ? limitRows(body, createRowCounter(format), rowLimit) : body;
  try {
    await writer.write({ format, body: rows, kinds: {} }, signal);
  } catch (error) {
    if (signal.aborted || !(error instanceof RowLimitError)) {
      throw error;
    }
    await writer.cut(describeCut(error.rowLimit));
  }
}
