import { type BodyLimits, limits as contractLimits } from "../../contract/limits.ts";
import { InvalidArgumentsError } from "../interface/errors.ts";
import { limitError } from "./check-limits.ts";

/** One row: a value for each column of the header row. */
export type BatchRow = readonly unknown[];

/** One body of `transferJsonBatch`. */
export interface JsonBatch {
  /** For the query parameter of this name; one more than the batch before. */
  readonly sequence: number;
  /** The body: the header row, then at least one row. */
  readonly body: BatchRow[];
  /** Length of the body as it is sent. */
  readonly bytes: number;
  /** Number of the first row in it, the header row not counted, from 1. */
  readonly firstRow: number;
}

export interface JsonBatchOptions {
  /** The service's own when left out: 10 MB and 300,000 rows. */
  readonly limits?: BodyLimits | undefined;
  /** Sequence number of the first batch, 1 when left out. */
  readonly firstSequence?: number | undefined;
  /** Number of the first row that is given, 1 when left out: what comes before it was sent already. */
  readonly firstRow?: number | undefined;
}

const operation = "transferJsonBatch";
/** A uint32 (service-api, "Data intake into sources"). */
const maximumSequence = 2 ** 32 - 1;
const serviceLimits: BodyLimits = { bytes: contractLimits.jsonBatchBytes, rows: contractLimits.jsonBatchRows };

/**
 * Cuts rows into bodies that the service takes, each with the header row first (service-api, "Data intake into sources"
 * and "Limits"); no rows give no batch. Holds one batch at a time. Throws InvalidArgumentsError, with the row's number
 * and never its values, for a row that fits in no batch.
 */
export async function* jsonBatches(
  header: readonly string[],
  rows: AsyncIterable<BatchRow> | Iterable<BatchRow>,
  { limits = serviceLimits, firstSequence = 1, firstRow = 1 }: JsonBatchOptions = {},
): AsyncGenerator<JsonBatch, void, undefined> {
  const { bytes: byteLimit, rows: rowLimit } = limits;
  const maximumBytes = byteLimit?.value ?? Number.POSITIVE_INFINITY;
  const maximumRows = rowLimit?.value ?? Number.POSITIVE_INFINITY;
  // The header row in its brackets.
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
      const wayOut = "shorten its values, or send the file in place of rows";
      throw limitError(operation, `row ${count + 1} with its header row`, "bytes", byteLimit, wayOut);
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
