import type { Connection } from "vscode-languageserver/node";
import { type TenantEntry, type TenantList, tenantsRequest } from "../core/requests/tenant-requests.ts";

/** The tenants of the editor's connection; none of an editor that does not know the request. */
export async function searchTenants(connection: Pick<Connection, "sendRequest">): Promise<readonly TenantEntry[]> {
  try {
    return (await connection.sendRequest<TenantList>(tenantsRequest)).tenants;
  } catch {
    return [];
  }
}
