import type { CancellationToken } from "vscode";
import type { ConnectionRole } from "../../base/connection-role.ts";
import type { Session } from "../../client/call/client.ts";
import type { TenantBranch } from "../../host/tenant-branch.ts";
import type { ModelSearch, ModelSearchResult } from "../../languages/core/model/model-requests.ts";
import type { DescribeNameParams } from "../../languages/core/requests/server-requests.ts";
import type { ItemTarget } from "./explorer-item.ts";
import type { ExplorerSource, Page } from "./explorer-model.ts";

/** Subset of the connection service that the explorer uses. */
export interface ExplorerConnections {
  list(): readonly {
    readonly id: string;
    readonly label: string;
    readonly role: ConnectionRole;
    readonly kind: "local" | "remote";
    /** Set for a connection that acts as another user for a while. */
    readonly temporary?: unknown;
  }[];
  /** Whether the user must sign in before requests on a connection can succeed. */
  isSignedOut(connectionId: string): boolean;
  /** Active connection, tenant and project. The tenant is that of the sign-in if none was chosen. */
  readonly displayedTarget: {
    readonly connectionId: string;
    readonly tenant?: string;
    readonly project?: { readonly id: string; readonly name: string };
  };
  tenants(
    connectionId: string,
    signal?: AbortSignal,
  ): Promise<readonly { readonly code: string; readonly displayName: string }[]>;
  /** Returns a session for the production version of a tenant. */
  sessionFor(connectionId: string, tenant?: string): Promise<Session>;
  /** Returns the names of operations that the service of a connection is known not to support. */
  missingOperations(connectionId: string): ReadonlySet<string>;
  /** Returns the name of the time column in results of a connection. Undefined for the standard name. */
  timeColumnOf(connectionId: string): Promise<string | undefined>;
  guardOf(connectionId: string): { readonly mode: string; readonly threshold: number } | undefined;
}

/** Functions of the language feature that read model names and their hover texts. */
export interface ExplorerModelNames {
  readNames(session: Session, search: ModelSearch, page: number, signal: AbortSignal): Promise<ModelSearchResult>;
  describeName(params: DescribeNameParams, token: CancellationToken): Promise<string | undefined>;
}

/** Creates the data source that loads explorer items through the service client. */
export function createExplorerSource(
  connections: ExplorerConnections,
  names: ExplorerModelNames,
  branches: readonly TenantBranch[],
): ExplorerSource {
  const session = ({ connectionId, tenant }: ItemTarget) => connections.sessionFor(connectionId, tenant);
  const client = async (target: ItemTarget) => (await session(target)).client;
  return {
    branches,
    connections: () =>
      connections.list().map(({ id, label, role, kind, temporary }) => ({
        id,
        label,
        role,
        isLocal: kind === "local",
        isImpersonated: temporary !== undefined,
        isSignedOut: connections.isSignedOut(id),
        missingOperations: [...connections.missingOperations(id)].sort(),
      })),
    active: () => {
      const { connectionId, tenant, project } = connections.displayedTarget;
      return { connectionId, ...(tenant !== undefined && { tenant }), ...(project && { projectId: project.id }) };
    },
    tenants: (connectionId, signal) => connections.tenants(connectionId, signal),
    tableSources: async (target: ItemTarget, query: Page, signal) =>
      (await (await client(target)).listTableSources({ query }, { signal })).tables ?? [],
    reports: async (target: ItemTarget, query: Page, signal) =>
      (await (await client(target)).listReports({ query }, { signal })).reports ?? [],
    projects: async (target: ItemTarget, signal) =>
      await (await client(target)).listProjects(
        { query: { with: ["Open", "Approval", "Rejected", "Archived"] } },
        { signal },
      ),
    names: async (target, search, page, signal) => await names.readNames(await session(target), search, page, signal),
    metadata: async (target: ItemTarget, tableId: string) =>
      await (await client(target)).getTableSourceMetadata({ path: { tableId } }),
  };
}
