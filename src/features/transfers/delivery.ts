import type { JobReference } from "../../contract/job-reference.ts";

/** Progress of a transmission of data: bytes of the file or of the request bodies. */
export interface DeliveryProgress {
  readonly bytes: number;
  /** Total number of bytes to send. Undefined if unknown. */
  readonly totalBytes: number | undefined;
}

/** State of an interrupted transmission: what the service has received so far. */
export type DeliveryState =
  /** The transmission has not started anything at the service. */
  | { readonly kind: "nothing" }
  /**
   * The service has received the first `sentRows` rows. The transmission was interrupted while the following rows up to
   * `lastRow` were read or sent.
   */
  | { readonly kind: "rows"; readonly sentRows: number; readonly batch: number; readonly lastRow: number | undefined }
  /** A transfer session or transaction is open, but the file has not been sent. */
  | { readonly kind: "file" }
  /** All data was sent, but the transfer session is not completed or the transaction is not committed. */
  | { readonly kind: "sent" };

/** Open transfer session, or open transaction of direct intake. */
export interface OpenSessionOrTransaction {
  readonly kind: "session" | "transaction";
  readonly id: string;
  /** Whether this transmission started the session or transaction, so that it contains no other data. */
  readonly wasStartedHere: boolean;
}

/** Outcome of a completed transmission of data. */
export interface DeliveryOutcome {
  /** Job that the service started for the data. */
  readonly job: JobReference | undefined;
  /** Number of rows sent, without the header row. Undefined if the file was sent unchanged. */
  readonly rows?: number;
  readonly batches?: number;
  /** Id of a transaction that was left open. */
  readonly openTransaction?: string;
}

/** Transmission of data to the service. It can be interrupted, continued and discarded. */
export interface Delivery {
  readonly state: DeliveryState;
  /** Session or transaction that this transmission has open at the service. It must be completed or discarded. */
  readonly open: OpenSessionOrTransaction | undefined;
  /**
   * Sends the remaining data and starts the job. Rejects if it is interrupted; another call continues where it stopped.
   */
  run(signal: AbortSignal, onProgress: (progress: DeliveryProgress) => void): Promise<DeliveryOutcome>;
  /** Ends the session or transaction without keeping its data. Undefined if there is none. */
  discard?(signal: AbortSignal): Promise<void>;
}
