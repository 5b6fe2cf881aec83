import type { Session } from "../../client/call/client.ts";
import type { ItemTarget } from "./explorer-item.ts";
import type { ExplorerSource, Page } from "./explorer-model.ts";

/** The part of the connections that the explorer uses. */
export interface ExplorerConnections {
  list(): readonly {
    readonly id: string;
    readonly label: string;
    readonly role: string;
    readonly kind: "local" | "remote";
  }[];
  /** The active target, with the login tenant if it names none. */
  readonly displayedTarget: {
    readonly connectionId: string;
    readonly tenant?: string;
    readonly project?: { readonly id: string; readonly name: string };
  };
  tenants(connectionId: string): Promise<readonly { readonly code: string; readonly displayName: string }[]>;
  /** Returns a session that acts on the production version of a tenant. */
  sessionFor(connectionId: string, tenant?: string): Promise<Session>;
}

/** Creates the source that reads the tree's entries through the client. */
export function createExplorerSource(connections: ExplorerConnections): ExplorerSource {
  const client = async ({ connectionId, tenant }: ItemTarget) =>
    (await connections.sessionFor(connectionId, tenant)).client;
  return {
    connections: () =>
      connections.list().map(({ id, label, role, kind }) => ({ id, label, role, isLocal: kind === "local" })),
    active: () => {
      const { connectionId, tenant, project } = connections.displayedTarget;
      return { connectionId, ...(tenant !== undefined && { tenant }), ...(project && { projectId: project.id }) };
    },
    tenants: (connectionId) => connections.tenants(connectionId),
    tableSources: async (target: ItemTarget, query: Page) =>
      (await (await client(target)).listTableSources({ query })).tables ?? [],
    reports: async (target: ItemTarget, query: Page) =>
      (await (await client(target)).listReports({ query })).reports ?? [],
    projects: async (target: ItemTarget) =>
      await (await client(target)).listProjects({ query: { with: ["Open", "Approval", "Rejected", "Archived"] } }),
    metadata: async (target: ItemTarget, tableId: string) =>
      await (await client(target)).getTableSourceMetadata({ path: { tableId } }),
  };
}
