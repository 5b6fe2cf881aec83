import type { ExtensionContext } from "vscode";
import type { Event } from "../../base/event.ts";
import type { Session } from "../../client/call/client.ts";
import type { JobReference } from "../../contract/job-reference.ts";
import type { Availability } from "../../host/availability.ts";
import type { Log } from "../../host/log.ts";
import type { TenantTarget } from "../../host/tenant-branch.ts";

/** Connection and tenant of a transfer. Does not change when the user switches to another connection or tenant. */
export interface TransferTarget {
  readonly connectionId: string;
  readonly connection: string;
  readonly tenant: string | undefined;
  session(): Promise<Session>;
  readonly availability: Availability;
}

export interface TransferServices {
  readonly log: Log;
  readonly context: ExtensionContext;
  /** Returns the active connection and tenant. */
  readonly currentTarget: () => TransferTarget;
  /** Returns the connection and tenant of an item of the explorer tree. */
  readonly targetFor: (target: TenantTarget) => TransferTarget;
  /**
   * Fires when the active connection or tenant changes, or when it becomes known which operations its service supports.
   */
  readonly onDidChangeTarget: Event<void>;
  /** Starts polling a job that a transfer started. */
  readonly watchJob: (connectionId: string, reference: JobReference, label: string) => Promise<void>;
}
