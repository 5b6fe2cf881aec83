/** Request that the language server sends to its editor: the tenants that the active connection knows. */
export const tenantsRequest = "workforce/tenants/list";

/** A tenant that the user of a connection can act on. */
export interface TenantEntry {
  readonly code: string;
  readonly displayName: string;
}

export interface TenantList {
  /** None when nothing could be asked. */
  readonly tenants: readonly TenantEntry[];
}
