import type { JobReference } from "../../contract/job-reference.ts";

/** Progress of a delivery, in bytes of its file or of its request bodies. */
export interface DeliveryProgress {
  readonly bytes: number;
  /** Undefined if unknown. */
  readonly totalBytes: number | undefined;
}

/** What the service has received when a delivery stops. */
export type DeliveryState =
  /** Nothing was started at the service. */
  | { readonly kind: "nothing" }
  /**
   * The service has received `sentRows` rows. The delivery stopped while sending the following rows up to `lastRow`, or
   * while reading them.
   */
  | { readonly kind: "rows"; readonly sentRows: number; readonly batch: number; readonly lastRow: number | undefined }
  /** A session or transaction is open, without the file. */
  | { readonly kind: "file" }
  /** Everything was sent, but not yet completed or committed. */
  | { readonly kind: "sent" };

/** A transfer session, or a transaction of direct intake. */
export interface OpenDelivery {
  readonly kind: "session" | "transaction";
  readonly id: string;
  /** Whether the delivery itself started it, so that it contains nothing else. */
  readonly wasStartedHere: boolean;
}

/** Outcome of a completed delivery. */
export interface DeliveryOutcome {
  /** The job that the service started for the data. */
  readonly job: JobReference | undefined;
  /** Number of rows sent, without the header row. Undefined for a file that was sent unchanged. */
  readonly rows?: number;
  readonly batches?: number;
  /** Id of a transaction that was left open. */
  readonly openTransaction?: string;
}

/** A transmission of data to the service. It can be stopped, continued and discarded. */
export interface Delivery {
  readonly state: DeliveryState;
  /** The session or transaction that is open at the service, and has to be completed or discarded. */
  readonly open: OpenDelivery | undefined;
  /** Sends the remaining data and starts the job. Rejects with what stopped it; another call continues from there. */
  run(signal: AbortSignal, onProgress: (progress: DeliveryProgress) => void): Promise<DeliveryOutcome>;
  /** Ends the session or transaction, so that the service keeps nothing of it. Missing if there is none. */
  discard?(signal: AbortSignal): Promise<void>;
}
