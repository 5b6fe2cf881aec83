import type { ColumnAdditivity } from "../base/additivity.ts";
import type { SmallGroupGuard } from "../base/small-group.ts";
import type { CellSetLayout } from "./cell-set-layout.ts";
import type { BodyFormat, ColumnKind } from "./data-worker.ts";
import type { ResultOriginLabels } from "./results-view.ts";

/** Where a result of a connection comes from; kept with it for as long as it lives. */
export type ResultOrigin = ResultOriginLabels & { readonly connectionId: string };

/** What the result's view may do to the run behind it. */
export interface RunControls {
  cancel(): void;
  /** Runs the same again in the same place, as a result of its own. */
  rerun(): void;
}

/** An answer as it is stored. */
export interface ResultAnswer {
  readonly format: BodyFormat;
  readonly body: AsyncIterable<Uint8Array>;
  /** By column name, as far as the model knows them. */
  readonly kinds: Readonly<Record<string, ColumnKind>>;
  /** What it was asked with; what the connection says now when left out. */
  readonly smallGroups?: SmallGroupGuard;
  /** The table that the cell sets of the body become. */
  readonly cellSets?: CellSetLayout;
  /** How far metrics may be added up; called when the body has come. */
  readonly findAdditivity?: () => Promise<ColumnAdditivity>;
  /** Hears how many rows are stored of a body that was whole. */
  readonly onStored?: (rowCount: number) => void;
}

/** One result as its run fills it. */
export interface ResultWriter {
  /** Names the tenant where only signing in could tell it. */
  setTenant(tenant: string): void;
  /** Takes the whole body; resolves when it is stored. Aborting keeps the rows that came, marked as partial. */
  write(answer: ResultAnswer, signal: AbortSignal): Promise<void>;
  /** Ends the result as partial by intent: its body threw when it had given enough. The rows stay. */
  cut(message: string): Promise<void>;
  /** Ends the result as failed, or as partial when rows came before; they stay. */
  fail(message: string): Promise<void>;
  cancelled(): Promise<void>;
}

/** The results as a run sees them: the results feature, or the outputs of a notebook's cell. */
export interface ResultSink {
  /** Shows a new result as loading. */
  begin(origin: ResultOrigin, controls: RunControls): Promise<ResultWriter>;
}
