import type { ExtensionContext } from "vscode";
import type { Event } from "../../base/event.ts";
import type { Session } from "../../client/call/session.ts";
import type { JobReference } from "../../contract/job-reference.ts";
import type { Availability } from "../../host/availability.ts";
import type { Log } from "../../host/log.ts";

/** Where a transfer goes: it stays there when another connection or tenant is chosen. */
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
  /** The active target. */
  readonly currentTarget: () => TransferTarget;
  /** The active target, or what is known of it, changed. */
  readonly onDidChangeTarget: Event<void>;
  /** Watches a job that a transfer began. */
  readonly watchJob: (connectionId: string, reference: JobReference, label: string) => Promise<void>;
}
