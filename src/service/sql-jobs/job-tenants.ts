import type { TenantStore } from "../store/tenant-store.ts";
import type { JobInput } from "./sql-job.ts";

/** The tenants that a call may run jobs in: the one that it acts on and, for an administrating one, those that it manages. */
export interface JobTenants {
  /** The tenant of the call. */
  readonly current: string;
  /** Its code is what stands before the `~` of those that it manages. */
  readonly administrating: string;
  has(code: string): boolean;
}

export function jobTenantsOf(current: string, tenants: TenantStore): JobTenants {
  const codes = new Set([current, ...tenants.children(current).map(({ code }) => code)]);
  return { current, administrating: tenants.record(current)?.parent ?? current, has: (code) => codes.has(code) };
}

/** The tenant that a folder or a row calls so. */
export function tenantOfName(name: string, { prependsAdmin }: JobInput, { administrating }: JobTenants): string {
  return prependsAdmin && name !== administrating ? `${administrating}~${name}` : name;
}

/** What a folder or a row calls the tenant. */
export function nameOfTenant(code: string, { prependsAdmin }: JobInput, { administrating }: JobTenants): string {
  const prefix = `${administrating}~`;
  return prependsAdmin && code.startsWith(prefix) ? code.slice(prefix.length) : code;
}
