import type { UserMetadata } from "../../contract/authentication.ts";

/** Tenant on which a user may act. */
export interface TenantEntry {
  readonly code: string;
  readonly displayName: string;
}

/**
 * Reads the tenants of a user from token claims with the deployment's prefix. Also reads the sign-in tenant, which
 * applies to requests without a tenant.
 */
export function readTenants(
  claims: UserMetadata,
  claimPrefix = "service:",
): { readonly tenants: readonly TenantEntry[]; readonly login: string | undefined } {
  const user: UserMetadata = Object.fromEntries(
    Object.entries(claims).map(([name, value]) => [
      name.startsWith(claimPrefix) ? `service:${name.slice(claimPrefix.length)}` : name,
      value,
    ]),
  );
  const login = user["service:tenant_id"];
  const details = user["service:tenant_details"]?.details ?? [];
  const tenants = details.map(({ tenantCode = "", displayName = tenantCode }) => ({ code: tenantCode, displayName }));
  return {
    login,
    tenants: tenants.length > 0 || login === undefined ? tenants : [{ code: login, displayName: login }],
  };
}
