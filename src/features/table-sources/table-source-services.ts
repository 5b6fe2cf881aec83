import type { Memento, Uri } from "vscode";
import type { Session } from "../../client/call/client.ts";
import type { JobReference } from "../../contract/job-reference.ts";
import type { Log } from "../../host/log.ts";
import type { ResultSink } from "../../protocol/result-sink.ts";

export interface TableSourceServices {
  readonly log: Log;
  readonly context: {
    readonly globalState: Memento;
    readonly workspaceState: Memento;
    readonly extensionUri: Uri;
    /** Local folder that all windows share. */
    readonly globalStorageUri: Uri;
  };
  readonly connections: TableConnections;
  readonly results: ResultSink;
  /** Stores a transaction, so that it can be found again if this window closes before its end. */
  readonly storeTransaction: (note: TransactionUpdate) => Promise<void>;
  /** Returns the transactions that were started from here, newest first. */
  readonly ownTransactions: () => readonly StoredTransaction[];
  /**
   * Reads the table sources of a tenant again where they are shown or offered. `tableId` is the one whose rows changed.
   */
  readonly refreshTables: (target: TargetIds, tableId?: string) => void;
  /** Follows a job that was started from here. */
  readonly watchJob: (connectionId: string, reference: JobReference, label: string) => Promise<void>;
}

/** Connection and tenant. The tenant is undefined where that of the sign-in is meant. */
export interface TargetIds {
  readonly connectionId: string;
  readonly tenant: string | undefined;
}

/** A transaction that was started from here. */
export interface StoredTransaction {
  readonly connectionId: string;
  readonly tenant?: string | undefined;
  readonly transactionId: string;
  readonly tables: readonly string[];
  readonly label?: string;
  readonly end?: string;
}

interface TransactionUpdate extends TargetIds {
  readonly transactionId: string;
  readonly tables: readonly string[];
  readonly label: string;
}

/** Access to connections and sessions. */
export interface TableConnections {
  /** Returns the active target. The returned object does not change when the user switches to another target. */
  currentTarget(): {
    readonly connectionId: string;
    loginTenant(): Promise<string | undefined>;
    readonly tenant: string | undefined;
  };
  /** Returns a session that acts on the production version of a tenant. */
  sessionFor(connectionId: string, tenant?: string): Promise<Session>;
}
