/**
 * Identifies a job of any kind, as plain data that can be stored, so that another window can watch the job. Connector,
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
  /** Tenant that calls act on; the login tenant by default. */
  readonly tenant?: string;
}

/** Returns the id of a job in the service. */
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
