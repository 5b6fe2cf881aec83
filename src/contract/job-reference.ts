/**
 * Reference to a job of any kind. It can be serialised, so that another window can watch the job. Connector,
 * extraction, receiving, processing and dispatching jobs share one kind of id and one status operation.
 */
export type JobReference = TransactionJobReference &
  (
    | { readonly kind: "job"; readonly jobId: string }
    | { readonly kind: "dispatching"; readonly jobId: string }
    | { readonly kind: "sql"; readonly transactionId: string; readonly jobId: string }
    | { readonly kind: "export"; readonly jobUuid: string }
    | { readonly kind: "connector"; readonly jobId: string }
    | { readonly kind: "validation"; readonly id: string }
  );

interface TransactionJobReference {
  /** Target tenant of requests about the job; the login tenant by default. */
  readonly tenant?: string;
}

/** Returns the id by which the service knows a job. */
export function jobIdOf(reference: JobReference): string {
  switch (reference.kind) {
    case "export":
      return reference.jobUuid;
    case "validation":
      return reference.id;
    default:
      return reference.jobId;
  }
}
