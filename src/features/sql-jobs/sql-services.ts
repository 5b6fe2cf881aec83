import type * as vscode from "vscode";
import type { Session } from "../../client/call/session.ts";
import type { SqlJobRequest } from "../../contract/sql-job-schemas.ts";
import type { Log } from "../../host/log.ts";
import type { JsonProblems, JsonProblemsParams } from "../../languages/core/requests/problem-requests.ts";
import type { ResultSink } from "../../protocol/result-sink.ts";

/** Where SQL runs: it stays there when another connection or tenant is chosen. */
export interface SqlTarget {
  readonly connectionId: string;
  readonly connection: string;
  readonly tenant: string | undefined;
  readonly project: string | undefined;
  session(): Promise<Session>;
  loginTenant(): Promise<string | undefined>;
}

/** What is noted of a transaction that was started here. */
interface StoredTransaction {
  readonly connectionId: string;
  readonly tenant: string | undefined;
  readonly transactionId: string;
  readonly tables: readonly string[];
  /** What it was started for, in words. */
  readonly label?: string;
  /** Names under which files are uploaded. */
  readonly inputs?: readonly string[];
  /** The request is what it takes to run the job again. */
  readonly job?: { readonly jobId: string; readonly label: string; readonly request?: SqlJobRequest };
}

/** What names a job of a transaction. */
export interface TransactionJobReference {
  readonly connectionId: string;
  readonly tenant: string | undefined;
  readonly transactionId: string;
  readonly jobId: string;
}

/** The transaction inside which the statements of a document run. */
export interface BoundTransaction {
  readonly connectionId: string;
  readonly tenant?: string | undefined;
  readonly transactionId: string;
}

export interface SqlServices {
  readonly log: Log;
  readonly context: vscode.ExtensionContext;
  /** The active target. */
  readonly currentTarget: () => SqlTarget;
  /** The session of a place of before a reload. */
  readonly sessionFor: (connectionId: string, tenant: string | undefined) => Promise<Session>;
  readonly results: ResultSink;
  /** What is wrong with the text of a job file; rejects where the language server cannot be started. */
  readonly jsonProblems: (params: JsonProblemsParams) => Promise<JsonProblems>;
  /** Keeps a transaction in sight. */
  readonly storeTransaction: (stored: StoredTransaction) => Promise<void>;
  /** Tells of a job that left its transaction open when it failed, once whoever asks; false when it cannot be told of. */
  readonly notifyKeptOpen: (job: TransactionJobReference) => Promise<boolean>;
  readonly boundTransaction: (document: Pick<vscode.TextDocument, "uri">) => BoundTransaction | undefined;
}
