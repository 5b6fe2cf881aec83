import type { AnswerAdditivity } from "../base/additivity.ts";
import type { SmallGroupGuard } from "../base/small-group.ts";
import type { CellSetLayout } from "./cell-set-layout.ts";
import type { BodyFormat, ColumnKind } from "./data-worker.ts";
import type { ResultOriginLabels } from "./results-view.ts";

/** Origin of a result from a connection, stored with the result. */
export type ResultOrigin = ResultOriginLabels & { readonly connectionId: string };

/** Actions of the results view on the run that produced a result. */
export interface RunControls {
  cancel(): void;
  /** Runs the same query again against the same target, as a new result. */
  rerun(): void;
}

/** A response body to store as a result, with what is needed to read it. */
export interface ResultAnswer {
  readonly format: BodyFormat;
  readonly body: AsyncIterable<Uint8Array>;
  /** Column kinds by column name, as far as the model knows them. */
  readonly kinds: Readonly<Record<string, ColumnKind>>;
  /** Small-group guard used for the query; the connection's current guard if undefined. */
  readonly smallGroups?: SmallGroupGuard;
  /** Table layout for a body of cell sets. */
  readonly cellSets?: CellSetLayout;
  /** Whether the numbers are those of an aggregate, so that only numbers of known additivity may be added up. */
  readonly isAggregate?: boolean;
  /** Finds what may be added up, and whether it is an aggregate; called when no more of the body comes. */
  readonly findAdditivity?: () => Promise<AnswerAdditivity>;
  /** Called with the number of stored rows after a complete body. */
  readonly onStored?: (rowCount: number) => void;
}

/** Writes one result during its run. */
export interface ResultWriter {
  /** Sets the tenant if it was unknown before sign-in. */
  setTenant(tenant: string): void;
  /**
   * Writes the complete body; resolves when it is stored. On abort the rows received so far are kept and marked as
   * partial.
   */
  write(answer: ResultAnswer, signal: AbortSignal): Promise<void>;
  /** Ends the result as partial on purpose, after its body threw at a limit. The rows are kept. */
  cut(message: string): Promise<void>;
  /** Ends the result as failed, or as partial if rows were received; those are kept. */
  fail(message: string): Promise<void>;
  cancelled(): Promise<void>;
}

/** Destination of results: the results feature or the outputs of a notebook cell. */
export interface ResultSink {
  /** Creates a new result in the loading state. */
  begin(origin: ResultOrigin, controls: RunControls): Promise<ResultWriter>;
}
