import type { TenantStore } from "../store/tenant-store.ts";
import type { JobInput } from "./sql-job.ts";

/**
 * Tenants in which a call can run jobs: the call's tenant and, for an administrating tenant, the tenants that it
 * manages.
 */
export interface JobTenants {
  /** Code of the call's tenant. */
  readonly current: string;
  /** Code of the administrating tenant, which is the part before `~` in the code of a managed tenant. */
  readonly administrating: string;
  has(code: string): boolean;
}

export function jobTenantsOf(current: string, tenants: TenantStore): JobTenants {
  const codes = new Set([current, ...tenants.children(current).map(({ code }) => code)]);
  return { current, administrating: tenants.record(current)?.parent ?? current, has: (code) => codes.has(code) };
}

/** Converts the tenant name in a folder name or a row to a tenant code. */
export function toTenantCode(name: string, { prependsAdmin }: JobInput, { administrating }: JobTenants): string {
  return prependsAdmin && name !== administrating ? `${administrating}~${name}` : name;
}

/** Converts a tenant code to the name that folders and rows use. */
export function toTenantName(code: string, { prependsAdmin }: JobInput, { administrating }: JobTenants): string {
  const prefix = `${administrating}~`;
  return prependsAdmin && code.startsWith(prefix) ? code.slice(prefix.length) : code;
}
