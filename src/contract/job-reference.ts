/**
 * What names a job of any kind, as plain data: it can be written down and watched again by another window.
 * Connectors, extraction, receiving, processing and dispatching jobs share one kind of id and one status operation.
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
  /** Tenant that the calls act on; the login tenant when left out. */
  readonly tenant?: string;
}

/** The id that the service gave the job. */
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
