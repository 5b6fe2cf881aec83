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
