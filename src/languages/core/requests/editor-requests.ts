import type { AggregateQueryRequest } from "../../../contract/queries.ts";

/**
 * Request that the language server sends to its editor: count the records of a member by a query on the active
 * connection.
 */
export const memberCountRequest = "workforce/members/count";

export interface MemberCountParams {
  /** Query whose answer has one cell. */
  readonly request: AggregateQueryRequest;
}

/** Response of the editor to a member count request. */
export type MemberCountResponse =
  /** `value` is the count as text, exactly as the service sent it. */
  | { readonly kind: "counted"; readonly value: string; readonly isSmallGroup: boolean }
  /** The count is below the small-group threshold of the connection, which hides it. */
  | { readonly kind: "hidden"; readonly threshold: number }
  /** No connection could be asked, or the answer has no count. */
  | { readonly kind: "unknown" };

/** Request that the language server sends to its editor for the tenants of the active connection. */
export const tenantsRequest = "workforce/tenants/list";

/** Tenant that the connection's user can act on. */
export interface TenantEntry {
  readonly code: string;
  readonly displayName: string;
}

export interface TenantList {
  /** Empty when no connection could be asked. */
  readonly tenants: readonly TenantEntry[];
}
