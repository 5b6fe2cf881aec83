import type * as vscode from "vscode";
import type { ConnectionRole } from "../../base/connection-role.ts";
import type { Event } from "../../base/event.ts";
import type { Session } from "../../client/call/client.ts";
import type { Log } from "../../host/log.ts";

/** Subset of the connection service that the transactions feature uses. */
export interface TransactionConnections {
  /** Ids of the active connection and tenant. */
  readonly target: { readonly connectionId: string; readonly tenant?: string | undefined };
  readonly onDidChange: Event<void>;
  list(): readonly { readonly id: string; readonly label: string; readonly role: ConnectionRole }[];
  sessionFor(connectionId: string, tenant?: string): Promise<Session>;
}

export interface TransactionServices {
  readonly log: Log;
  readonly context: vscode.ExtensionContext;
  readonly connections: TransactionConnections;
}

/**
 * View type of the transaction page, by which VS Code restores the page after a reload. package.json contains it, too.
 */
export const panelType = "workforce.transactionPanel";
