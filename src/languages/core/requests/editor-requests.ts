import type { AggregateQueryRequest } from "../../../contract/queries.ts";

/**
 * LSP method of the request that the language server sends to the editor to count the records of a dimension member.
 * The editor runs a query on its active connection.
 */
export const recordCountRequest = "workforce/members/count";

export interface RecordCountParams {
  /** Query that counts the records. Its result has a single cell. */
  readonly request: AggregateQueryRequest;
}

/** Editor's response to a request for the number of records of a dimension member. */
export type RecordCountResponse =
  /** The records were counted. `value` is the number as text, exactly as received from the service. */
  | { readonly kind: "counted"; readonly value: string; readonly isSmallGroup: boolean }
  /** The number of records is hidden, because it is below the connection's small-group threshold. */
  | { readonly kind: "hidden"; readonly threshold: number }
  /** The number of records is unknown, because no connection is available or the query result has no value. */
  | { readonly kind: "unknown" };

/**
 * LSP method of the request that the language server sends to the editor to list the tenants of the active connection.
 */
export const tenantsRequest = "workforce/tenants/list";

/** A tenant on which the user of the active connection can act. */
export interface TenantEntry {
  readonly code: string;
  readonly displayName: string;
}

export interface TenantListResponse {
  /** Tenants of the active connection. Empty if no connection is available. */
  readonly tenants: readonly TenantEntry[];
}

/** Notification that statements were not formatted, because each has an error. */
export const formatRefusedNotification = "workforce/format/refused";

export interface FormatRefused {
  readonly uri: string;
  /** Spans of the statements, as offsets in the document. */
  readonly statements: readonly { readonly start: number; readonly end: number }[];
  /** Whether formatting changes other parts of the document, which may move the statements. */
  readonly changesText: boolean;
}
