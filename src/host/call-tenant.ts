import type { ConnectionRole } from "../base/connection-role.ts";
import { withProgress } from "./progress.ts";
import type { TenantTarget } from "./tenant-branch.ts";

/** Calls the service for a tenant while a notification shows the progress. */
export async function callTenant<Client, Value>(
  { connectionId, tenant }: TenantTarget,
  title: string,
  connections: { sessionFor(connectionId: string, tenant: string): Promise<{ readonly client: Client }> },
  call: (client: Client, signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  return await withProgress("notification", title, async (signal) => {
    const { client } = await connections.sessionFor(connectionId, tenant);
    return await call(client, signal);
  });
}

/** Returns the name and the role of a connection. An unknown one counts as production, to be safe. */
export function connectionOf(
  connectionId: string,
  connections: {
    list(): readonly { readonly id: string; readonly label: string; readonly role: ConnectionRole }[];
  },
): { readonly label: string; readonly role: ConnectionRole } {
  const found = connections.list().find(({ id }) => id === connectionId);
  return { label: found?.label ?? connectionId, role: found?.role ?? "production" };
}

/** Returns the active tenant of a connection; the first one if none was chosen. */
export async function activeTenant(connections: {
  readonly displayedTarget: { readonly connectionId: string; readonly tenant?: string };
  tenants(connectionId: string): Promise<readonly { readonly code: string }[]>;
}): Promise<TenantTarget> {
  const { connectionId, tenant } = connections.displayedTarget;
  const [first] = tenant === undefined ? await connections.tenants(connectionId) : [];
  return { connectionId, tenant: tenant ?? first?.code ?? "" };
}
