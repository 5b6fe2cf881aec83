import type { TenantStore } from "../store/tenant-store.ts";
import type { JobInput } from "./sql-job.ts";

/**
 * Tenants in which a call may run jobs: the tenant it acts on and, if that is an administrating one, the tenants it
 * manages.
 */
export interface JobTenants {
  /** Code of the tenant of the call. */
  readonly current: string;
  /** Code of the administrating tenant, which is the part before the `~` in the codes of the tenants it manages. */
  readonly administrating: string;
  has(code: string): boolean;
}

export function jobTenantsOf(current: string, tenants: TenantStore): JobTenants {
  const codes = new Set([current, ...tenants.children(current).map(({ code }) => code)]);
  return { current, administrating: tenants.record(current)?.parent ?? current, has: (code) => codes.has(code) };
}

/** Code of the tenant that a folder name or a value in a row stands for. */
export function toTenantCode(name: string, { prependsAdmin }: JobInput, { administrating }: JobTenants): string {
  return prependsAdmin && name !== administrating ? `${administrating}~${name}` : name;
}

/** Name of a tenant in folder names and rows. */
export function toTenantName(code: string, { prependsAdmin }: JobInput, { administrating }: JobTenants): string {
  const prefix = `${administrating}~`;
  return prependsAdmin && code.startsWith(prefix) ? code.slice(prefix.length) : code;
}
