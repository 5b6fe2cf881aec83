import type { IncomingHttpHeaders } from "node:http";
import type { OperationDefinition } from "../../contract/operation.ts";
import { type Caller, HttpError, type Tenant } from "../call/call.ts";
import type { ServiceParts } from "../parts/service-parts.ts";

/**
 * The tenant a call acts on: the login tenant, or the one of `TargetTenantID`, which a caller of an administrating tenant
 * may name among the tenants it manages (service-api, "Tenancy").
 */
export async function findTenant(
  row: OperationDefinition,
  headers: IncomingHttpHeaders,
  caller: Caller,
  { tenants }: ServiceParts,
): Promise<Tenant> {
  const target = row.targets?.includes("tenant") ? textHeader(headers, "targettenantid") : undefined;
  const code = target ?? caller.loginTenant;
  if (code !== caller.loginTenant) {
    if (tenants.record(caller.loginTenant)?.parent !== undefined) {
      throw new HttpError(403, "TENANT_FORBIDDEN", `A user of ${caller.loginTenant} acts on no other tenant.`);
    }
    if (!tenants.children(caller.loginTenant).some((child) => child.code === code)) {
      throw new HttpError(404, "TENANT_UNKNOWN", `${caller.loginTenant} manages no tenant "${code}".`);
    }
  }
  const tenant = await tenants.find(code);
  if (!tenant) {
    throw new HttpError(404, "TENANT_UNKNOWN", `There is no tenant "${code}".`);
  }
  return tenant;
}

/** The draft project of the `ProjectID` header; none stands for the production version. */
export async function findProject(
  row: OperationDefinition,
  headers: IncomingHttpHeaders,
  tenant: Tenant,
  caller: Caller,
  { projects }: ServiceParts,
): Promise<string | undefined> {
  const id = row.targets?.includes("project") ? textHeader(headers, "projectid") : undefined;
  if (id === undefined) {
    return undefined;
  }
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) {
    throw new HttpError(400, "REQUEST_INVALID", "The request does not fit: header ProjectID must be a UUID.");
  }
  if (!(await projects.find(tenant.code, caller.userId, id.toLowerCase()))) {
    throw new HttpError(404, "PROJECT_UNKNOWN", `The tenant ${tenant.code} has no project "${id}".`);
  }
  return id.toLowerCase();
}

function textHeader(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}
