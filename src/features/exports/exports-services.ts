import type { ExtensionContext } from "vscode";
import type { ConnectionRole } from "../../base/connection-role.ts";
import type { Event } from "../../base/event.ts";
import type { Session } from "../../client/call/client.ts";
import type { JobReference } from "../../contract/job-reference.ts";
import type { Log } from "../../host/log.ts";
import type { TenantTarget } from "../../host/tenant-branch.ts";

/** Subset of the connection service that exports need. */
interface ExportConnections {
  list(): readonly { readonly id: string; readonly label: string; readonly role: ConnectionRole }[];
  targetFor(target: TenantTarget): { loginTenant(): Promise<string | undefined> };
  readonly onDidChange: Event<void>;
  /** Active connection and tenant. The tenant is that of the sign-in if none was chosen. */
  readonly displayedTarget: { readonly connectionId: string; readonly tenant?: string };
  tenants(connectionId: string, signal?: AbortSignal): Promise<readonly { readonly code: string }[]>;
  sessionFor(connectionId: string, tenant?: string): Promise<Session>;
  /** Returns the operations that the service of a connection is known not to support. */
  missingOperations(connectionId: string): ReadonlySet<string>;
}

/** Dependencies of the feature on other features. */
export interface ExportsServices {
  readonly log: Log;
  readonly context: ExtensionContext;
  readonly connections: ExportConnections;
  /** Starts polling a job. `label` is its name for the user. */
  readonly watchJob: (connectionId: string, reference: JobReference, label: string) => Promise<void>;
  /** Reloads an entry of the explorer tree below a tenant. `path` holds the names of the entries. */
  readonly refreshTree: (target: TenantTarget, path: string) => void;
}
