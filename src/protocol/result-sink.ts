import type { ResultAdditivity } from "../base/additivity.ts";
import type { CellMembers, RecordsQuery } from "../base/cell-members.ts";
import type { ColumnMemberNames, ColumnMembers } from "../base/member-names.ts";
import type { SmallGroupGuard } from "../base/small-group.ts";
import type { CellSetLayout } from "./cell-set-layout.ts";
import type { BodyFormat, ColumnKind } from "./data-worker.ts";
import type { ResultOriginLabels } from "./results-view.ts";

/** Origin of a query result: labels and the id of the connection. Stored with the result. */
export type ResultOrigin = ResultOriginLabels & { readonly connectionId: string };

/** Callbacks by which the results view cancels or repeats the query run that produced a result. */
export interface RunControls {
  cancel(): void;
  /** Runs the same query again on the same connection and tenant. Creates a new result. */
  rerun(): void;
  /** Lists the records behind a cell of the result. Undefined unless the result is that of an aggregate query. */
  readonly records?: RecordLists;
}

/** Queries for the records behind the cells of a result, on the connection and tenant of that result. */
export interface RecordLists {
  find(cell: CellMembers): Promise<RecordsQuery>;
  /** Runs a query that `find` returned. Its result is a new one in the results view. */
  run(text: string): Promise<void>;
}

/** Response body to store as a result, with its format and the metadata to interpret it. */
export interface ResultAnswer {
  readonly format: BodyFormat;
  readonly body: AsyncIterable<Uint8Array>;
  /** Types of the result columns by column name, as far as the analytics model defines them. */
  readonly kinds: Readonly<Record<string, ColumnKind>>;
  /** Treatment of small groups in the query. If undefined, the connection's current setting. */
  readonly smallGroups?: SmallGroupGuard;
  /** Numbers of the data versions that the response was computed from, if the service says them. */
  readonly dataVersion?: string | undefined;
  /** Layout of the table to build, if the response body consists of cell sets. */
  readonly cellSets?: CellSetLayout;
  /** Whether the response is the result of an aggregate query. Numbers of unknown additivity are then not added up. */
  readonly isAggregate?: boolean;
  /**
   * Callback that determines which columns may be added up and whether the query is an aggregate. Called after the end
   * of the response body.
   */
  readonly findAdditivity?: () => Promise<ResultAdditivity>;
  /**
   * Callback that looks up the display names of the members in the rows. Called after the rows are shown, which then
   * change; a rejection leaves the members as the rows have them.
   */
  readonly findMemberNames?: (members: ColumnMembers) => Promise<ColumnMemberNames>;
  /** Callback after a complete response body is stored. Receives the number of rows. */
  readonly onStored?: (rowCount: number) => void;
}

/** Writer that stores the response of one query run as a result. */
export interface ResultWriter {
  /** Sets the tenant of the result, which may be unknown until sign-in. */
  setTenant(tenant: string): void;
  /**
   * Writes a response body and resolves when it is stored. On abort, the rows received so far are kept and the result
   * is marked as partial.
   */
  write(answer: ResultAnswer, signal: AbortSignal): Promise<void>;
  /** Marks the result as partial after its response was stopped at a limit. The rows are kept. */
  cut(message: string): Promise<void>;
  /**
   * Marks the result as failed, or as partial if rows were received. The received rows are kept. `error` tells whether
   * the connection is the reason, so that the result can offer to correct it.
   */
  fail(message: string, error?: unknown): Promise<void>;
  cancelled(): Promise<void>;
}

/** Receiver of query results: the results view or the outputs of a notebook cell. */
export interface ResultSink {
  /** Creates a new result in the loading state. */
  begin(origin: ResultOrigin, controls: RunControls): Promise<ResultWriter>;
}
