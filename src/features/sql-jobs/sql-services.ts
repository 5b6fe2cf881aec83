import type * as vscode from "vscode";
import type { Session } from "../../client/call/client.ts";
import type { SqlJobRequest } from "../../contract/sql-job-schemas.ts";
import type { Log } from "../../host/log.ts";
import type { JsonProblems, JsonProblemsParams } from "../../languages/core/requests/server-requests.ts";
import type { ResultSink } from "../../protocol/result-sink.ts";

/**
 * Connection, tenant and project that SQL runs on. Does not change when the user switches to another connection or
 * tenant.
 */
export interface SqlTarget {
  readonly connectionId: string;
  readonly connection: string;
  readonly tenant: string | undefined;
  readonly project: string | undefined;
  session(): Promise<Session>;
  loginTenant(): Promise<string | undefined>;
}

/** Stored description of a transaction that was started here. */
interface StoredTransaction {
  readonly connectionId: string;
  readonly tenant: string | undefined;
  readonly transactionId: string;
  /** If undefined, the stored tables stay. */
  readonly tables?: readonly string[];
  /** Describes what the transaction was started for. */
  readonly label?: string;
  /** Names under which files are uploaded. */
  readonly inputs?: readonly string[];
  /** The job of the transaction. `request` allows running it again. */
  readonly job?: { readonly jobId: string; readonly label: string; readonly request?: SqlJobRequest };
}

/** Identifies a job of a transaction. */
export interface TransactionJobReference {
  readonly connectionId: string;
  readonly tenant: string | undefined;
  readonly transactionId: string;
  readonly jobId: string;
}

/** The transaction in which the statements of a document run. */
export interface BoundTransaction {
  readonly connectionId: string;
  readonly tenant?: string | undefined;
  readonly transactionId: string;
  /** Name of the transaction for the user. */
  readonly label: string;
}

export interface SqlServices {
  readonly log: Log;
  readonly context: vscode.ExtensionContext;
  /** Returns the active target. */
  readonly currentTarget: () => SqlTarget;
  /** Returns a session for a connection and tenant, such as those of a run before a reload. */
  readonly sessionFor: (connectionId: string, tenant: string | undefined) => Promise<Session>;
  readonly results: ResultSink;
  /** Returns the problems of a job file's text. Rejects if the language server cannot be started. */
  readonly jsonProblems: (params: JsonProblemsParams) => Promise<JsonProblems>;
  /** Stores a transaction, so that the transactions view follows it. */
  readonly storeTransaction: (stored: StoredTransaction) => Promise<void>;
  /**
   * Notifies the user that a failed job left its transaction open, once per job. Returns false if that is not possible.
   */
  readonly notifyKeptOpen: (job: TransactionJobReference) => Promise<boolean>;
  readonly boundTransaction: (document: Pick<vscode.TextDocument, "uri">) => BoundTransaction | undefined;
}
