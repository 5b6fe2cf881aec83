import type { Connection } from "vscode-languageserver/node";
import { type TenantEntry, type TenantList, tenantsRequest } from "../core/requests/tenant-requests.ts";

/** Tenants of the editor's connection; empty for an editor that does not know the request. */
export async function searchTenants(connection: Pick<Connection, "sendRequest">): Promise<readonly TenantEntry[]> {
  try {
    return (await connection.sendRequest<TenantList>(tenantsRequest)).tenants;
  } catch {
    return [];
  }
}
