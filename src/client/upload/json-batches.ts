import { type BodyLimits, limits as contractLimits } from "../../contract/limits.ts";
import { InvalidArgumentsError } from "../interface/errors.ts";
import { createLimitError } from "./check-limits.ts";

/** A row of a batch: one value for each column of the header row. */
export type BatchRow = readonly unknown[];

/** One body of `transferJsonBatch`. */
export interface JsonBatch {
  /** Value of the query parameter `sequence`. It is one more than that of the previous batch. */
  readonly sequence: number;
  /** Request body: the header row, then at least one row. */
  readonly body: BatchRow[];
  /** Length of the serialized body in bytes. */
  readonly bytes: number;
  /** Number of the batch's first row among all rows, from 1, without the header row. */
  readonly firstRow: number;
}

export interface JsonBatchOptions {
  /** Limits of a batch. By default those of the service: 10 MB and 300,000 rows. */
  readonly limits?: BodyLimits | undefined;
  /** Sequence number of the first batch. By default 1. */
  readonly firstSequence?: number | undefined;
  /** Number of the first given row. By default 1; higher if earlier rows were already sent. */
  readonly firstRow?: number | undefined;
}

const operation = "transferJsonBatch";
/** Maximum of a uint32 (service-api, "Data intake into sources"). */
const maximumSequence = 2 ** 32 - 1;
const serviceLimits: BodyLimits = { bytes: contractLimits.jsonBatchBytes, rows: contractLimits.jsonBatchRows };

/**
 * Splits rows into request bodies within the service's limits, each with the header row (service-api, "Data intake into
 * sources" and "Limits"). Yields nothing if there are no rows. Holds one batch in memory. For a row that is too large
 * for a batch, throws InvalidArgumentsError with the row's number, but not its values.
 */
export async function* splitIntoJsonBatches(
  header: readonly string[],
  rows: AsyncIterable<BatchRow> | Iterable<BatchRow>,
  { limits = serviceLimits, firstSequence = 1, firstRow = 1 }: JsonBatchOptions = {},
): AsyncGenerator<JsonBatch, void, undefined> {
  const { bytes: byteLimit, rows: rowLimit } = limits;
  const maximumBytes = byteLimit?.value ?? Number.POSITIVE_INFINITY;
  const maximumRows = rowLimit?.value ?? Number.POSITIVE_INFINITY;
  // The header row and the brackets of the array.
  const emptyBytes = jsonBytes(header) + 2;
  let sequence = firstSequence;
  let count = firstRow - 1;
  let body: BatchRow[] = [header];
  let bytes = emptyBytes;
  const cut = (): JsonBatch => {
    checkSequence(sequence);
    const batch = { sequence, body, bytes, firstRow: count - body.length + 2 };
    sequence++;
    body = [header];
    bytes = emptyBytes;
    return batch;
  };
  for await (const row of rows) {
    const rowBytes = jsonBytes(row) + 1;
    if (byteLimit && emptyBytes + rowBytes > maximumBytes) {
      const advice = "shorten its values, or send the file instead of rows";
      throw createLimitError(operation, `row ${count + 1} with its header row`, "bytes", byteLimit, advice);
    }
    if (bytes + rowBytes > maximumBytes || body.length > maximumRows) {
      yield cut();
    }
    body.push(row);
    bytes += rowBytes;
    count++;
  }
  if (body.length > 1) {
    yield cut();
  }
}

function jsonBytes(row: BatchRow): number {
  return Buffer.byteLength(JSON.stringify(row));
}

function checkSequence(sequence: number): void {
  if (sequence > maximumSequence) {
    throw new InvalidArgumentsError(
      operation,
      "query.sequence",
      `must be at most ${maximumSequence}; complete the session and send the rest in a new one`,
    );
  }
}
