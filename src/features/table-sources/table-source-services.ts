import type { Memento } from "vscode";
import type { Session } from "../../client/call/session.ts";
import type { JobReference } from "../../contract/job-reference.ts";
import type { Log } from "../../host/log.ts";
import type { ResultSink } from "../../protocol/result-sink.ts";

export interface TableSourceServices {
  readonly log: Log;
  readonly context: { readonly globalState: Memento; readonly workspaceState: Memento };
  readonly connections: TableConnections;
  readonly results: ResultSink;
  /** Notes a transaction, so that it is found again when this window is closed before its end. */
  readonly storeTransaction: (note: TransactionUpdate) => Promise<void>;
  /** Watches a job that was started from here. */
  readonly watchJob: (connectionId: string, reference: JobReference, label: string) => Promise<void>;
}

interface TransactionUpdate {
  readonly connectionId: string;
  readonly tenant: string | undefined;
  readonly transactionId: string;
  readonly tables: readonly string[];
  readonly label: string;
}

/** What is needed of the connections. */
export interface TableConnections {
  /** The active target, which stays the same when another one is chosen. */
  currentTarget(): {
    readonly connectionId: string;
    loginTenant(): Promise<string | undefined>;
    readonly tenant: string | undefined;
  };
  /** A session that acts on the production version of a tenant. */
  sessionFor(connectionId: string, tenant?: string): Promise<Session>;
}
