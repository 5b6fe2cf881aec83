import { createHash } from "node:crypto";
import type { Client } from "../../client/call/client.ts";
import {
  type BatchRow,
  type JsonBatch,
  type JsonBatchOptions,
  splitIntoJsonBatches,
} from "../../client/upload/json-batches.ts";
import type { JsonBatch as BatchBody } from "../../contract/source-intake.ts";
import { DataFileError } from "./data-file-problem.ts";
import { type DataRows, openDataRows } from "./data-rows.ts";
import type {
  Delivery,
  DeliveryOutcome,
  DeliveryProgress,
  DeliveryState,
  OpenSessionOrTransaction,
} from "./delivery.ts";
import { checkBatchResult } from "./refused-data-model.ts";
import { TransferSession, type TransferSessionClient } from "./transfer-session.ts";

export interface RowsDeliveryOptions {
  readonly client: TransferSessionClient & Pick<Client, "transferJsonBatch">;
  /** Tenant for service requests. If undefined, the tenant of the sign-in. */
  readonly tenant: string | undefined;
  readonly file: string;
  /** Display name of the data file. */
  readonly name: string;
  readonly sourceId: string;
  /** Code of the analytic tenant that receives the rows, if an administrating tenant sends them. */
  readonly tenantCode: string | undefined;
  readonly processingData: boolean;
  /** Limits of a batch of rows. If undefined, the limits of the service. */
  readonly limits?: JsonBatchOptions["limits"];
}

/**
 * Sends the rows of a file as JSON batches in one transfer session. Only one batch is in memory at a time. After a
 * failure, it repeats the failed batch with the same sequence number (service-api, "Data intake into sources").
 */
export class RowsDelivery implements Delivery {
  readonly #parts: RowsDeliveryOptions;
  readonly #session: TransferSession;
  #sentRows = 0;
  /** Digest of the header row and the rows already sent. */
  #sentDigest = new RowDigest();
  /** Number of bytes of the data file up to the last row sent. */
  #sentBytes = 0;
  #sequence = 1;
  #lastRow: number | undefined;
  #isSent = false;

  constructor(parts: RowsDeliveryOptions) {
    this.#parts = parts;
    this.#session = new TransferSession(parts.client, parts.tenant, parts.name);
  }

  get open(): OpenSessionOrTransaction | undefined {
    return this.#session.open;
  }

  get state(): DeliveryState {
    if (this.#session.open === undefined) {
      return { kind: "nothing" };
    }
    return this.#isSent
      ? { kind: "sent" }
      : { kind: "rows", sentRows: this.#sentRows, batch: this.#sequence, lastRow: this.#lastRow };
  }

  async run(signal: AbortSignal, onProgress: (progress: DeliveryProgress) => void): Promise<DeliveryOutcome> {
    if (!this.#isSent) {
      // The file is opened for each attempt, so that it is not held open while the user decides what to do.
      const data = await openDataRows(this.#parts.file);
      try {
        await this.#sendBatches(data, signal, onProgress);
      } finally {
        await data.close();
      }
      this.#isSent = true;
    }
    const job = await this.#session.complete(this.#parts.processingData, signal);
    return { job, rows: this.#sentRows, batches: this.#sequence - 1 };
  }

  async discard(signal: AbortSignal): Promise<void> {
    await this.#session.cancel(signal);
  }

  async #sendBatches(
    data: DataRows,
    signal: AbortSignal,
    onProgress: (progress: DeliveryProgress) => void,
  ): Promise<void> {
    const { header, totalBytes } = data;
    if (this.#sentRows === 0) {
      this.#sentDigest = new RowDigest();
      this.#sentDigest.add(header);
    }
    const batches = splitIntoJsonBatches(header, this.#rowsLeft(data, signal), {
      limits: this.#parts.limits,
      firstSequence: this.#sequence,
      firstRow: this.#sentRows + 1,
    });
    this.#lastRow = undefined;
    for await (const batch of batches) {
      const readBytes = data.readBytes();
      const sentBytes = this.#sentBytes;
      const notify = (part: number) => {
        onProgress({ bytes: Math.round(sentBytes + (readBytes - sentBytes) * part), totalBytes });
      };
      notify(0);
      await this.#send(batch, signal, notify);
      this.#sentBytes = readBytes;
      notify(1);
    }
    if (this.#sentRows === 0) {
      throw new DataFileError(this.#parts.name, "it has no row below its header row; there is nothing to send");
    }
  }

  async #send(batch: JsonBatch, signal: AbortSignal, notify: (part: number) => void): Promise<void> {
    const { client, sourceId, tenantCode } = this.#parts;
    const transferSessionId = await this.#session.begin(signal);
    const lastRow = batch.firstRow + batch.body.length - 2;
    this.#lastRow = lastRow;
    const result = await client.transferJsonBatch(
      {
        path: { transferSessionId },
        query: { sourceId, sequence: batch.sequence, ...(tenantCode !== undefined && { tenantCode }) },
        body: batch.body as BatchBody,
      },
      {
        signal,
        group: this.#session.group,
        onProgress: ({ direction, bytes }) => {
          if (direction === "sending") {
            notify(Math.min(1, bytes / batch.bytes));
          }
        },
      },
    );
    checkBatchResult("transferJsonBatch", result);
    for (const row of batch.body.slice(1)) {
      this.#sentDigest.add(row);
    }
    this.#sentRows = lastRow;
    this.#sequence = batch.sequence + 1;
    this.#lastRow = undefined;
  }

  /**
   * Yields the rows of the file that have not been sent yet. Throws DataFileError if rows that were already sent have
   * changed in the file.
   */
  async *#rowsLeft({ header, rows }: DataRows, signal: AbortSignal): AsyncGenerator<BatchRow, void, undefined> {
    const sentRows = this.#sentRows;
    const digest = new RowDigest();
    digest.add(header);
    let count = 0;
    const check = () => {
      if (!digest.equals(this.#sentDigest)) {
        const problem =
          "its header row or rows that were sent are no longer the same; cancel the session and send the file again";
        throw new DataFileError(this.#parts.name, problem);
      }
    };
    for await (const row of rows) {
      signal.throwIfAborted();
      if (count === sentRows) {
        check();
      }
      count++;
      if (count > sentRows) {
        yield row;
      } else {
        digest.add(row);
      }
    }
    if (count <= sentRows) {
      check();
    }
  }
}

/** Digest of a sequence of rows, to compare sequences without storing them. */
class RowDigest {
  readonly #hash = createHash("sha256");

  add(row: BatchRow): void {
    this.#hash.update(JSON.stringify(row)).update("\n");
  }

  /** Whether the same rows were added to both digests, in the same order. */
  equals(other: RowDigest): boolean {
    return this.#hash.copy().digest().equals(other.#hash.copy().digest());
  }
}
