import type { ExtensionContext } from "vscode";
import type { ResultAdditivity } from "../../base/additivity.ts";
import type { ConnectionRole } from "../../base/connection-role.ts";
import { isRecord, isTreeItem } from "../../base/guards.ts";
import type { SmallGroupGuard } from "../../base/small-group.ts";
import type { Session } from "../../client/call/client.ts";
import type { Project } from "../../contract/projects.ts";
import type { Log } from "../../host/log.ts";
import type { TenantTarget } from "../../host/tenant-branch.ts";
import type { TextDocuments } from "../../host/text-documents.ts";

/** Subset of the connection service that projects need. */
interface ProjectConnections {
  list(): readonly { readonly id: string; readonly label: string; readonly role: ConnectionRole }[];
  sessionFor(connectionId: string, tenant?: string): Promise<Session>;
  guardOf(connectionId: string): SmallGroupGuard | undefined;
}

/** Dependencies of the feature on other features. */
export interface ProjectsServices {
  readonly log: Log;
  readonly context: ExtensionContext;
  readonly connections: ProjectConnections;
  /** Reloads an entry of the explorer tree below a tenant. */
  readonly refreshTree: (target: TenantTarget, path: string) => void;
  /** Makes the editors ask for the model anew. */
  readonly refreshModel: () => void;
  /** Returns which columns of a query are metrics. Undefined for a text that is not one valid query. */
  readonly columnAdditivity: (text: string) => Promise<ResultAdditivity | undefined>;
}

/** Services with the documents that the feature shows. */
export interface ProjectsParts extends ProjectsServices {
  readonly documents: TextDocuments;
}

/** A project that a command is called for. */
export interface ProjectTarget {
  readonly target: TenantTarget;
  readonly project: Project & { readonly id: string };
  readonly name: string;
}

/** Reads the project of a tree item. Undefined for other arguments. */
export function projectOf(item: unknown): ProjectTarget | undefined {
  if (!isTreeItem<{ readonly kind: string; readonly key: string; readonly target?: TenantTarget }>(item)) {
    return undefined;
  }
  const { target } = item;
  const project = isRecord(item) && "project" in item ? (item.project as Project | undefined) : undefined;
  return target && project?.id !== undefined
    ? { target, project: { ...project, id: project.id }, name: project.name ?? project.id }
    : undefined;
}

/** Reads the tenant of a tree item. Undefined for other arguments. */
export function tenantOf(item: unknown): TenantTarget | undefined {
  return isTreeItem<{ readonly kind: string; readonly key: string; readonly target?: TenantTarget }>(item)
    ? item.target
    : undefined;
}
