import type { JobReference } from "../../contract/job-reference.ts";

/** How far a delivery is, in bytes of its file or of what is sent. */
export interface DeliveryProgress {
  readonly bytes: number;
  /** Undefined when nobody knows. */
  readonly totalBytes: number | undefined;
}

/** What has arrived at the service, for the question after a stop. */
export type DeliveryState =
  /** Nothing was begun there. */
  | { readonly kind: "nothing" }
  /** `sentRows` rows are there; what stopped are the rows from the next one to `lastRow`, or the reading of them. */
  | { readonly kind: "rows"; readonly sentRows: number; readonly batch: number; readonly lastRow: number | undefined }
  /** A session or transaction is open, and the file is not in it. */
  | { readonly kind: "file" }
  /** All of it is there; it is not completed or committed. */
  | { readonly kind: "sent" };

/** A transfer session or a transaction of direct intake. */
export interface OpenDelivery {
  readonly kind: "session" | "transaction";
  readonly id: string;
  /** Begun by the delivery, with nothing else in it. */
  readonly isOwn: boolean;
}

/** How a delivery ended. */
export interface Delivered {
  /** The job that the service began with it. */
  readonly job: JobReference | undefined;
  /** Rows that were sent, the header row not counted; undefined for a file that was sent as it is. */
  readonly rows?: number;
  readonly batches?: number;
  /** A transaction that was left open. */
  readonly openTransaction?: string;
}

/** Data on its way to the service: can be stopped, gone on with, and given up. */
export interface Delivery {
  readonly state: DeliveryState;
  /** What is open at the service now, and must be completed or given up. */
  readonly open: OpenDelivery | undefined;
  /** Sends what is left and begins the job. What it throws stopped it; called again it goes on there. */
  run(signal: AbortSignal, onProgress: (progress: DeliveryProgress) => void): Promise<Delivered>;
  /** Ends the session or transaction, so that nothing of it stays at the service; left out where there is none. */
  discard?(signal: AbortSignal): Promise<void>;
}
