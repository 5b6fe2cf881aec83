import type { ColumnAdditivity } from "../../base/additivity.ts";
import type { SmallGroupGuard } from "../../base/small-group.ts";
import type { CellSetLayout } from "../../protocol/cell-set-layout.ts";
import type { BodyFormat, ColumnKind } from "../../protocol/data-worker.ts";

/** Where a result comes from; kept with it for as long as it lives. */
export interface ResultOrigin {
  readonly title: string;
  readonly query: string;
  /** Language id, so that the text can be run again later. */
  readonly language?: string;
  /** Address of the file that the query stands in. */
  readonly file?: string | undefined;
  readonly connectionId: string;
  readonly connection: string;
  readonly tenant: string | undefined;
  readonly project: string | undefined;
}

/** What the result's view may do to the run behind it. */
export interface RunControls {
  cancel(): void;
  /** Runs the same text again in the same place, as a result of its own. */
  rerun(): void;
}

/** The results feature as a run sees it. */
export interface ResultSink {
  /** Shows a new result as loading. */
  begin(origin: ResultOrigin, controls: RunControls): Promise<ResultWriter>;
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

export interface ResultWriter {
  /** Names the tenant where only signing in could tell it. */
  setTenant(tenant: string): void;
  /** Takes the whole body; resolves when it is stored. Aborting keeps the rows that came, marked as partial. */
  write(answer: ResultAnswer, signal: AbortSignal): Promise<void>;
  /** Says of an answer whose body threw that its rows are not all there are; they stay. */
  cut(message: string): Promise<void>;
  fail(message: string): Promise<void>;
  cancelled(): Promise<void>;
}
