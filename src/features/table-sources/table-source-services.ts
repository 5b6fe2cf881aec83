import type { Memento } from "vscode";
import type { Session } from "../../client/call/session.ts";
import type { JobReference } from "../../contract/job-reference.ts";
import type { Log } from "../../host/log.ts";
import type { BodyFormat, ColumnKind } from "../../protocol/data-worker.ts";
import type { ResultOriginFacts } from "../../protocol/results-view.ts";

export interface TableSourceServices {
  readonly log: Log;
  readonly context: { readonly globalState: Memento; readonly workspaceState: Memento };
  readonly connections: TableConnections;
  readonly results: ResultSink;
  /** Notes a transaction, so that it is found again when this window is closed before its end. */
  readonly noteTransaction: (note: TransactionNote) => Promise<void>;
  /** Watches a job that was started from here. */
  readonly watchJob: (connectionId: string, reference: JobReference, label: string) => Promise<void>;
}

export interface TransactionNote {
  readonly connectionId: string;
  readonly tenant: string | undefined;
  readonly transactionId: string;
  readonly tables: readonly string[];
  readonly label: string;
}

/** What is needed of the connections. */
export interface TableConnections {
  /** The active target, which stays the same when another one is chosen. */
  currentPlace(): {
    readonly connectionId: string;
    loginTenant(): Promise<string | undefined>;
    readonly tenant: string | undefined;
  };
  /** A session that acts on the production version of a tenant. */
  sessionFor(connectionId: string, tenant?: string): Promise<Session>;
}

/** The results feature as a look at a table sees it. */
export interface ResultSink {
  /** Shows a new result as loading. */
  begin(
    origin: ResultOriginFacts & { readonly connectionId: string },
    controls: { cancel(): void; rerun(): void },
  ): Promise<ResultWriter>;
}

export interface ResultWriter {
  /** Takes the whole body; resolves when it is stored. */
  write(
    answer: {
      readonly format: BodyFormat;
      readonly body: AsyncIterable<Uint8Array>;
      readonly kinds: Readonly<Record<string, ColumnKind>>;
    },
    signal: AbortSignal,
  ): Promise<void>;
  /** Says of an answer that its rows are not all there are; they stay. */
  cut(message: string): Promise<void>;
  fail(message: string): Promise<void>;
  cancelled(): Promise<void>;
}
