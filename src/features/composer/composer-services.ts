import type * as vscode from "vscode";
import type { Event } from "../../base/event.ts";
import type { Session } from "../../client/call/client.ts";
import type { Log } from "../../host/log.ts";
import type { TenantEntry } from "../../languages/core/requests/editor-requests.ts";

export interface ComposerServices {
  readonly log: Log;
  readonly extensionUri: vscode.Uri;
  readonly workspaceState: vscode.Memento;
  readonly currentSession: () => Promise<Session>;
  readonly onDidChangeTarget: Event<void>;
  /** Returns the tenants on which the user of a connection may act. */
  readonly tenants: (connectionId: string) => Promise<readonly TenantEntry[]>;
}
