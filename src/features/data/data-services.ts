import type { ExtensionContext, TextDocument } from "vscode";
import type { ConnectionRole } from "../../base/connection-role.ts";
import type { Event } from "../../base/event.ts";
import type { Session } from "../../client/call/client.ts";
import type { JobReference } from "../../contract/job-reference.ts";
import type { Log } from "../../host/log.ts";
import type { TenantTarget } from "../../host/tenant-branch.ts";
import type { TextDocuments } from "../../host/text-documents.ts";

/** Subset of the connection service that the data of tenants needs. */
interface DataConnections {
  /** Fires when connections, the active target or the known unsupported operations have changed. */
  readonly onDidChange: Event<void>;
  list(): readonly { readonly id: string; readonly label: string; readonly role: ConnectionRole }[];
  /** Active connection and tenant. The tenant is that of the sign-in if none was chosen. */
  readonly displayedTarget: { readonly connectionId: string; readonly tenant?: string };
  tenants(connectionId: string, signal?: AbortSignal): Promise<readonly { readonly code: string }[]>;
  sessionFor(connectionId: string, tenant?: string): Promise<Session>;
  /** Returns the operations that the service of a connection is known not to support. */
  missingOperations(connectionId: string): ReadonlySet<string>;
}

export interface NamedProject {
  readonly id: string;
  readonly name: string;
}

/** Dependencies of the feature on other features. */
export interface DataServices {
  readonly log: Log;
  /** Read-only documents of reports. */
  readonly reports: TextDocuments;
  readonly context: ExtensionContext;
  readonly connections: DataConnections;
  /** Starts polling a job. `label` is its name for the user. */
  readonly watchJob: (connectionId: string, reference: JobReference, label: string) => Promise<void>;
  /** Reloads an entry of the explorer tree below a tenant. `path` holds the names of the entries. */
  readonly refreshTree: (target: TenantTarget, path: string) => void;
  /** Runs all queries of a document in the production version or in a project of a tenant, and shows their results. */
  readonly runQueries: (
    document: TextDocument,
    target: TenantTarget,
    project: NamedProject | undefined,
    signal: AbortSignal,
  ) => Promise<void>;
  /** Requests the names of the model anew, because another data version may have other members. */
  readonly refreshModel: () => void;
}
